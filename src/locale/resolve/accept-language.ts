import { createBoundedCache } from '../bounded-cache.ts'
import { readLanguageTag } from './language-tag.ts'

/** What a reader asked for: tags or `*`, most preferred first, and ranges rejected with `q=0`. */
export interface LanguageRanges {
  readonly wanted: readonly string[]
  readonly refused: readonly string[]
}

const MAX_HEADER_LENGTH = 512
const MAX_RANGES = 24
const QUALITY = /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/
const NOTHING: LanguageRanges = { wanted: [], refused: [] }

const cache = createBoundedCache<LanguageRanges>(500)

/**
 * Parses an `Accept-Language` header (RFC 9110 §12.5.4: ranges with a quality of at most three decimals), with tags in
 * any spelling `readLanguageTag` knows. Invalid ranges are skipped, and headers over 512 characters are ignored: a header is a
 * preference and never an error.
 */
export function parseAcceptLanguage(header: unknown): LanguageRanges {
  if (typeof header !== 'string' || header.length > MAX_HEADER_LENGTH) return NOTHING
  return cache.get(header, () => parse(header))
}

function parse(header: string): LanguageRanges {
  const ranges = header.split(',', MAX_RANGES).flatMap(readRange)
  return {
    wanted: ranges
      .filter(range => range.quality > 0)
      .sort((a, b) => b.quality - a.quality)
      .map(range => range.tag),
    refused: ranges.filter(range => range.quality === 0).map(range => range.tag),
  }
}

function readRange(text: string): { tag: string; quality: number }[] {
  const [range = '', ...parameters] = text.split(';').map(part => part.trim())
  const tag = range === '*' ? '*' : readLanguageTag(range)
  if (tag === undefined) return []
  const weight = parameters.find(parameter => /^q\s*=/i.test(parameter))
  if (weight === undefined) return [{ tag, quality: 1 }]
  const quality = weight.slice(weight.indexOf('=') + 1).trim()
  return QUALITY.test(quality) ? [{ tag, quality: Number(quality) }] : []
}

/**
 * Whether a supported tag was rejected: a range with `q=0` covers it (RFC 4647 §3.3.1, by prefix) and no wanted range covers it
 * more closely. `*;q=0` rejects nothing, because the receipt needs some language.
 */
export function isRefused(tag: string, ranges: LanguageRanges): boolean {
  const closest = (list: readonly string[]): number =>
    Math.max(-1, ...list.filter(range => tag === range || tag.startsWith(range + '-')).map(range => range.length))
  return closest(ranges.refused) > closest(ranges.wanted)
}
