import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { errors } from './error-response.ts'

/** Bytes of a body: what a receipt may have, pictures included. */
export const bodyLimit = 1024 * 1024

/** Names of JSON: its own (RFC 8259), that of older clients, and of formats made of it (RFC 6839). */
export const jsonTypes = /^(?:text\/json|application\/(?:[\w.!#$&^-]{1,100}\+)?json)(?:$|;)/i

/**
 * The text of a JSON body. JSON is UTF-8 (RFC 8259), but old clients say and send ISO-8859-1; what they say is believed.
 *
 * @param headers of the request; the content type names JSON already
 * @throws HttpError 415 for a charset nobody knows and for a compressed body, 422 for bytes that are not in the charset
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

/** The JSON value of a small body. @throws HttpError 422 when it is none */
export function readBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw errors.invalid({ body: [{ code: null, message: 'must be JSON' }] })
  }
}

/** Bytes of a body that is too large which are still taken, so that the client comes to read its 413. */
const drained = 64 * 1024 * 1024

/**
 * Takes a body that is too large and throws it away, within bounds of size and, by the server's, of time; false when it says
 * that it is larger still. A client that is cut off while it sends sees a broken connection, takes the service for
 * unreachable, and sends the same again.
 */
export function drain(request: IncomingMessage): boolean {
  if (Number(request.headers['content-length'] ?? 0) > drained) return false
  let left = drained
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) request.destroy()
  })
  request.resume()
  return true
}
