import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { errors } from './errors/error-response.ts'

/** Most bytes of a body: a receipt with its images. */
export const bodyLimit = 1024 * 1024

/** Content types of JSON: `application/json` (RFC 8259), that of older clients, and `+json` formats (RFC 6839). */
export const jsonTypes = /^(?:text\/json|application\/(?:[\w.!#$&^-]{1,100}\+)?json)(?:$|;)/i

/**
 * Decodes a JSON body. JSON is UTF-8 (RFC 8259), but old clients send ISO-8859-1 and declare it, so the declared charset
 * is used.
 *
 * @param headers of the request, whose content type is known to be JSON
 * @throws HttpError 415 for an unknown charset or a compressed body, 422 for bytes invalid in the charset
 */
export function bodyText(bytes: Uint8Array, headers: IncomingHttpHeaders): string {
  const { 'content-type': contentType = '', 'content-encoding': encoding = 'identity' } = headers
  if (encoding.trim().toLowerCase() !== 'identity')
    throw errors.unsupportedMediaType('Content-Encoding', 'must be left out: send the body uncompressed')
  const charset = /;\s{0,20}charset\s{0,20}=\s{0,20}"?([A-Za-z0-9_:.-]{1,40})/i.exec(contentType)?.[1] ?? 'utf-8'
  let decoder: InstanceType<typeof TextDecoder>
  try {
    decoder = new TextDecoder(charset, { fatal: true })
  } catch {
    throw errors.unsupportedMediaType('Content-Type', 'must name a known charset, such as utf-8')
  }
  try {
    return decoder.decode(bytes)
  } catch {
    throw errors.invalid({ body: [{ code: null, message: `must be ${charset}` }] })
  }
}

/** Parses a small JSON body. @throws HttpError 422 if it isn't JSON */
export function readBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw errors.invalid({ body: [{ code: null, message: 'must be JSON' }] })
  }
}

/** Bytes of an oversized body that are still read, so that the client gets to read its 413. */
const drainLimit = 64 * 1024 * 1024

/**
 * Reads and discards an oversized body, up to `drainLimit` bytes and the server's request timeout; false if it declares more.
 * A client that is cut off while sending sees a broken connection, assumes the service is down, and sends the same again.
 */
export function drain(request: IncomingMessage): boolean {
  if (Number(request.headers['content-length'] ?? 0) > drainLimit) return false
  let left = drainLimit
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) request.destroy()
  })
  request.resume()
  return true
}
