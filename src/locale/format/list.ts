import { createBoundedCache } from '../bounded-cache.ts'

const formats = createBoundedCache<Intl.ListFormat>(100)

/** Formats a list for a language: `Visa, Maestro, and cash`, `Visa, Maestro et espèces`, `Visa、Maestro、現金`. */
export function formatList(tag: string, parts: readonly string[]): string {
  return formats.get(tag, () => new Intl.ListFormat(tag, { type: 'conjunction' })).format(parts)
}
