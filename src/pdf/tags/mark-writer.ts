/** Writes a page's content again, with marks in it (ISO 32000-1, 14.6). What a mark is for is the caller's business. */
export class MarkWriter<Of> {
  readonly #content: string
  /** What is written, and how much of the content that is. */
  readonly #pieces: string[] = []
  #copied = 0
  /** What the open mark is for, and where the last thing drawn in it ends. */
  #open: { of: Of; end: number } | undefined

  constructor(content: string) {
    this.#content = content
  }

  /** What the open mark is for. */
  get open(): Of | undefined {
    return this.#open?.of
  }

  /** The number of the piece that was written last. */
  get last(): number {
    return this.#pieces.length - 1
  }

  /** Writes what the content has up to a place, then a piece. */
  insert(at: number, piece: string): void {
    if (at > this.#copied) this.#pieces.push(this.#content.slice(this.#copied, at))
    this.#pieces.push(piece)
    this.#copied = at
  }

  /** The content up to there was written in another way. */
  skipTo(end: number): void {
    this.#copied = end
  }

  /** Changes a piece. */
  change(number: number, changed: (piece: string) => string): void {
    this.#pieces[number] = changed(this.#pieces[number] ?? '')
  }

  /** Begins a mark with its operator, after the end of the one before. */
  begin(of: Of, start: number, operator: string): void {
    this.end()
    this.insert(start, operator)
    this.#open = { of, end: start }
  }

  /** What is drawn up to there is in the open mark. */
  extend(end: number): void {
    if (this.#open) this.#open.end = end
  }

  /** Ends the open mark. */
  end(): void {
    if (this.#open) this.insert(this.#open.end, endOfMark)
    this.#open = undefined
  }

  /** All of it. */
  whole(): string {
    return this.#pieces.join('') + this.#content.slice(this.#copied)
  }
}

/** The operator that ends a mark. */
export const endOfMark = 'EMC\n'
