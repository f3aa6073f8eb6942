import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** What pdf.js calls everything that puts ink on a page. */
const inks = new Set([
  ...[OPS.showText, OPS.showSpacedText, OPS.nextLineShowText, OPS.fill, OPS.eoFill, OPS.stroke, OPS.fillStroke],
  ...[OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject, OPS.shadingFill],
])

/** Path operations carry the way they are painted. */
const paints = new Set<number>([OPS.fill, OPS.eoFill, OPS.stroke, OPS.closeStroke, OPS.fillStroke, OPS.eoFillStroke])

/** Matterhorn 1.1, checkpoints 01 and 06 to 11, as pdf.js reads the file: tagged content, metadata, title, language. */
export async function contentProblems(pdf: Uint8Array): Promise<string[]> {
  const problems: string[] = []
  const task = getDocument({ data: pdf.slice(), verbosity: 0, useSystemFonts: false })
  const document = await task.promise
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const tagged = new Set<string>()
    const { fnArray, argsArray } = await page.getOperatorList()
    const open: string[] = []
    for (const [at, operation] of fnArray.entries()) {
      const args = argsArray[at]
      if (operation === OPS.beginMarkedContent || operation === OPS.beginMarkedContentProps) {
        const tag = args[0] as string | { name: string }
        const name = typeof tag === 'string' ? tag : tag.name
        const isTagged = typeof args[1] === 'number' || typeof args[1] === 'string'
        if (name === 'Artifact' && open.includes('tag')) problems.push('01-003 an artifact in tagged content')
        if (isTagged && open.includes('Artifact')) problems.push('01-004 tagged content in an artifact')
        if (isTagged) tagged.add(String(args[1]).replace(/^.*mc/, ''))
        open.push(name === 'Artifact' ? 'Artifact' : isTagged ? 'tag' : 'other')
      } else if (operation === OPS.endMarkedContent) open.pop()
      else if (inks.has(operation) || (operation === OPS.constructPath && paints.has(args[0])))
        if (!open.includes('tag') && !open.includes('Artifact'))
          problems.push(`01-005 content without a tag on page ${number}`)
    }
    const reached = new Set(leaves(await page.getStructTree()))
    for (const id of reached) if (!tagged.has(id)) problems.push(`01-006 no content ${id} on page ${number}`)
    for (const id of tagged)
      if (!reached.has(id)) problems.push(`01-005 content ${id} has no element on page ${number}`)
  }
  const { metadata } = await document.getMetadata()
  if (!metadata) problems.push('06-001 no metadata')
  if (String(metadata?.get('pdfuaid:part')) !== '1') problems.push('05-001 no claim')
  if (!String(metadata?.get('dc:title') ?? '').trim()) problems.push('06-003 no title')
  if ((await document.getViewerPreferences())?.get('DisplayDocTitle') !== true)
    problems.push('07-001 the title is not displayed')
  await task.destroy()
  return [...new Set(problems)]
}

interface Node {
  type?: string
  id?: string
  children?: Node[]
}

function leaves(node: Node | null): string[] {
  if (!node) return []
  if (node.type === 'content' && node.id) return [node.id.replace(/^.*mc/, '')]
  return (node.children ?? []).flatMap(leaves)
}
