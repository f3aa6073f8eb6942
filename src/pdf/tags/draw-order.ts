import type { Leaf, PageElement } from './page-elements.ts'

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

/** Some of a leaf's letters. */
export interface LeafPart {
  leaf: Leaf
  from: number
  to: number
  /** Whether a head of a table is drawn again, on a further page. */
  isRepeated?: boolean
}

/** What was drawn of a page's leaves. */
export interface Matched {
  marks: ReadonlyMap<Leaf, readonly Mark[]>
  /** Where headings and links are: each piece of theirs. */
  spots: ReadonlyMap<PageElement, readonly Spot[]>
}

/**
 * Follows what is drawn through a page's leaves. Because every letter must be the next one, a text isn't taken for another that
 * looks the same. Only at the beginning of a block may leaves be left for later: a stylesheet may draw columns the other way round, and
 * columns that go on on the next page aren't drawn one after the other.
 */
export class DrawOrderMatcher implements Matched {
  readonly marks = new Map<Leaf, Mark[]>()
  readonly spots = new Map<PageElement, Spot[]>()
  /** What is to be drawn: the first of them next. */
  #stretches: LeafRange[]
  /** What is left for later. */
  #left: LeafRange[] = []
  /** What means nothing and wasn't drawn before what follows it: in a line from right to left, that comes later. */
  #skipped: LeafRange[] = []

  constructor(leaves: readonly Leaf[]) {
    this.#stretches = [{ leaves, at: 0, end: leaves.length, letters: 0 }]
  }

  /** Whether all leaves are drawn. */
  get isAtEnd(): boolean {
    return [...this.#left, ...this.#stretches].every(({ leaves, at, end }) => leaves.slice(at, end).every(isOptional))
  }

  /** Goes on with what is left, first with the head of a table that goes on, which is drawn on each page. */
  beginPage(): void {
    this.#stretches = [...this.#left, ...this.#stretches].filter(leafAt)
    this.#left = []
    this.#skipped = []
    const head = leafAt(this.#stretches[0])?.head
    if (head?.length && !this.#stretches.some(({ leaves }) => leaves === head))
      this.#stretches.unshift({ leaves: head, at: 0, end: head.length, letters: 0, isRepeated: true })
  }

  /** What is drawn next if nothing is left for later; undefined at the end. */
  get next(): LeafPart | undefined {
    const stretch = this.#stretches.find(leafAt)
    const leaf = leafAt(stretch)
    return stretch && leaf && { leaf, from: stretch.letters, to: stretch.letters }
  }

  /** What the next letters are of; undefined if they aren't expected. */
  text(letters: string): LeafPart | undefined {
    this.#preferLeft(letters)
    const stretch = this.#find((leaf, drawn) => !isPicture(leaf) && leaf.letters.startsWith(letters, drawn))
    const leaf = leafAt(stretch)
    if (!stretch || !leaf) return undefined
    const from = stretch.letters
    stretch.letters += letters.length
    if (stretch.letters === leaf.letters.length) this.#advance(stretch)
    return { leaf, from, to: from + letters.length, ...(stretch.isRepeated && { isRepeated: true }) }
  }

  /** Whether these letters are the next ones, without leaving anything for later. */
  goesOnWith(letters: string): boolean {
    const stretch = this.#stretches.find(leafAt)
    return leafAt(stretch)?.letters.startsWith(letters, stretch?.letters) === true
  }

  /** The picture that is next; undefined if none is expected. */
  picture(): Leaf | undefined {
    const stretch = this.#find(isPicture)
    const leaf = leafAt(stretch)
    if (stretch) this.#advance(stretch)
    return leaf
  }

  addMark(leaf: Leaf, mark: Mark): void {
    add(this.marks, leaf, mark)
  }

  addSpot(element: PageElement, spot: Spot): void {
    add(this.spots, element, spot)
  }

  /** The stretch whose next leaf is wanted, which becomes the first: the one that goes on, one that is left, or a block further on. */
  #find(isWanted: (leaf: Leaf, drawn: number) => boolean): LeafRange | undefined {
    const goesOn = (stretch: LeafRange | undefined) => {
      if (!stretch) return false
      const { leaves, at, end, letters } = stretch
      let next = at
      const isPassed = (leaf: Leaf) => letters === 0 && isOptional(leaf) && !isWanted(leaf, 0)
      while (next < end && leaves.slice(next, next + 1).some(isPassed)) next += 1
      const leaf = leafAt({ ...stretch, at: next })
      if (!leaf || !isWanted(leaf, letters)) return false
      for (; stretch.at < next; stretch.at++) this.#skipped.push({ ...stretch, end: stretch.at + 1 })
      return true
    }
    while (this.#stretches.length > 1 && !leafAt(this.#stretches[0])) this.#stretches.shift()
    if (goesOn(this.#stretches[0])) return this.#stretches[0]
    const left = this.#left.findIndex(goesOn)
    if (left >= 0) this.#stretches.unshift(...this.#left.splice(left, 1))
    if (left >= 0) return this.#stretches[0]
    const skipped = this.#skipped.findIndex(({ leaves, at }) =>
      leaves.slice(at, at + 1).some(leaf => isWanted(leaf, 0)),
    )
    if (skipped >= 0) this.#stretches.unshift(...this.#skipped.splice(skipped, 1))
    if (skipped >= 0) return this.#stretches[0]
    return this.#skipTo(isWanted) ? this.#stretches[0] : undefined
  }

  /**
   * What is floated is drawn before what stands above it: the shop's mark, a letter that means nothing, comes after the buyer, where a
   * block may begin with that letter. It is the mark that the letter is all of.
   */
  #preferLeft(letters: string): void {
    const stretch = this.#stretches.find(leafAt)
    const leaf = leafAt(stretch)
    if (!leaf?.isFirst || stretch?.letters !== 0 || leaf.letters === letters) return
    const left = this.#left.findIndex(each => {
      const other = leafAt(each)
      return other !== undefined && isOptional(other) && other.letters === letters
    })
    if (left >= 0) this.#stretches.unshift(...this.#left.splice(left, 1))
  }

  /** Leaves what is before a block for later. */
  #skipTo(isWanted: (leaf: Leaf, drawn: number) => boolean): boolean {
    const [stretch] = this.#stretches
    if (!stretch) return false
    const { leaves, at, end } = stretch
    for (let later = at + 1; later < end; later++) {
      const leaf = leaves[later]
      if (!leaf?.isFirst || !isWanted(leaf, 0)) continue
      this.#left.push({ ...stretch, end: later })
      this.#stretches[0] = { leaves, at: later, end, letters: 0 }
      return true
    }
    return false
  }

  #advance(stretch: LeafRange): void {
    stretch.at += 1
    stretch.letters = 0
  }
}

/** Leaves that are drawn one after the other. */
interface LeafRange {
  leaves: readonly Leaf[]
  /** Index of the next leaf, and how many of its letters are drawn. */
  at: number
  letters: number
  /** Index of the first leaf that isn't of it. */
  end: number
  isRepeated?: boolean
}

function leafAt(stretch: LeafRange | undefined): Leaf | undefined {
  return stretch && stretch.at < stretch.end ? stretch.leaves[stretch.at] : undefined
}

/** A look may hide what means nothing. */
function isOptional({ element }: Leaf): boolean {
  return element === undefined
}

function isPicture({ letters }: Leaf): boolean {
  return letters === ''
}

function add<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const known = lists.get(key)
  if (known) known.push(value)
  else lists.set(key, [value])
}
