import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { TillError } from '../basics/errors.ts'
import { OddFileError } from '../basics/files.ts'

/** How files rest: clear, or encrypted with the till's key. */
export interface Seal {
  /** Of the files it writes, with its dot. */
  extension: '.json' | '.cft'
  /** @param name of the file; without extension it is bound to the content, so that files can't be swapped */
  close(text: string, name: string): string | Uint8Array
  /**
   * What a file says. The name tells whether it must be encrypted, and with a key every file must, or anyone who may write into the
   * folder could send receipts.
   *
   * @throws OtherKeyError, or DamagedFileError
   */
  open(bytes: Uint8Array, name: string): string
}

/** The file was encrypted with a key that this till doesn't have. */
export class OtherKeyError extends TillError {
  readonly code = 'other_key'
}

/** The file isn't what was written. */
export class DamagedFileError extends OddFileError {
  constructor(message: string, options?: ErrorOptions & { code?: string }) {
    super(message, options?.code ?? 'damaged', options)
  }
}

const magic = Buffer.from('CFT1')
const [idLength, ivLength, tagLength] = [8, 12, 16]
const headLength = magic.length + idLength + ivLength

/**
 * Opens the keys: the first encrypts (AES-256-GCM), all decrypt. Without keys files are clear text.
 *
 * @param keys 32 bytes each, as base64 or hexadecimal
 * @throws TillError for a key of another length
 */
export function openSeal(keys: readonly string[]): Seal {
  const known = keys.map(readKey)
  const [own] = known
  return {
    extension: own ? '.cft' : '.json',
    close(text, name) {
      if (!own) return text
      const iv = randomBytes(ivLength)
      const head = Buffer.concat([magic, own.id, iv])
      const cipher = createCipheriv('aes-256-gcm', own.key, iv, { authTagLength: tagLength })
      cipher.setAAD(Buffer.concat([head, Buffer.from(baseOf(name))]))
      return Buffer.concat([head, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    open(bytes, name) {
      const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      if (!isSealedName(name) && !own) return file.toString('utf8')
      if (!isSealedName(name) || !file.subarray(0, magic.length).equals(magic)) throw clearText()
      if (file.length < headLength + tagLength) throw new DamagedFileError('The file is cut off.')
      const head = file.subarray(0, headLength)
      const id = head.subarray(magic.length, magic.length + idLength)
      const fitting = known.find(candidate => candidate.id.equals(id))
      if (!fitting) throw new OtherKeyError('The file was encrypted with another key; add that one to the spool keys.')
      const iv = head.subarray(-ivLength)
      const decipher = createDecipheriv('aes-256-gcm', fitting.key, iv, { authTagLength: tagLength })
      decipher.setAAD(Buffer.concat([head, Buffer.from(baseOf(name))]))
      decipher.setAuthTag(file.subarray(-tagLength))
      try {
        return Buffer.concat([decipher.update(file.subarray(headLength, -tagLength)), decipher.final()]).toString(
          'utf8',
        )
      } catch (cause) {
        throw new DamagedFileError('The file was changed since it was written, or swapped with another.', { cause })
      }
    },
  }
}

function clearText(): DamagedFileError {
  return new DamagedFileError('The file is not encrypted, as every file of this spool must be.', { code: 'clear_text' })
}

function readKey(text: string): { key: Buffer; id: Buffer } {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
  if (key.length !== 32)
    throw new TillError('A spool key must be 32 bytes, as base64 or hexadecimal: openssl rand -base64 32')
  return { key, id: createHash('sha256').update('counterfoil-till').update(key).digest().subarray(0, idLength) }
}

/** Whether its file is encrypted, by the name. */
export function isSealedName(name: string): boolean {
  return name.endsWith('.cft')
}

/** The name without its extension. */
export function baseOf(name: string): string {
  return name.replace(/\.(json|cft)$/, '')
}
