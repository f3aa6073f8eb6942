import { inflatedText } from '../packed-pdf.ts'
import { compressedStream, endOfStreamObject, type PdfObject } from '../plain-pdf.ts'
import { drawnIn, markArtifacts } from './artifacts.ts'

/**
 * Marks what Chromium draws in layers, as it does what is translucent: those with tags of their own, which are neither in other tags
 * nor in artifacts.
 *
 * @param objects all of the document
 * @returns the numbers of those layers, and by number those that are changed; undefined if one isn't understood
 */
export function markLayers(
  objects: readonly PdfObject[],
): { numbers: ReadonlySet<number>; contents: ReadonlyMap<number, PdfObject> } | undefined {
  const forms = objects.flatMap(readForm)
  const tagged = new Set(forms.flatMap(({ number, content }) => (content.includes('/MCID ') ? [number] : [])))
  // A layer may be in another.
  for (let before = 0; before < tagged.size; ) {
    before = tagged.size
    for (const { number, content } of forms) if (drawnIn(content).some(other => tagged.has(other))) tagged.add(number)
  }
  const contents = new Map<number, PdfObject>()
  for (const { number, keys, content } of forms) {
    if (!tagged.has(number)) continue
    const marked = markArtifacts(content, tagged, false)
    // What isn't tagged anymore would have to leave the tree.
    if (!marked || marked.released.length > 0) return undefined
    contents.set(number, compressedStream(number, keys, marked.content))
  }
  return { numbers: tagged, contents }
}

interface Form {
  number: number
  /** Its dictionary without filter and length. */
  keys: string
  content: string
}

function readForm({ number, isStream, content }: PdfObject): Form[] {
  const [head, keys, filter] = (isStream && form.exec(content)) || []
  if (head === undefined || keys === undefined) return []
  const written = content.slice(head.length, -endOfStreamObject.length)
  // Chromium compresses what gets shorter by it.
  const data = filter ? inflatedText(written) : `${written}\n`
  return data === undefined ? [] : [{ number, keys, content: data }]
}

const form =
  /^\d+ 0 obj\n<<(\/Type \/XObject\n\/Subtype \/Form\n.*?)(\/Filter \/FlateDecode\n)?\/Length \d+>> stream\n/s
