import { createHash, type KeyObject, verify } from 'node:crypto'

/**
 * Whether a message's DKIM signature (RFC 6376, `rsa-sha256`, `relaxed/relaxed`) is that of a key, over its body and the headers it
 * names.
 */
export function isSignedBy(source: string, key: KeyObject): boolean {
  const end = source.indexOf('\r\n\r\n')
  const headers = source.slice(0, end).split(/\r\n(?![ \t])/)
  const signature = headers.find(header => /^dkim-signature:/i.test(header)) ?? ''
  const tags = new Map(
    signature
      .slice(signature.indexOf(':') + 1)
      .split(';')
      .map(tag => tag.split(/=(.*)/s).map(part => part.replace(/\s+/g, '')) as [string, string]),
  )
  if (tags.get('a') !== 'rsa-sha256' || tags.get('c') !== 'relaxed/relaxed') return false
  const body = createHash('sha256')
    .update(relaxedBody(source.slice(end + 4)), 'latin1')
    .digest('base64')
  const named = (tags.get('h') ?? '').toLowerCase().split(':')
  // Of several headers with one name, the last is signed first.
  const signed = named.flatMap(name => headers.filter(header => nameOf(header) === name).slice(-1))
  const unsigned = signature.replace(/(\bb=)[^;]*/s, '$1')
  const text = [...signed.map(relaxedHeader), relaxedHeader(unsigned)].join('\r\n')
  const bytes = Buffer.from(tags.get('b') ?? '', 'base64')
  return tags.get('bh') === body && verify('sha256', Buffer.from(text, 'latin1'), key, bytes)
}

function nameOf(header: string): string {
  return header.slice(0, header.indexOf(':')).trim().toLowerCase()
}

/** RFC 6376, 3.4.2. */
function relaxedHeader(header: string): string {
  const value = header
    .slice(header.indexOf(':') + 1)
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
  return `${nameOf(header)}:${value.trim()}`
}

/** RFC 6376, 3.4.4. */
function relaxedBody(body: string): string {
  const lines = body.split('\r\n').map(line => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''))
  const text = lines.join('\r\n').replace(/(?:\r\n)*$/, '')
  return text === '' ? '' : `${text}\r\n`
}
