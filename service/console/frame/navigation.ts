import { may, type Session } from '../parts/session.ts'
import type { Word } from '../parts/words.ts'
import type { Picture } from './icons.ts'

/** A page that the navigation leads to. */
export interface Destination {
  path: readonly string[]
  word: Word
  picture: Picture
}

/** The pages that someone may open. */
export function destinations(session: Session): Destination[] {
  return [
    { path: [], word: 'nav.overview', picture: 'chart' },
    { path: ['receipts'], word: 'nav.receipts', picture: 'search' },
    { path: ['problems'], word: 'nav.problems', picture: 'warning' },
    ...(session.isPerson || may(session, 'admin')
      ? [{ path: ['settings'], word: 'nav.settings', picture: 'settings' } as const]
      : []),
  ]
}
