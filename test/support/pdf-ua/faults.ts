import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { vi } from 'vitest'
import { readObjects } from './objects.ts'

/** What a reader, pdf.js, stumbles over in a PDF, and references of it that lead to nothing. */
export async function fileFaults(pdf: Uint8Array): Promise<string[]> {
  const faults: string[] = []
  const warn = vi.spyOn(console, 'warn').mockImplementation((...said) => void faults.push(said.join(' ')))
  const log = vi.spyOn(console, 'log').mockImplementation((...said) => void faults.push(said.join(' ')))
  const task = getDocument({
    data: pdf.slice(),
    verbosity: VerbosityLevel.WARNINGS,
    useSystemFonts: false,
    stopAtErrors: true,
  })
  try {
    const document = await task.promise
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number)
      await page.getTextContent()
      await page.getStructTree()
      await page.getAnnotations()
    }
    await document.getOutline()
  } catch (error) {
    faults.push(String(error))
  } finally {
    await task.destroy()
    warn.mockRestore()
    log.mockRestore()
  }
  const { texts } = readObjects(pdf)
  for (const [number, text] of texts) {
    if (/\/K\s*(?:\/|>>)/.test(text)) faults.push(`object ${number} has a key without a value`)
    for (const [, other] of text.replace(/\((?:[^()\\]|\\.)*\)/gs, '').matchAll(/(?<=[\s[])(\d+) 0 R/g))
      if (!texts.has(Number(other))) faults.push(`object ${number} refers to ${other}, which isn't there`)
  }
  return [...new Set(faults)]
}
