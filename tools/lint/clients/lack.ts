import { type FeatureUse, styleElement } from './feature-use.ts'
import { notesOf, supportOf } from './mail-clients.ts'
import { noteLimits } from './note-limits.ts'

/**
 * What a client lacks of a feature at this place: `none` if it has no support, caniemail.com's notes on what is missing if
 * support is partial, undefined if all is well here or unknown.
 */
export function lackOf(use: FeatureUse, client: string): 'none' | string[] | undefined {
  if (use.under.some(slug => supportOf(slug, client) === 'n') || isHidden(use, client)) return undefined
  const support = supportOf(use.slug, client)
  if (support === 'n') return 'none'
  if (support !== 'a') return undefined
  const notes = notesOf(use.slug, client)
  const matter = notes.filter(note => noteMatters(note, use))
  return notes.length && !matter.length ? undefined : matter
}

/** Hiding something in one way the client supports is enough. */
function isHidden({ beside }: FeatureUse, client: string): boolean {
  if (!beside.includes('display: none')) return false
  const knows = (slug: string) => supportOf(slug, client) !== 'n'
  return (
    knows('css-display-none') || (beside.includes('max-height: 0') && knows('css-max-height') && knows('css-overflow'))
  )
}

/** Whether a note applies to this place. A note without limits applies everywhere. */
function noteMatters(note: string, use: FeatureUse): boolean {
  // Gmail's apps drop the style element for other providers' accounts; that is reported once, for the element.
  if (use.under.includes(styleElement) && /^(Not supported|Doesn.t work) with non Google/.test(note)) return false
  const limit = noteLimits[use.slug]?.find(([words]) => words.test(note))
  return limit ? limit[1](use) : true
}
