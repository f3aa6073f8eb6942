import CodepageEncoder from '@point-of-sale/codepage-encoder'
import type { Page } from './encoder.ts'

/**
 * The letters that a code page prints in one byte each. The table gives control bytes signs too (← is 1B in page 437, which is
 * ESC): a printer would obey them, so they are not among the letters.
 *
 * @param page the library's name
 */
export function lettersOf(page: Page): ReadonlySet<string> {
  const known = letters.get(page)
  if (known) return known
  const points: readonly number[] = CodepageEncoder.getCodepoints(page as Parameters<Encode>[1], true)
  const found = points.filter((point, byte) => byte >= 0x20 && byte !== 0x7f && isLetter(point))
  const set = new Set(found.map(point => String.fromCodePoint(point)))
  letters.set(page, set)
  return set
}

type Encode = typeof CodepageEncoder.encode

const letters = new Map<Page, ReadonlySet<string>>()

/** Neither a control character nor the sign for "no such byte". */
function isLetter(point: number): boolean {
  return point >= 0x20 && !(point >= 0x7f && point <= 0xa0) && point !== 0xfffd
}
