import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readBrand } from '../../../src/brand/brand.ts'
import { renderPrint } from '../../../src/document/render.ts'
import { loadTemplates } from '../../../src/document/templates.ts'
import type { BrowserPage } from '../../../src/pdf/browser/browser.ts'
import { openWorkshop } from '../../../src/pdf/browser/workshop.ts'
import { makeAccessible } from '../../../src/pdf/file/access/make-accessible.ts'
import { packPdf } from '../../../src/pdf/file/pack.ts'
import { findFonts } from '../../../src/pdf/fonts/fonts.ts'
import { paperSize } from '../../../src/pdf/paper.ts'
import { preparePage, printPage } from '../../../src/pdf/print-page.ts'
import { closeEngines, engineFor, fixtureNamed } from '../../support/fixtures.ts'
import { greatestShift } from '../../support/pdf-glyphs.ts'

const sandbox = process.getuid?.() !== 0
const workshop = openWorkshop({ executablePath: undefined, fontFolders: findFonts([]).folders, sandbox })
let page: BrowserPage
beforeAll(async () => {
  page = await workshop.launch()
})
afterAll(async () => {
  await page.kill()
  await workshop.remove()
  await closeEngines()
})

describe.each(['grocery-vat.de-DE', 'fashion-sale.en-CA', 'cafe.ar', 'convenience.ja-JP', 'bulk-300'])('%s', name => {
  let printed: Uint8Array
  let accessible: Uint8Array
  beforeAll(async () => {
    const fixture = fixtureNamed(name)
    const engine = await engineFor(fixture)
    const view = engine.view(fixture.receipt, { acceptLanguage: fixture.acceptLanguage })
    const { html } = renderPrint(view, await loadTemplates(), readBrand().brand, paperSize('a4'))
    printed = await printPage(page, preparePage(html, 'a4'), 'a4')
    accessible = packPdf(printed, makeAccessible)
  })

  test('has every glyph where it was printed, to a hundredth of a millimeter', async () => {
    expect(await greatestShift(printed, accessible)).toBeLessThan(0.035)
  })

  test('says the same to a screen reader, in fewer bytes', async () => {
    expect(await spoken(accessible)).toEqual(await spoken(printed))
    expect(accessible.length).toBeLessThan(0.7 * printed.length)
  })
})

/** What the tags say, element by element: roles that mean something, and their text without spaces, of which pdf.js adds some. */
async function spoken(pdf: Uint8Array) {
  const task = getDocument({ data: pdf.slice(), verbosity: 0, useSystemFonts: false })
  const document = await task.promise
  const said: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const texts = new Map<string, string>()
    let id = ''
    for (const item of (await page.getTextContent({ includeMarkedContent: true })).items) {
      if ('str' in item) texts.set(id, (texts.get(id) ?? '') + item.str)
      else if (item.type === 'beginMarkedContentProps') id = item.id
      else if (item.type === 'endMarkedContent') id = ''
    }
    said.push(...linesOf((await page.getStructTree()) as Node, texts))
  }
  await task.destroy()
  return said
}

interface Node {
  role?: string
  id?: string
  alt?: string
  children?: Node[]
}

/** A list's items have bodies only afterward. */
const silent = new Set(['NonStruct', 'LBody'])

function linesOf({ role, id, alt, children = [] }: Node, texts: ReadonlyMap<string, string>): string[] {
  if (id !== undefined && role === undefined) return [(texts.get(id) ?? '').replace(/\s/g, '')].filter(Boolean)
  const lines = children.flatMap(child => linesOf(child, texts))
  return role === undefined || silent.has(role) ? lines : [`${role} ${alt ?? ''}`, ...lines, `end of ${role}`]
}
