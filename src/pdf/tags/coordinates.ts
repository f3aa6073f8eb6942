import type { Matrix } from '../file/matrix.ts'

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
const usualScale = 300 / 96

/** Whether coordinates are the page's, not a picture's. */
export function isScaled([a, b, c, d]: Matrix, scale: number): boolean {
  return (a === scale || a === usualScale) && b === 0 && c === 0 && d === a
}
