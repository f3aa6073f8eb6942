import { type PrinterCommand, printerCommands } from '../tidy/printer-commands.ts'
import { type Edit, edited, mask } from './edits.ts'

/**
 * What `cardDataIn` changes in a text with a printer's commands. They may be none, or be taken out, so that their last digit isn't the number's
 * first: `read` reads the text both ways, and last as it is shown. A command that holds card data goes whole, because its length would
 * no longer be true. Linear time, if `read` takes that.
 */
export function amongCommands(text: string, read: (text: string) => Edit[]): Edit[] {
  const withCommands = merged(withWhole(printerCommands(text), read(text)))
  const rest = edited(
    text,
    withCommands.map(edit => ({ ...edit, replacement: 'x'.repeat(edit.end - edit.start) })),
  )
  const { shown, places } = withoutCommands(rest, printerCommands(rest))
  const inShown = read(shown).map(({ start, end, replacement }) => ({
    start: places[start] ?? 0,
    end: (places[end - 1] ?? 0) + 1,
    replacement,
  }))
  return merged([...withCommands, ...inShown])
}

/** A text as `withoutPrinterCommands` leaves it, with the place of each character. */
function withoutCommands(text: string, commands: readonly PrinterCommand[]): { shown: string; places: number[] } {
  let shown = ''
  const places: number[] = []
  const add = (from: number, to: number) => {
    shown += text.slice(from, to)
    for (let at = from; at < to; at++) places.push(at)
  }
  let from = 0
  for (const { start, end, breaksLine } of commands) {
    add(from, start)
    if (breaksLine) {
      shown += '\n'
      places.push(start)
    }
    from = end
  }
  add(from, text.length)
  return { shown, places }
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
