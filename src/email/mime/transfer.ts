/** A text or file as it travels in a mail, and its Content-Transfer-Encoding (RFC 2045). Lines have at most 76 characters. */
export interface Transfer {
  encoding: 'quoted-printable' | 'base64'
  body: string
}

/** Encodes a text: as quoted-printable, or as base64 if that is shorter, for letters beyond ASCII. Line ends become CRLF. */
export function encodeText(text: string): Transfer {
  const lines = text.replace(/\r\n?|\n/g, '\r\n')
  const bytes = Buffer.from(lines, 'utf8')
  // A byte takes three characters in one, 4/3 in the other.
  return (bytes.length - lines.length) * 2 > bytes.length / 2 ? encodeBytes(bytes) : quotedPrintable(bytes)
}

/** Encodes a file. */
export function encodeBytes(bytes: Uint8Array): Transfer {
  const written = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  return { encoding: 'base64', body: written.replace(/.{76}(?!$)/g, '$&\r\n') }
}

const most = 76
const [tab, lf, cr, space, equals] = [9, 10, 13, 32, 61]
const hex = Buffer.from('0123456789ABCDEF')

/** RFC 2045, 6.7: no space ends a line, and a soft break ends one that would be too long. */
function quotedPrintable(bytes: Buffer): Transfer {
  const out = Buffer.allocUnsafe(bytes.length * 3 + Math.ceil(bytes.length / (most / 3 - 1)) * 3 + 3)
  let at = 0
  let column = 0
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]!
    if (byte === cr || byte === lf) {
      out[at++] = byte
      column = 0
      continue
    }
    const endsLine = index + 1 === bytes.length || bytes[index + 1] === cr
    const isPlain = byte === space || byte === tab ? !endsLine : byte > space && byte < 127 && byte !== equals
    const width = isPlain ? 1 : 3
    if (column + width > (endsLine ? most : most - 1)) {
      out[at++] = equals
      out[at++] = cr
      out[at++] = lf
      column = 0
    }
    column += width
    if (isPlain) out[at++] = byte
    else {
      out[at++] = equals
      out[at++] = hex[byte >> 4]!
      out[at++] = hex[byte & 15]!
    }
  }
  return { encoding: 'quoted-printable', body: out.toString('latin1', 0, at) }
}
