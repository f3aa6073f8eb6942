import { type FeatureUse, styleElement } from './feature-use.ts'
import { notesOf, supportOf } from './mail-clients.ts'
import { noteLimits } from './note-limits.ts'

/**
 * What a client lacks of a feature in this place: `none` when it does not know the feature, the notes of caniemail.com on
 * what is missing when it knows it in part, nothing when all is well here or nobody knows.
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

/** What is hidden in one way that the client knows need not be hidden in the others too. */
function isHidden({ beside }: FeatureUse, client: string): boolean {
  if (!beside.includes('display: none')) return false
  const knows = (slug: string) => supportOf(slug, client) !== 'n'
  return (
    knows('css-display-none') || (beside.includes('max-height: 0') && knows('css-max-height') && knows('css-overflow'))
  )
}

/** Whether a note speaks of this place. A note that no limit knows speaks of every place. */
function noteMatters(note: string, use: FeatureUse): boolean {
  // A mail read from another provider in Gmail's apps has no style element; that is told once, of the element.
  if (use.under.includes(styleElement) && /^(Not supported|Doesn.t work) with non Google/.test(note)) return false
  const limit = noteLimits[use.slug]?.find(([words]) => words.test(note))
  return limit ? limit[1](use) : true
}
