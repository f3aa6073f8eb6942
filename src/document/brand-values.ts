/** The brand as values for a stylesheet. Colors are `#rrggbb`. */
export interface Brand {
  /** Color of the mark and of buttons. */
  color: string
  /** Color of good news: `color`, or a shade of it that is legible on the card. */
  colorText: string
  /** The same in dark mode. */
  colorDark: string
  /** Color of text on `color`. */
  onColor: string
  /** Font stack of the mail, as in CSS. */
  font: string
  /** Font family of paper. */
  paperFont: string
  /** Rules that embed the font of paper; empty for the package's. */
  paperFaces: string
  /** Corner radius of the card. */
  corner: string
  /** Corner radius of boxes on the card. */
  cornerInner: string
  /** Spacing, in px. */
  space: {
    /** Left and right of the card's content. */
    edge: string
    /** Above a section. */
    section: string
    /** Above an item. */
    line: string
    /** Above a line of the totals. */
    sum: string
  }
}
