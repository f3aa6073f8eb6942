import { peer } from '../peer.ts'
import { beside, extended, type Picture } from './picture.ts'

/** The difference between two images. */
export interface PictureDifference {
  /** How many px differ; if the sizes differ, of the area that covers both. */
  differing: number
  /** How many may differ, because rasterizers round. */
  allowed: number
  /** Both images and the difference in red, side by side. */
  shown: Picture
}

/** Compares two images as the eye does. Returns undefined if they look the same and have the same size. */
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
