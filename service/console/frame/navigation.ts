import type { Session } from '../parts/session.ts'
import type { Word } from '../parts/words.ts'
import type { Picture } from './icons.ts'

/** A page that the navigation leads to. */
export interface Destination {
  path: readonly string[]
  word: Word
  picture: Picture
}

/** The pages that someone may open. */
export function destinations(_session: Session): Destination[] {
  return [{ path: ['receipts'], word: 'nav.receipts', picture: 'search' }]
}
