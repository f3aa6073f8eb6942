import { peer } from './peer.ts'
import { beside, extended, type Picture } from './picture.ts'

/** Where two pictures differ. */
export interface PictureDifference {
  /** How many px differ; where the sizes do, of what both would cover. */
  differing: number
  /** As many may: rasterisers round. */
  allowed: number
  /** The one, the other, and the difference in red, side by side. */
  shown: Picture
}

/** Compares two pictures as the eye does. Gives nothing when they look the same and are of the same size. */
export async function comparePictures(one: Picture, other: Picture): Promise<PictureDifference | undefined> {
  const { default: pixelmatch } = await peer('pixelmatch', () => import('pixelmatch'))
  const [width, height] = [Math.max(one.width, other.width), Math.max(one.height, other.height)]
  const [left, right] = [extended(one, width, height), extended(other, width, height)]
  const difference = { width, height, rgba: new Uint8Array(width * height * 4) }
  const differing = pixelmatch(left.rgba, right.rgba, difference.rgba, width, height, { threshold: 0.1 })
  const allowed = Math.max(20, Math.floor((width * height) / 10_000))
  if (differing <= allowed && one.width === other.width && one.height === other.height) return undefined
  return { differing, allowed, shown: beside([left, right, difference]) }
}
