import type { Leaf, PageElement } from './page/page-elements.ts'

/** Marked content. */
export interface Mark {
  /** Index of the page. */
  page: number
  /** Its number on the page (MCID). */
  id: number
}

/** Where a piece of text begins, or a picture has its corner: points from the page's lower left. */
export interface Spot {
  /** Index of the page. */
  page: number
  x: number
  y: number
  /** Size of the text; 0 for a picture. */
  size: number
}

/** What was drawn of a page's leaves. */
export interface Followed {
  marks: ReadonlyMap<Leaf, readonly Mark[]>
  /** Where headings and links are: each piece of theirs. */
  spots: ReadonlyMap<PageElement, readonly Spot[]>
}

/**
 * Follows what is drawn through a page's leaves. Because every letter must be the next one, a text can't be taken for another that
 * looks the same.
 */
export class Follower implements Followed {
  readonly marks = new Map<Leaf, Mark[]>()
  readonly spots = new Map<PageElement, Spot[]>()
  #place: Place
  /** Where to go on after a table's head. */
  #later: Place | undefined

  constructor(leaves: readonly Leaf[]) {
    this.#place = { leaves, at: 0, letters: 0 }
  }

  /** Whether all leaves are drawn. */
  get isAtEnd(): boolean {
    return !this.#later && this.#place.leaves.slice(this.#place.at).every(isOptional)
  }

  /** Expects the head of a table that goes on, which is drawn on each page. */
  beginPage(): void {
    const head = this.#leaf?.head
    if (!head?.length || this.#later) return
    this.#later = this.#place
    this.#place = { leaves: head, at: 0, letters: 0 }
  }

  /** The leaf that the next letters are of; undefined if they aren't those expected. */
  text(letters: string): Leaf | undefined {
    this.#skipUnless(leaf => leaf.letters.startsWith(letters))
    const leaf = this.#leaf
    if (!leaf || isPicture(leaf) || !leaf.letters.startsWith(letters, this.#place.letters)) return undefined
    this.#place.letters += letters.length
    if (this.#place.letters === leaf.letters.length) this.#next()
    return leaf
  }

  /** The picture that is next; undefined if a text is. */
  picture(): Leaf | undefined {
    this.#skipUnless(isPicture)
    const leaf = this.#leaf
    if (!leaf || !isPicture(leaf)) return undefined
    this.#next()
    return leaf
  }

  get #leaf(): Leaf | undefined {
    return this.#place.leaves[this.#place.at]
  }

  #skipUnless(isDrawn: (leaf: Leaf) => boolean): void {
    while (this.#leaf && this.#place.letters === 0 && isOptional(this.#leaf) && !isDrawn(this.#leaf)) this.#next()
  }

  #next(): void {
    const { leaves, at } = this.#place
    const isLastOfHead = this.#later !== undefined && at + 1 === leaves.length
    this.#place = isLastOfHead ? this.#later! : { leaves, at: at + 1, letters: 0 }
    if (isLastOfHead) this.#later = undefined
  }
}

interface Place {
  leaves: readonly Leaf[]
  /** Index of the leaf that is drawn, and how many of its letters are. */
  at: number
  letters: number
}

/** A look may hide what means nothing. */
function isOptional({ element }: Leaf): boolean {
  return element === undefined
}

function isPicture({ letters }: Leaf): boolean {
  return letters === ''
}
