import { type Paper, papers } from './paper.ts'

/** A paper in a word, for file names: its name, or its measures as in `76mm`, `148x210mm` and, with a margin of its own, `76@6mm`. */
export function paperName(paper: Paper): string {
  if (typeof paper === 'string') return paper
  const { width, height, margin } = paper
  return `${width}${height === undefined ? '' : `x${height}`}${margin === undefined ? '' : `@${margin}`}mm`
}

/** The paper that is written like that, with or without `mm`; undefined if none is. Whether there can be such a paper, `paperSize` says. */
export function paperNamed(name: string): Paper | undefined {
  const known = papers.find(each => each === name)
  if (known) return known
  const [, width, height, margin] = measures.exec(name) ?? []
  if (width === undefined) return undefined
  return {
    width: Number(width),
    ...(height !== undefined && { height: Number(height) }),
    ...(margin !== undefined && { margin: Number(margin) }),
  }
}

const number = String.raw`(\d{1,4}(?:\.\d{1,3})?)`
const measures = new RegExp(`^${number}(?:x${number})?(?:@${number})?(?:mm)?$`)
