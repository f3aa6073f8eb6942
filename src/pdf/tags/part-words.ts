import { openObjectValues } from '../file/object-values.ts'
import { inflated, type PdfObject, storedStream, streamsIn } from '../file/plain-pdf.ts'
import { type Widths, widthsOn } from '../file/text-runs.ts'
import { asReference } from '../file/values.ts'
import { withBlank } from './blanks.ts'
import { type FontLetters, type GlyphLetters, glyphLettersOn } from './letters.ts'
import { type LineText, readLine } from './lines.ts'
import type { PageWords } from './page-texts.ts'

/**
 * Puts back the blanks between words that a line's end swallowed (ISO 32000-1, 14.8.2.5), in what the browser tagged.
 *
 * @param objects all of the document
 * @param words of the page that was printed
 * @returns the objects, changed
 */
export function partWords(objects: readonly PdfObject[], words: PageWords): readonly PdfObject[] {
  const streams = streamsIn(objects)
  const values = openObjectValues(objects)
  const known = { letters: new Map<number, GlyphLetters>(), widths: new Map<number, Widths>() }
  const pages = new Map<number, readonly string[]>()
  let last: Written | undefined
  for (const number of values.beginning('<</Type /Page\n')) {
    const page = values.get(number)
    const contents = asReference(page.get('Contents')) ?? 0
    const content = inflated(streams.get(contents))
    const letters = glyphLettersOn(page, values, streams, known.letters, false)
    if (content === undefined || !letters) continue
    const drawn = { content, letters, widths: widthsOn(page, values, known.widths) }
    const pieces: string[] = []
    pages.set(contents, pieces)
    last = partPage(drawn, words, pieces, last)
  }
  return objects.map(object => {
    const pieces = pages.get(object.number)
    return pieces ? storedStream(object.number, pieces.join('')) : object
  })
}

interface DrawnPage {
  content: string
  letters: FontLetters
  widths: ReadonlyMap<string, Widths>
}

/** A text, and where it is written: text may go on on the next page. */
interface Written {
  text: LineText
  pieces: string[]
  at: number
  page: DrawnPage
}

/**
 * @param pieces gets the page's content
 * @param before the text before, on another page
 * @returns the last text, if no blank is behind it
 */
function partPage(page: DrawnPage, words: PageWords, pieces: string[], before: Written | undefined) {
  const { content, letters, widths } = page
  let last = before
  let copied = 0
  let isTagged = false
  for (let at = 0, end = 0; at < content.length; at = end + 1) {
    end = content.indexOf('\n', at)
    if (end < 0) break
    if (content.startsWith('EMC', at)) isTagged = false
    else if (content.startsWith('>>BDC', end - '>>BDC'.length)) isTagged = true
    if (!content.startsWith('BT\n', at)) continue
    const line = isTagged ? readLine(content, at, '', letters, widths) : undefined
    end = (line?.end ?? content.indexOf(endOfText, at) + endOfText.length) - 1
    for (const text of line?.texts ?? []) {
      const textEnd = content.indexOf(endOfText, text.start) + endOfText.length
      pieces.push(content.slice(copied, text.start), content.slice(text.start, textEnd))
      copied = textEnd
      if (last && !text.blanks.before && text.letters !== '' && words.isParted(last.text.letters, text.letters))
        part(last)
      const isEnd = text.blanks.behind || (text.letters === '' && text.written.includes('<'))
      last = isEnd ? undefined : text.letters === '' ? last : { text, pieces, at: pieces.length - 1, page }
    }
  }
  pieces.push(content.slice(copied))
  return last
}

function part({ text, pieces, at, page }: Written): void {
  const { font, size, place, isBackward } = text
  // What marked content spells has no blank behind it in the same string.
  const own = text.written.endsWith('EMC\nET\n') && !isBackward ? undefined : font
  pieces[at] = withBlank(
    text.written,
    { font: own, size, place: isBackward ? place : undefined },
    page.letters,
    page.widths,
  )
}

const endOfText = '\nET\n'
