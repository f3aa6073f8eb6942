import CodepageEncoder from '@point-of-sale/codepage-encoder'
import type { Page } from '../encoder.ts'

/**
 * The letters that a code page prints in one byte each. The tables give control bytes signs too (← is 1B in page 437, which is
 * ESC): a printer would obey them, so they are not among the letters.
 *
 * @param page the library's name
 */
export function lettersOf(page: Page): ReadonlySet<string> {
  const known = letters.get(page)
  if (known) return known
  const named = page as Parameters<typeof CodepageEncoder.encode>[1]
  const points: readonly number[] = CodepageEncoder.getCodepoints(named, true)
  const found = points.filter(isPrintable).map(point => String.fromCodePoint(point))
  // A sign may stand at two places; what counts is the byte that is sent.
  const set = new Set(found.filter(letter => isSentAsOne(CodepageEncoder.encode(letter, named))))
  letters.set(page, set)
  return set
}

const letters = new Map<Page, ReadonlySet<string>>()

function isSentAsOne([byte = 0, ...more]: Uint8Array): boolean {
  return isPrintable(byte) && more.length === 0
}

/** Whether a code point is a letter, and a byte none that a printer obeys. */
function isPrintable(code: number): boolean {
  return code >= 0x20 && code !== 0x7f && code !== 0xfffd
}
