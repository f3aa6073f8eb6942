import { errors } from './error-response.ts'

/**
 * The text of a JSON body. JSON is UTF-8 (RFC 8259), but old clients say and send ISO-8859-1; what they say is believed.
 *
 * @param contentType the header, which names JSON already
 * @throws HttpError 415 for a charset nobody knows, 422 for bytes that are not in it
 */
export function bodyText(bytes: Uint8Array, contentType: string): string {
  const charset = /;\s{0,20}charset\s{0,20}=\s{0,20}"?([A-Za-z0-9_:.-]{1,40})/i.exec(contentType)?.[1] ?? 'utf-8'
  let decoder: InstanceType<typeof TextDecoder>
  try {
    decoder = new TextDecoder(charset, { fatal: true })
  } catch {
    throw errors.unsupportedMediaType()
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
