import type { PageElement } from './page-elements.ts'

export type Attributes = Readonly<Record<string, string>>

/** An open tag. */
export interface Frame {
  /** What its content belongs to; undefined for artifacts. */
  element: PageElement | undefined
  /** How its text belongs to it: as part of the block around, or as a block of its own. */
  kind: 'inline' | 'block' | 'element'
}
