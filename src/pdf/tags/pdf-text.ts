/** A text string (ISO 32000-1, 7.9.2.2): as it is if it is ASCII, otherwise in UTF-16. */
export function pdfText(text: string): string {
  if (/^[ -~]*$/.test(text)) return `(${text.replace(/[()\\]/g, '\\$&')})`
  return `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`
}
