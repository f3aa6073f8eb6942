/** A text string (ISO 32000-1, 7.9.2.2): as it is if it is ASCII, otherwise in UTF-16. */
export function pdfText(text: string): string {
  if (/^[ -~]*$/.test(text)) return `(${text.replace(/[()\\]/g, '\\$&')})`
  return `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`
}

/** The title in a document's information dictionary (ISO 32000-1, 14.3.3), as Chromium writes strings; undefined if it has none. */
export function titleIn(info: string): string | undefined {
  const [, literal, hex] = /\/Title (?:\(((?:[^()\\]|\\.)*)\)|<FEFF([0-9A-F]*)>)/s.exec(info) ?? []
  const title = hex === undefined ? literal && unescaped(literal) : Buffer.from(hex, 'hex').swap16().toString('utf16le')
  return title?.trim() ? title : undefined
}

function unescaped(literal: string): string {
  return literal.replace(/\\([0-7]{3}|.)/gs, (_, sign: string) =>
    sign.length === 3 ? String.fromCharCode(Number.parseInt(sign, 8)) : sign,
  )
}

/** What a document may give as its language (ISO 32000-1, 14.9.2.2; RFC 3066). */
export const languageTag = /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/
