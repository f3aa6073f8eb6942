import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

interface Node {
  role?: string
  id?: string
  alt?: string
  children?: Node[]
}

/**
 * What the tags of a PDF say, element by element: roles, and their text without spaces, of which pdf.js adds some.
 *
 * @param silent roles that are left out, but not what is in them
 */
export async function spoken(pdf: Uint8Array, silent: readonly string[]): Promise<string[]> {
  const task = getDocument({ data: pdf.slice(), verbosity: 0, useSystemFonts: false })
  const document = await task.promise
  const said: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const sheet = await document.getPage(number)
    const texts = new Map<string, string>()
    const open: string[] = []
    for (const item of (await sheet.getTextContent({ includeMarkedContent: true })).items) {
      const id = open.findLast(Boolean) ?? ''
      if ('str' in item) texts.set(id, (texts.get(id) ?? '') + item.str)
      else if (item.type === 'endMarkedContent') open.pop()
      // Without an id, it says what letters there are, or that they run backward.
      else open.push(item.id ?? '')
    }
    said.push(...linesOf((await sheet.getStructTree()) as Node, texts, silent))
  }
  await task.destroy()
  return said
}

function linesOf(
  { role, id, alt, children = [] }: Node,
  texts: ReadonlyMap<string, string>,
  silent: readonly string[],
): string[] {
  if (id !== undefined && role === undefined) return [(texts.get(id) ?? '').replace(/[\s\0]/g, '')].filter(Boolean)
  const lines = children.flatMap(child => linesOf(child, texts, silent))
  return role === undefined || silent.includes(role) ? lines : [`<${role}> ${alt ?? ''}`, ...lines, `</${role}>`]
}
