/** A decoded JSON string. */
export interface JsonString {
  text: string
  /** The position of a character of `text` (or of its end) in the JSON text. */
  placeOf(at: number): number
}

/** The end of the string that begins here, or the end of the JSON text if it is unterminated. */
export function endOfString(json: string, start: number): number {
  for (let from = start + 1; ; ) {
    const quote = json.indexOf('"', from)
    if (quote < 0) return json.length
    let escapes = 0
    while (quote - 1 - escapes > start && json.charCodeAt(quote - 1 - escapes) === 0x5c) escapes++
    if (escapes % 2 === 0) return quote + 1
    from = quote + 1
  }
}

/** Decodes the string between two positions, including its quotes. Invalid escapes are kept as they are. */
export function readString(json: string, start: number, end: number): JsonString {
  const raw = json.slice(start + 1, json[end - 1] === '"' && end > start + 1 ? end - 1 : end)
  if (!raw.includes('\\')) return { text: raw, placeOf: at => start + 1 + at }
  const places: number[] = []
  let text = ''
  let at = 0
  while (at < raw.length) {
    const written = raw[at] === '\\' ? escapes.exec(raw.slice(at, at + 6))?.[0] : undefined
    places.push(start + 1 + at)
    text += written === undefined ? raw[at] : meaningOf(written)
    at += written?.length ?? 1
  }
  places.push(start + 1 + raw.length)
  return { text, placeOf: index => places[index] ?? start + 1 + raw.length }
}

const escapes = /^\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt])/

function meaningOf(written: string): string {
  if (written[1] === 'u') return String.fromCharCode(Number.parseInt(written.slice(2), 16))
  return meanings[written[1] ?? ''] ?? written.slice(1)
}

const meanings: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** How many members the objects of a valid JSON text have, each key as often as it is there. */
export function membersIn(json: string): number {
  let count = 0
  for (let at = 0; ; ) {
    const quote = json.indexOf('"', at)
    if (quote < 0) return count
    at = endOfString(json, quote)
    while (json.charCodeAt(at) <= 0x20) at++
    if (json.charCodeAt(at) === 0x3a) count++
  }
}

/** The end of the value that begins here. */
export function endOfValue(json: string, start: number): number {
  let depth = 0
  for (let at = start; at < json.length; ) {
    const char = json[at]
    if (char === '"') at = endOfString(json, at)
    else {
      if (char === '{' || char === '[') depth++
      if (char === '}' || char === ']') depth--
      at = isBare(json.charCodeAt(at)) ? endOfBare(json, at) : at + 1
    }
    if (depth <= 0) return at
  }
  return json.length
}

/** The end of the number or literal that begins here. */
export function endOfBare(json: string, start: number): number {
  let at = start
  while (at < json.length && isBare(json.charCodeAt(at))) at++
  return at
}

/** Whether a character code can occur in a number, `true`, `false` or `null`. */
export function isBare(code: number): boolean {
  return bare[code] === 1
}

const bare = new Uint8Array(0x10000)
for (const char of '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_+.-') bare[char.charCodeAt(0)] = 1
