import { fromBase64, toBase64 } from '../../standards/host.ts'
import { limits } from '../limits.ts'

/** A decoded image. `bytes` are as sent; `width` and `height` are in pixels, as it is shown: a photo may say that it is to be turned. */
export interface Image {
  mimeType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/bmp'
  bytes: Uint8Array
  width: number
  height: number
}

/** Why an image can't be shown, with advice. */
export interface UnusableImage {
  problem: string
  /** It is an image all the same: of another format, or a broken one. */
  isImage?: true
}

/**
 * Decodes a base64 image (RFC 4648, without line breaks) and reads its type and size from its header. Returns `problem` if it isn't a
 * PNG, JPEG, GIF or BMP (SVG is rejected because it can run code), or if decoding its pixels could cost too much: one kilobyte can
 * hold an image that takes a gigabyte.
 */
export function readImage(base64: string): Image | UnusableImage {
  // Four characters hold three bytes, so a text can be too long without decoding it.
  const bytes = base64.length > (limits.imageBytes / 3 + 1) * 4 ? undefined : fromBase64(base64)
  if (!bytes || bytes.length > limits.imageBytes)
    return { problem: `must be an image of at most ${limits.imageBytes / 1024} KB` }
  if (bytes.length === 0 || toBase64(bytes) !== base64)
    return { problem: 'must be base64 without line breaks and without a data: prefix' }
  const format = formats.find(({ magic }) => magic.every((byte, index) => bytes[index] === byte))
  if (!format)
    return { problem: 'must be a PNG, JPEG, GIF or BMP image', ...(isOtherImage(bytes) && { isImage: true }) }
  const size = format.size(new DataView(bytes.buffer, bytes.byteOffset, bytes.length))
  if (!size || size.width < 1 || size.height < 1)
    return { problem: 'must be a whole image; this one is cut off or broken', isImage: true }
  if (Math.max(size.width, size.height) > limits.imageEdge || size.width * size.height > limits.imagePixels)
    return { problem: `must be at most ${limits.imageEdge} × ${limits.imageEdge} pixels, ${limits.imagePixels} in all` }
  return { mimeType: format.mimeType, bytes: new Uint8Array(bytes), ...size }
}

type Size = { width: number; height: number }

const formats: { mimeType: Image['mimeType']; magic: number[]; size(view: DataView): Size | undefined }[] = [
  { mimeType: 'image/png', magic: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], size: pngSize },
  { mimeType: 'image/jpeg', magic: [0xff, 0xd8, 0xff], size: jpegSize },
  { mimeType: 'image/gif', magic: [0x47, 0x49, 0x46, 0x38], size: gifSize },
  { mimeType: 'image/bmp', magic: [0x42, 0x4d], size: bmpSize },
]

/** Whether it is an image that mail clients don't show: SVG, WebP, TIFF, HEIC or AVIF. */
function isOtherImage(bytes: Uint8Array): boolean {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024))
  return (
    (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) ||
    head.startsWith('II*\0') ||
    head.startsWith('MM\0*') ||
    /^....ftyp(?:avi|hei|mif|msf)/s.test(head) ||
    (/^(?:\xef\xbb\xbf)?\s*<(?:svg|\?xml|!)/.test(head) && head.includes('<svg'))
  )
}

/** The header chunk, IHDR, comes first (PNG, 11.2.2). */
function pngSize(view: DataView): Size | undefined {
  if (view.byteLength < 33 || view.getUint32(12) !== 0x49484452) return undefined
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

/** The largest of the screen and all frames: a frame may be larger than its screen (GIF89a, 18 and 20). */
function gifSize(view: DataView): Size | undefined {
  if (view.byteLength < 14) return undefined
  const size = { width: view.getUint16(6, true), height: view.getUint16(8, true) }
  let at = 13 + colourTable(view.getUint8(10))
  while (at < view.byteLength) {
    const block = view.getUint8(at)
    if (block === 0x3b) return size
    if (block === 0x2c) {
      if (at + 10 > view.byteLength) return undefined
      size.width = Math.max(size.width, view.getUint16(at + 1, true) + view.getUint16(at + 5, true))
      size.height = Math.max(size.height, view.getUint16(at + 3, true) + view.getUint16(at + 7, true))
      at = afterSubBlocks(view, at + 11 + colourTable(view.getUint8(at + 9)))
    } else if (block === 0x21) at = afterSubBlocks(view, at + 2)
    else return undefined
  }
  return size
}

function colourTable(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

function afterSubBlocks(view: DataView, from: number): number {
  let at = from
  while (at < view.byteLength && view.getUint8(at) > 0) at += view.getUint8(at) + 1
  return at + 1
}

/**
 * Width and height are in the start-of-frame segment (ITU-T T.81, B.2.2), after segments to skip. The orientations 5 to 8 of an Exif
 * segment (Exif 2.32, 4.6.4) lay it on its side; browsers and mail clients turn it.
 */
function jpegSize(view: DataView): Size | undefined {
  let at = 2
  let isTurned = false
  while (at + 9 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) {
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)]
      return isTurned ? { width: height, height: width } : { width, height }
    }
    if (marker === 0xe1) isTurned ||= [5, 6, 7, 8].includes(orientationIn(view, at + 4))
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
  return undefined
}

/** The orientation that an Exif segment says, 1 to 8; 0 if it says none. @param at where its text "Exif" would be */
function orientationIn(view: DataView, at: number): number {
  const tiff = at + 6
  if (tiff + 8 > view.byteLength || view.getUint32(at) !== 0x45786966) return 0
  const isLittle = view.getUint16(tiff) === 0x4949
  const directory = tiff + view.getUint32(tiff + 4, isLittle)
  if (directory + 2 > view.byteLength) return 0
  const count = Math.min(view.getUint16(directory, isLittle), 200)
  for (let entry = directory + 2; entry < directory + 2 + 12 * count && entry + 12 <= view.byteLength; entry += 12)
    if (view.getUint16(entry, isLittle) === 0x0112) return view.getUint16(entry + 8, isLittle)
  return 0
}

/** The oldest header has 16-bit sizes; a negative height means top-down rows. */
function bmpSize(view: DataView): Size | undefined {
  if (view.byteLength < 26) return undefined
  if (view.getUint32(14, true) === 12) return { width: view.getUint16(18, true), height: view.getUint16(20, true) }
  return { width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) }
}
