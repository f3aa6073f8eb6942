import { hash } from 'node:crypto'
import type { Barcode } from '../barcode/barcode.ts'
import { drawBarcodePng, drawBarcodeSvg } from '../barcode/draw.ts'
import type { ImageSource, PictureSource } from '../view/receipt-view.ts'
import type { DocumentImage } from './receipt-document.ts'

/** A picture as a template shows it: either `src` or, for drawings on paper, `svg`. Sizes in CSS px. */
export interface ShownImage {
  /** Address of the picture; empty for a drawing. */
  src: string
  /** The drawing's markup, which `{{drawing key}}` prints; empty for a picture. */
  svg: string
  /** Its width in px. */
  width: number
  /** Its height in px. */
  height: number
}

/** How mail carries its pictures: as attachments named by `cid:` (mail clients drop `data:`), or inside the page. */
export type MailImages = 'cid' | 'data'

/** Draws every picture of a receipt for a mail. Equal pictures travel once, and equal barcodes are drawn once. */
export function drawForMail(
  sources: Readonly<Record<string, ImageSource>>,
  how: MailImages,
): { shown: Record<string, ShownImage>; images: DocumentImage[] } {
  const shown: Record<string, ShownImage> = {}
  const images = new Map<string, DocumentImage>()
  const draw = once(barcodePicture)
  for (const [key, source] of Object.entries(sources)) {
    const { bytes, mimeType, role, width, height } = source.kind === 'barcode' ? draw(source.barcode) : source
    let src: string
    if (how === 'data') src = dataUrl(mimeType, bytes)
    else {
      const image = attachment(role, mimeType, bytes)
      images.set(image.cid, image)
      src = `cid:${image.cid}`
    }
    shown[key] = { src, svg: '', width, height }
  }
  return { shown, images: [...images.values()] }
}

/** Draws every picture of a receipt for paper: barcodes as vectors that fit the paper, the others inside the page. */
export function drawForPaper(
  sources: Readonly<Record<string, ImageSource>>,
  paper: { maxWidth: number; dot?: number },
): Record<string, ShownImage> {
  const draw = once(barcode => ({ src: '', ...drawBarcodeSvg(barcode, paper) }))
  return Object.fromEntries(
    Object.entries(sources).map(([key, source]) => [
      key,
      source.kind === 'barcode'
        ? draw(source.barcode)
        : { src: dataUrl(source.mimeType, source.bytes), svg: '', width: source.width, height: source.height },
    ]),
  )
}

/** Draws barcodes; those that are equal once. A large QR code takes a hundredth of a second. */
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
