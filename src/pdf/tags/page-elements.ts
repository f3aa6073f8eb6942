/** A role of a structure element (ISO 32000-1, 14.8.4); a heading has a level, too. */
export type Role =
  | 'Document'
  | 'P'
  | 'H'
  | 'L'
  | 'LI'
  | 'LBody'
  | 'Table'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'Figure'
  | 'Link'
  | 'Span'

/** An element of a page's structure. */
export interface PageElement {
  role: Role
  kids: (PageElement | Leaf)[]
  /** Of a heading: 1 to 6. */
  level?: number
  /** The text that stands for a picture. */
  alt?: string
  cell?: Cell
  /** BCP 47 tag, of what is in another language than the page. */
  lang?: string
}

/** A cell of a table with headers. */
export interface Cell {
  element: PageElement
  /** What a header cell is for. */
  scope: 'Row' | 'Column' | undefined
  /** As the page says. */
  columns: number
  /** How many columns of those that cells begin in; there are no others. */
  span: number
  /** Header cells of the row and of the columns. */
  headers: PageElement[]
  /** Whether it is the header of another cell. */
  isNamed: boolean
}

/** Something drawn: a text, or a picture. */
export interface Leaf {
  /** What it belongs to; undefined for an artifact. */
  element: PageElement | undefined
  /** The text, and what `lettersOf` gives of it; both empty for a picture. */
  text: string
  letters: string
  /** Whether it is the first in a block of its own. */
  isFirst: boolean
  /** The link that a picture is in. */
  link: PageElement | undefined
  /** Leaves of the table's head, for a leaf in its body: they are drawn again on each page that the table goes on. */
  head: readonly Leaf[] | undefined
}

/** The structure of a page. */
export interface PageElements {
  /** BCP 47 tag. */
  lang: string
  /** Whether letters run from right to left, and whether lines do. */
  backward: { letters: boolean; lines: boolean }
  root: PageElement
  /** In the page's order, which is the one they are drawn in. */
  leaves: readonly Leaf[]
}

/** Whether it is text or a picture, not an element with kids. */
export function isLeaf(kid: PageElement | Leaf): kid is Leaf {
  return 'letters' in kid
}

/** What an element says, in one line: its text, and what stands for its pictures. */
export function textOfElement(element: PageElement): string {
  const read = ({ kids, alt = '' }: PageElement): string =>
    alt + kids.map(kid => (isLeaf(kid) ? kid.text : read(kid))).join('')
  return inOneLine(read(element))
}

/** A text without marks of direction and soft breaks, with single blanks. */
export function inOneLine(text: string): string {
  return text
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** A role as it is written: `P`, `H1`. */
export function roleName({ role, level }: PageElement): string {
  return level === undefined ? role : `${role}${level}`
}

/** An HTML tag's, by lower-case name. */
export type Attributes = Readonly<Record<string, string>>

/** An open tag. */
export interface Frame {
  /** What its content belongs to; undefined for artifacts. */
  element: PageElement | undefined
  /** How its text belongs to it: as part of the block around, in a paragraph of its own, or directly. */
  kind: 'inline' | 'block' | 'element'
  /** Of a block: the paragraph that its text goes on in. */
  paragraph?: PageElement | undefined
}
