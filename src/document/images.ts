import type { Barcode } from '../barcode/barcode.ts'
import { drawBarcodePng, drawBarcodeSvg, type PaperOptions } from '../barcode/draw.ts'
import { OptionError } from '../errors.ts'
import { sha256, toBase64 } from '../standards/host.ts'
import type { BarcodeSource, ImageSource, PictureSource } from '../view/receipt-view.ts'
import { onWhite } from './pixels.ts'

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

/** An attached image. */
export interface DocumentImage {
  /** Content-ID without angle brackets (RFC 2392); the same for the same bytes. */
  cid: string
  filename: string
  contentType: string
  content: Uint8Array
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
  const budget = { pixels: maxOpaquePixels }
  // A brand's logo is on white already if it must be.
  const opaque = (source: PictureSource) => (source.role === 'logo' ? source : onWhite(inMail(source), budget))
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

/** The most a signature takes of a mail, px: Outlook for Windows reads no `max-height`, and signatures come with 1,800 pixels. */
const signatureRoom = { width: 264, height: 44 }

/** The picture in the size that it is shown in. Offers have theirs already. */
function inMail(source: PictureSource): PictureSource {
  if (source.role !== 'signature') return source
  const scale = Math.min(1, signatureRoom.width / source.width, signatureRoom.height / source.height)
  const scaled = (px: number) => Math.max(1, Math.round(px * scale))
  return { ...source, width: scaled(source.width), height: scaled(source.height) }
}

/** Pixels of one mail's pictures that are put on white, in all: a million takes 0.1 s. */
const maxOpaquePixels = 2_000_000

/** The room for drawings on paper, in mm. */
export interface PaperRoom extends PaperOptions {
  /** Between a sheet's margins. */
  maxHeight?: number | undefined
  /** Of a sheet or roll, on both sides, and above and below. */
  margins?: { across: number; down: number } | undefined
}

/**
 * Draws a receipt's images for paper: barcodes as vectors that fit the paper, others embedded.
 *
 * @throws OptionError for a barcode that needs more room
 */
export function drawForPaper(
  sources: Readonly<Record<string, ImageSource>>,
  paper: PaperRoom,
): Record<string, ShownImage> {
  const { maxWidth, dot, column } = paper
  const drawing = (barcode: Barcode, leastWidth?: number) => {
    const drawn = drawBarcodeSvg(barcode, { maxWidth, dot, column, leastWidth })
    checkRoom(barcode, drawn, paper)
    return { src: '', ...drawn }
  }
  const draw = once(drawing)
  const drawn = ({ barcode, leastWidth }: BarcodeSource) =>
    leastWidth === undefined ? draw(barcode) : drawing(barcode, leastWidth)
  return Object.fromEntries(
    Object.entries(sources).map(([key, source]) => [
      key,
      source.kind === 'barcode'
        ? drawn(source)
        : { src: dataUrl(source.mimeType, source.bytes), svg: '', width: source.width, height: source.height },
    ]),
  )
}

function checkRoom(
  { type, text }: Barcode,
  { width, height }: { width: number; height: number },
  { maxWidth, maxHeight = Number.POSITIVE_INFINITY, margins }: PaperRoom,
): void {
  // A drawing's size is rounded.
  const isWide = width > maxWidth + 0.001
  if (!isWide && height <= maxHeight + 0.001) return
  const [needed, room, beside, how] = isWide
    ? [width, maxWidth, margins?.across, 'wide']
    : [height, maxHeight, margins?.down, 'high']
  const advice = beside === undefined ? '' : `; the paper must be ${Math.ceil(needed + beside)} mm ${how}`
  throw new OptionError(
    `paper: the receipt's ${type} of ${text.length} characters is ${Math.ceil(needed * 10) / 10} mm ${how}, and there are ${Math.floor(room * 10) / 10} mm between the margins${advice}`,
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

type MailPicture = Pick<PictureSource, 'bytes' | 'mimeType' | 'width' | 'height'> & { role: string }

function barcodePicture(barcode: Barcode): MailPicture {
  const { png, width, height } = drawBarcodePng(barcode)
  return { role: 'barcode', mimeType: 'image/png', bytes: png, width, height }
}

function attachment(role: string, contentType: string, content: Uint8Array): DocumentImage {
  const name = `${role}-${sha256(content).slice(0, 16)}`
  return { cid: `${name}@counterfoil`, filename: `${name}.${extensions[contentType] ?? 'bin'}`, contentType, content }
}

const extensions: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/bmp': 'bmp',
}

function dataUrl(mimeType: string, bytes: Uint8Array): string {
  return `data:${mimeType};base64,${toBase64(bytes)}`
}
