import { type Matrix, product } from '../file/syntax.ts'
import type { Spot } from './draw-order.ts'

/** What marks need of a page's graphics state (ISO 32000-1, 8.4): coordinates and color, as `q` saves and `Q` restores them. */
export class GraphicsState {
  /** The operator that set the color. */
  color = ''
  #matrix: Matrix = [1, 0, 0, 1, 0, 0]
  readonly #saved: { matrix: Matrix; color: string }[] = []

  /** How deep it is saved. */
  get depth(): number {
    return this.#saved.length
  }

  save(): void {
    this.#saved.push({ matrix: this.#matrix, color: this.color })
  }

  restore(): void {
    const before = this.#saved.pop()
    if (!before) return
    this.#matrix = before.matrix
    this.color = before.color
  }

  transform(matrix: Matrix): void {
    this.#matrix = product(matrix, this.#matrix)
  }

  /** A place in these coordinates, and a size of letters, as those of the page with that index. */
  spot(page: number, x: number, y: number, size: number): Spot {
    const [a, b, c, d, e, f] = this.#matrix
    return { page, x: a * x + c * y + e, y: b * x + d * y + f, size: size * a }
  }
}

/** The scale that follows the widest clip: that to the space between the margins. A page that is too wide is made smaller. */
export function scaleOf(content: string): number {
  let widest = 0
  let scale = 0
  for (let at = content.indexOf(clip); at >= 0; at = content.indexOf(clip, at + 1)) {
    const width = Number(content.slice(content.lastIndexOf('\n', at) + 1, at).split(' ')[2])
    const start = at + clip.length
    if (width <= widest) continue
    widest = width
    scale = Number(content.slice(start, content.indexOf(' ', start)))
  }
  return scale
}

const clip = ' re\nW* n\nq\n'

/** In the margins, nothing is made smaller: 300 dots an inch, 96 px. */
const unscaled = 300 / 96

/** Whether coordinates are the page's, not a picture's. */
export function isScaled([a, b, c, d]: Matrix, scale: number): boolean {
  return (a === scale || a === unscaled) && b === 0 && c === 0 && d === a
}
