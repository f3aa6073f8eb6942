/** Email addresses in a text, at most `most`, each once. Takes linear time. */
export function addressesIn(text: string, most: number): string[] {
  const found = new Map<string, string>()
  for (const { 0: address } of text.matchAll(anAddress)) {
    const clean = address.replace(/^[.'+]+/, '')
    if (clean.indexOf('@') > 0 && !found.has(clean.toLowerCase())) found.set(clean.toLowerCase(), clean)
    if (found.size >= most) break
  }
  return [...found.values()]
}

const anAddress =
  /(?<![^\s<>()[\]{}"',;:|=@\\、。「」【】《》（），：；！-])[^\s<>()[\]{}",;:|@\\、。「」【】《》（），：；！]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,253}[\p{L}\p{N}])?/gu

/** The address of a report's field, "rfc822; jane@example.com" (RFC 3464, section 2.1.2) or "utf-8; …" (RFC 6533, section 3); undefined if there is none, as in X.400. */
export function addressOfField(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const semicolon = value.indexOf(';')
  const type = value.slice(0, Math.max(semicolon, 0)).trim().toLowerCase()
  const text = value.slice(semicolon + 1)
  return addressesIn(type === 'utf-8' ? decodedUtf8(text) : text, 1)[0]
}

/** `\x{E9}` is é. */
function decodedUtf8(text: string): string {
  return text.replace(/\\x\{([0-9A-F]{1,6})\}/gi, (whole, hex) => {
    const code = Number.parseInt(hex, 16)
    return code >= 0x20 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
