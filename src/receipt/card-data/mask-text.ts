import { shortestCardNumber } from './brands.ts'
import { cardNumbersIn } from './card-numbers.ts'
import { digitRuns, sizeOf } from './digit-runs.ts'
import { fold } from './fold.ts'
import { endOfTrack, tracksIn } from './tracks.ts'

/** A part of a text, and what takes its place. */
export interface Edit {
  start: number
  end: number
  replacement: string
}

/** Stands for digits that were taken out. */
export const mask = '••••'

/**
 * Masks every payment card number in a text but for its last four digits (`4111 1111 1111 1111` → `••••1111`), and track
 * data whole (`••••`), however the digits are written and parted; everything else stays as it is. Brand, length, check
 * digit and grouping keep other numbers out. Doing it twice changes nothing. Needs time in proportion to the text.
 */
export function maskCardNumbers(text: string): string {
  return edited(text, cardDataIn(text))
}

/** What `maskCardNumbers` changes, in order. */
export function cardDataIn(text: string): Edit[] {
  if (!mayHoldCardData(text)) return []
  const folded = fold(text)
  const edits: Edit[] = []
  const add = (from: number, to: number, replacement: string) => {
    const [start, end] = folded.placeOf(from, to)
    edits.push({ start, end, replacement })
  }
  const whole = tracksIn(folded.text)
  const tracks = [...whole, ...partedTracksIn(without(folded.text, whole))].sort(([one], [other]) => one - other)
  for (const [from, to] of tracks) add(from, to, mask)
  const rest = without(folded.text, tracks)
  for (const run of digitRuns(rest)) {
    const [from = 0] = run.starts
    const [start] = folded.placeOf(from, from + 1)
    // The last four digits of a number masked before begin no other one.
    const isRest = sizeOf(run, 0) === 4 && text.startsWith(mask, start - mask.length)
    for (const { from, to, lastFour } of cardNumbersIn(run, isRest ? 1 : 0)) add(from, to, mask + lastFour)
  }
  return edits.sort((a, b) => a.start - b.start)
}

/** Tracks whose number is written in groups, so that their shape does not show: a card number, and a track's rest after it. */
function partedTracksIn(text: string): [from: number, to: number][] {
  const found: [number, number][] = []
  if (!/\d[=^d]/i.test(text)) return found
  for (const run of digitRuns(text))
    for (const { from, to } of cardNumbersIn(run, 0)) {
      const end = endOfTrack(text, to)
      if (end > to && from >= (found.at(-1)?.[1] ?? 0)) found.push([from, end])
    }
  return found
}

/** The text with its edits made, which are in order and apart. */
export function edited(text: string, edits: readonly Edit[]): string {
  if (edits.length === 0) return text
  const parts: string[] = []
  let copied = 0
  for (const { start, end, replacement } of edits) {
    parts.push(text.slice(copied, start), replacement)
    copied = end
  }
  parts.push(text.slice(copied))
  return parts.join('')
}

/** The folded text with its tracks blotted out, and every place as it was. */
function without(text: string, tracks: readonly [from: number, to: number][]): string {
  return edited(
    text,
    tracks.map(([start, end]) => ({ start, end, replacement: 'x'.repeat(end - start) })),
  )
}

/** Whether a text, or a JSON string as it is written, has digits enough for a card number: most have not. Fast. */
export function mayHoldCardData(text: string): boolean {
  if (text.length < shortestCardNumber) return false
  let digits = 0
  let beyondAscii = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 48 && code <= 57 && ++digits >= shortestCardNumber) return true
    if (code > 0x7f) beyondAscii = true
  }
  return beyondAscii && (text.match(/[\p{Nd}\p{No}]/gu)?.length ?? 0) >= shortestCardNumber
}
