import { hash } from 'node:crypto'
import type { Barcode } from '../barcode/barcode.ts'
import { drawBarcodePng, drawBarcodeSvg } from '../barcode/draw.ts'
import type { BarcodeSource, ImageSource, PictureSource } from '../view/receipt-view.ts'
import { onWhite } from './pixels.ts'
import type { DocumentImage } from './receipt-document.ts'

/** An image for templates: either `src` or, for drawings on paper, `svg`. Sizes in CSS px. */
export interface ShownImage {
  /** URL of the image; empty for a drawing. */
  src: string
  /** The drawing's markup, which `{{drawing key}}` prints; empty for an image. */
  svg: string
  /** Width in px. */
  width: number
  /** Height in px. */
  height: number
}

/** How a mail includes its images: attached, with `cid:` URLs (mail clients drop `data:`), or embedded. */
export type MailImages = 'cid' | 'data'

/** Draws a receipt's images for mail. Equal images are attached once, and equal barcodes drawn once. */
export function drawForMail(
  sources: Readonly<Record<string, ImageSource>>,
  how: MailImages,
): { shown: Record<string, ShownImage>; images: DocumentImage[] } {
  const shown: Record<string, ShownImage> = {}
  const images: DocumentImage[] = []
  const draw = once(barcodePicture)
  const budget = { pixels: mostOpaquePixels }
  // A brand's logo is on white already if it must be.
  const opaque = (source: PictureSource) => (source.role === 'logo' ? source : onWhite(source, budget))
  for (const [key, source] of Object.entries(sources)) {
    if (source.kind === 'barcode' && source.onlyPaper) continue
    const { bytes, mimeType, role, width, height } = source.kind === 'barcode' ? draw(source.barcode) : opaque(source)
    let src: string
    if (how === 'data') src = dataUrl(mimeType, bytes)
    else {
      const image = attachment(role, mimeType, bytes)
      if (!images.some(({ cid }) => cid === image.cid)) images.push(image)
      src = `cid:${image.cid}`
    }
    shown[key] = { src, svg: '', width, height }
  }
  return { shown, images }
}

/** Pixels of one mail's pictures that are put on white, in all: a million takes 0.1 s. */
const mostOpaquePixels = 2_000_000

/** Draws a receipt's images for paper: barcodes as vectors that fit the paper, others embedded. */
export function drawForPaper(
  sources: Readonly<Record<string, ImageSource>>,
  paper: { maxWidth: number; dot?: number },
): Record<string, ShownImage> {
  const draw = once(barcode => ({ src: '', ...drawBarcodeSvg(barcode, paper) }))
  const drawn = ({ barcode, leastWidth }: BarcodeSource) =>
    leastWidth === undefined ? draw(barcode) : { src: '', ...drawBarcodeSvg(barcode, { ...paper, leastWidth }) }
  return Object.fromEntries(
    Object.entries(sources).map(([key, source]) => [
      key,
      source.kind === 'barcode'
        ? drawn(source)
        : { src: dataUrl(source.mimeType, source.bytes), svg: '', width: source.width, height: source.height },
    ]),
  )
}

/** Draws equal barcodes once: a large QR code takes 10 ms. */
function once<Drawing>(draw: (barcode: Barcode) => Drawing): (barcode: Barcode) => Drawing {
  const drawn = new Map<string, Drawing>()
  return barcode => {
    const key = `${barcode.symbology} ${barcode.text}`
    const drawing = drawn.get(key) ?? draw(barcode)
    drawn.set(key, drawing)
    return drawing
  }
}

type Picture = Pick<PictureSource, 'bytes' | 'mimeType' | 'width' | 'height'> & { role: string }

function barcodePicture(barcode: Barcode): Picture {
  const { png, width, height } = drawBarcodePng(barcode)
  return { role: 'barcode', mimeType: 'image/png', bytes: png, width, height }
}

function attachment(role: string, contentType: string, content: Uint8Array): DocumentImage {
  const name = `${role}-${hash('sha256', content).slice(0, 16)}`
  return { cid: `${name}@counterfoil`, filename: `${name}.${extensions[contentType] ?? 'bin'}`, contentType, content }
}

const extensions: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/bmp': 'bmp',
}

function dataUrl(mimeType: string, bytes: Uint8Array): string {
  return `data:${mimeType};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')}`
}
