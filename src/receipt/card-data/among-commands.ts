import { type PrinterCommand, printerCommands, withoutPrinterCommands } from '../tidy/printer-commands.ts'
import { type Edit, edited, mask } from './edits.ts'

/**
 * What `cardDataIn` changes in a text with a printer's commands. They may be none, or be taken out, so that their last digit isn't the number's
 * first: `read` reads the text both ways, and last as it is shown. A command that holds card data goes whole, because its length would
 * no longer be true. Linear time, if `read` takes that.
 */
export function amongCommands(text: string, read: (text: string) => Edit[]): Edit[] {
  let edits: Edit[] = []
  for (let round = 0; round < mostRounds; round++) {
    const before = edits.length
    const sent = blanked(text, edits)
    edits = merged([...edits, ...withWhole(printerCommands(sent), read(sent))])
    edits = merged([...edits, ...inShown(blanked(text, edits), read)])
    if (edits.length === before) break
  }
  return edits
}

/** A number that is found may have hidden another one behind it, of a command. */
const mostRounds = 3

/** A text of the same length without what is replaced. */
function blanked(text: string, edits: readonly Edit[]): string {
  return edited(
    text,
    edits.map(edit => ({ ...edit, replacement: 'x'.repeat(edit.end - edit.start) })),
  )
}

function inShown(text: string, read: (text: string) => Edit[]): Edit[] {
  const places: number[] = []
  const shown = withoutPrinterCommands(text, (from, to) => {
    for (let at = from; at < to; at++) places.push(at)
  })
  return read(shown).map(({ start, end, replacement }) => ({
    start: places[start] ?? 0,
    end: (places[end - 1] ?? 0) + 1,
    replacement,
  }))
}

/** Edits that take the commands whole of which they take a part. Both are in order. */
function withWhole(commands: readonly PrinterCommand[], edits: readonly Edit[]): Edit[] {
  let at = 0
  return edits.map(({ start, end, replacement }) => {
    while ((commands[at]?.end ?? Infinity) <= start) at++
    const first = commands[at]?.start ?? Infinity
    while ((commands[at + 1]?.start ?? Infinity) < end) at++
    const last = commands[at]
    const isTouched = first < end
    return {
      start: isTouched ? Math.min(start, first) : start,
      end: isTouched ? Math.max(end, last?.end ?? 0) : end,
      replacement,
    }
  })
}

/** Edits in order, those that overlap as one. */
function merged(edits: readonly Edit[]): Edit[] {
  const found: Edit[] = []
  for (const edit of edits.toSorted((one, other) => one.start - other.start)) {
    const last = found.at(-1)
    if (!last || edit.start >= last.end) found.push({ ...edit })
    else {
      last.end = Math.max(last.end, edit.end)
      last.replacement = mask
    }
  }
  return found
}
