import type { PdfObject } from '../plain-pdf.ts'
import { splitStrings } from '../strings.ts'

/**
 * Whether a document of Chromium has nothing that PDF/A-3 forbids (ISO 19005-3, of which the numbers are): a page of one's own may bring
 * pictures and texts that a receipt hasn't. What Chromium never writes, such as encryption, scripts and optional content, isn't looked for.
 *
 * @param objects all of the document
 */
export function isArchivable(objects: readonly PdfObject[]): boolean {
  return objects.every(({ isStream, content }) => (isStream ? isPlainPicture(content) : isWithinLimits(content)))
}

/** Colors that the document's own profile means, or a profile in it (6.2.4), and nothing smoothed or compressed as JPEG 2000 (6.2.8). */
function isPlainPicture(content: string): boolean {
  const keys = content.slice(0, content.indexOf('>> stream\n'))
  if (!keys.includes('/Subtype /Image')) return true
  return (
    /\/ColorSpace (?:\/Device(?:RGB|Gray)|\[\/(?:Indexed \/DeviceRGB|ICCBased \d))/.test(keys) && !strange.test(keys)
  )
}

const strange = /\/Interpolate true|\/JPXDecode|\/LZWDecode|\/Alternates|\/OPI/

/** 6.1.13: strings of at most 32,767 bytes, names of at most 127, here of a place that a link goes to. */
function isWithinLimits(content: string): boolean {
  if (longPlace.test(content)) return false
  if (content.length <= longestString) return true
  return splitStrings(content)?.every((piece, at) => at % 2 === 0 || bytesIn(piece) <= longestString) === true
}

const longPlace = /\n\/Dest \/[^\s>]{128}/
const longestString = 32_767

function bytesIn(string: string): number {
  return string.startsWith('<') ? string.length / 2 - 1 : string.length - 2
}
