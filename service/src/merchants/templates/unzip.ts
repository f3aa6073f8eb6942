import { Unzip, type UnzipFile, UnzipInflate } from 'fflate'

/** How much may come out of a zip file. */
interface UnzipLimits {
  files: number
  bytes: number
}

/** A file of a folder that was sent. */
export interface SentFile {
  /** As it was sent. */
  path: string
  bytes: Uint8Array
}

/** What is wrong with what was sent; the message says it. */
export class UploadError extends Error {}

/** Bytes that are unpacked in one step: they become at most a thousand times as many. */
const step = 4096

/**
 * Unpacks a zip file, in memory. Sizes that it claims don't count: what comes out is counted as it comes.
 *
 * @throws UploadError for what isn't a zip file, is more than `limits`, or holds links
 */
export function unzip(zip: Uint8Array, limits: UnzipLimits): SentFile[] {
  refuseLinks(zip)
  const files: SentFile[] = []
  let bytes = 0
  let whole = 0

  const take = (file: UnzipFile) => {
    if (files.length >= limits.files) throw new UploadError(tooManyFiles(limits))
    const parts: Uint8Array[] = []
    const taken: SentFile = { path: file.name, bytes: new Uint8Array() }
    files.push(taken)
    file.ondata = (error, part, isLast) => {
      if (error) throw error instanceof UploadError ? error : new UploadError(unreadable)
      bytes += part.length
      if (bytes > limits.bytes) throw new UploadError(tooLarge(limits))
      parts.push(part)
      if (!isLast) return
      taken.bytes = Buffer.concat(parts)
      whole += 1
    }
    file.start()
  }

  const archive = new Unzip(take)
  archive.register(UnzipInflate)
  try {
    for (let at = 0; at < zip.length; at += step) archive.push(zip.subarray(at, at + step), at + step >= zip.length)
  } catch (error) {
    throw error instanceof UploadError ? error : new UploadError(unreadable, { cause: error })
  }
  if (files.length === 0 || whole < files.length) throw new UploadError(unreadable)
  return files
}

/** What is said of too many files. */
export const tooManyFiles = ({ files }: Pick<UnzipLimits, 'files'>) => `must have at most ${files} files`

/** What is said of too much. */
export const tooLarge = ({ bytes }: Pick<UnzipLimits, 'bytes'>) => `must be at most ${bytes / 1024 / 1024} MB, unpacked`

const unreadable = 'must be a zip file, whole and without a password'

/** Where a zip file lists what is in it (APPNOTE 4.3.12 and 4.3.16). */
const [entrySignature, endSignature] = [0x02014b50, 0x06054b50]

/** The kind of a file, in the upper half of its attributes, as Unix has them. */
const [kindMask, linkKind] = [0o170000, 0o120000]

/** A link is a file with an attribute, which only the list at the end has; its content is where it leads. */
function refuseLinks(zip: Uint8Array): void {
  const view = Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength)
  const end = view.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 20 > view.length || view.readUInt32LE(end) !== endSignature) throw new UploadError(unreadable)
  for (let at = view.readUInt32LE(end + 16); at + 46 <= view.length && view.readUInt32LE(at) === entrySignature; ) {
    const [name, extra, comment] = [28, 30, 32].map(field => view.readUInt16LE(at + field)) as [number, number, number]
    if (((view.readUInt32LE(at + 38) >>> 16) & kindMask) === linkKind)
      throw new UploadError('must hold files, not links; put the files themselves into it')
    at += 46 + name + extra + comment
  }
}
