import { peer } from '../peer.ts'
import type { Picture } from './picture.ts'

/** Reads a PNG file. */
export async function readPng(file: Uint8Array): Promise<Picture> {
  const { PNG } = await peer('pngjs', async () => (await import('pngjs')).default)
  const { width, height, data } = PNG.sync.read(Buffer.from(file))
  return { width, height, rgba: data }
}
