import type { DotImage } from 'counterfoil/internal'
import type { Picture } from '../../../../tools/goldens/pictures/picture.ts'

/** Dots as a picture with white margins, as paper has: what a scanner is held over. */
export function pictureOf({ width, height, dark }: DotImage, scale = 1): Picture {
  const margin = 32
  const [across, down] = [(width + 2 * margin) * scale, (height + 2 * margin) * scale]
  const rgba = new Uint8Array(across * down * 4).fill(255)
  for (let y = 0; y < height * scale; y++) {
    for (let x = 0; x < width * scale; x++) {
      if (dark[Math.floor(y / scale) * width + Math.floor(x / scale)] === 0) continue
      const at = ((y + margin * scale) * across + x + margin * scale) * 4
      rgba.fill(0, at, at + 3)
    }
  }
  return { width: across, height: down, rgba }
}
