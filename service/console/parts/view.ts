import type { Place } from './router.ts'
import type { Session } from './session.ts'

/** What a page shows. */
export interface View {
  /** Its heading, and the window's title. */
  title: string
  content: Node[]
  /** Called once it is on the page. */
  shown?: () => void
}

/** A page of the console. */
export type Page = (place: Place, session: Session, signal: AbortSignal) => Promise<View>
