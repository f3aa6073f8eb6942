/** A range of a text and its replacement. */
export interface Edit {
  start: number
  end: number
  replacement: string
}

/** Replaces removed digits. */
export const mask = '••••'

/** Applies edits, which must be in order and not overlap. */
export function edited(text: string, edits: readonly Edit[]): string {
  if (edits.length === 0) return text
  let result = ''
  let copied = 0
  for (const { start, end, replacement } of edits) {
    result += text.slice(copied, start) + replacement
    copied = end
  }
  return result + text.slice(copied)
}
