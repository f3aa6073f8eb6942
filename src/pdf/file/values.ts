/**
 * A value of a PDF (ISO 32000-1, 7.3). What isn't a list or a dictionary is as it is written: `/Link`, `(Receipt)`, `<FEFF00E9>`, `-12.5`,
 * `true`, `null`, `12 0 R`. So what is read and written again is the same.
 */
export type PdfValue = string | PdfValue[] | Dictionary

/** A dictionary, by keys without their slash. */
export type Dictionary = Map<string, PdfValue>

/** A value, and where in the text it ends. */
export interface ReadValue {
  value: PdfValue
  end: number
}

/** What our documents nest at most is 8: a function in a shading's function in a pattern. */
const maxDepth = 32
/** Digits of a number, with its point and sign. */
const maxNumberLength = 32

/**
 * The one reader of values: of each character once, from left to right, so that no text takes it more than linear time. It knows what
 * Chromium and we write: no comments, no parentheses in a string that aren't escaped, generation 0.
 *
 * @param text latin1, one character a byte
 * @param at where the value begins
 * @param limit of values: each is taken from it
 * @returns undefined if there is anything else, a key twice in a dictionary, more than 32 levels, or more values
 */
export function readValue(
  text: string,
  at = 0,
  limit: ValueLimit = { left: Number.POSITIVE_INFINITY },
): ReadValue | undefined {
  const reader = new Reader(text, at, limit)
  const value = reader.value(0)
  return value === undefined ? undefined : { value, end: reader.at }
}

/** How many values may still be read: a document of a kilobyte could unpack to half a million. */
export interface ValueLimit {
  left: number
}

/** Reads an object that isn't a stream; undefined if there is more than a value. @param limit see `readValue` */
export function parseValue(text: string, limit?: ValueLimit): PdfValue | undefined {
  const read = readValue(text, 0, limit)
  return read && isBlank(text, read.end) ? read.value : undefined
}

function isBlank(text: string, from: number): boolean {
  for (let at = from; at < text.length; at++) if (kinds[text.charCodeAt(at)] !== space) return false
  return true
}

/** What a character may be of (7.2.2). */
const [regular, space, delimiter] = [0, 1, 2] as const
const kinds = new Uint8Array(256)
for (const sign of '\0\t\n\f\r ') kinds[sign.charCodeAt(0)] = space
for (const sign of '()<>[]{}/%') kinds[sign.charCodeAt(0)] = delimiter

const words = new Set(['true', 'false', 'null'])
const [zero, nine] = [48, 57]
const [backslash, open, close, less, greater, left, right, slash] = Array.from('\\()<>[]/', sign => sign.charCodeAt(0))

class Reader {
  at: number
  readonly #text: string
  readonly #limit: ValueLimit

  constructor(text: string, at: number, limit: ValueLimit) {
    this.#text = text
    this.at = at
    this.#limit = limit
  }

  value(depth: number): PdfValue | undefined {
    const text = this.#text
    if (--this.#limit.left < 0) return undefined
    const code = this.#skipSpace()
    if (code === slash) return this.#name()
    if (code === open) return this.#literal()
    if (code === left) return depth < maxDepth ? this.#list(depth + 1) : undefined
    if (code !== less) return this.#word()
    if (text.charCodeAt(this.at + 1) !== less) return this.#hexadecimal()
    return depth < maxDepth ? this.#dictionary(depth + 1) : undefined
  }

  /** The code of the next sign that isn't a space. */
  #skipSpace(): number {
    const text = this.#text
    while (kinds[text.charCodeAt(this.at)] === space) this.at++
    return text.charCodeAt(this.at)
  }

  #name(): string {
    return this.#regularFrom(this.at + 1)
  }

  #regularFrom(from: number): string {
    const text = this.#text
    let end = from
    while (kinds[text.charCodeAt(end)] === regular) end++
    const word = text.slice(this.at, end)
    this.at = end
    return word
  }

  /** A number, a reference, or a word. */
  #word(): string | undefined {
    const text = this.#text
    let end = this.at
    for (let code = text.charCodeAt(end); code >= zero && code <= nine; code = text.charCodeAt(end)) end++
    const isWhole = end > this.at && kinds[text.charCodeAt(end)] !== regular
    if (isWhole && text.startsWith(' 0 R', end) && kinds[text.charCodeAt(end + 4)] !== regular) end += 4
    const word = isWhole ? this.#take(end) : this.#regularFrom(end)
    if (word.length > maxNumberLength) return undefined
    return isWhole || words.has(word) || /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(word) ? word : undefined
  }

  #literal(): string | undefined {
    const text = this.#text
    for (let end = this.at + 1; end < text.length; end++) {
      const code = text.charCodeAt(end)
      if (code === backslash) end++
      else if (code === open) return undefined
      else if (code === close) return this.#take(end + 1)
    }
    return undefined
  }

  #hexadecimal(): string | undefined {
    const text = this.#text
    let end = this.at + 1
    for (let code = text.charCodeAt(end); isHexadecimal(code); code = text.charCodeAt(end)) end++
    return text.charCodeAt(end) === greater && end > this.at + 1 ? this.#take(end + 1) : undefined
  }

  #take(end: number): string {
    const taken = this.#text.slice(this.at, end)
    this.at = end
    return taken
  }

  #list(depth: number): PdfValue[] | undefined {
    this.at++
    const list: PdfValue[] = []
    while (this.#skipSpace() !== right) {
      const value = this.value(depth)
      if (value === undefined) return undefined
      list.push(value)
    }
    this.at++
    return list
  }

  #dictionary(depth: number): Dictionary | undefined {
    this.at += 2
    const dictionary: Dictionary = new Map()
    for (let code = this.#skipSpace(); code === slash; code = this.#skipSpace()) {
      const key = this.#name().slice(1)
      const value = this.value(depth)
      if (value === undefined || dictionary.has(key)) return undefined
      dictionary.set(key, value)
    }
    if (!this.#text.startsWith('>>', this.at)) return undefined
    this.at += 2
    return dictionary
  }
}

function isHexadecimal(code: number): boolean {
  return (code >= zero && code <= nine) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102)
}

/** A value as Chromium writes it: entries in a line each, what is in a list behind each other. */
export function writeValue(value: PdfValue): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return `[${value.map(writeValue).join(' ')}]`
  return `<<${linesOf(value).slice(0, -1)}>>`
}

/** The entries of a dictionary, each with a line's end. */
export function linesOf(dictionary: Dictionary): string {
  let lines = ''
  for (const [key, value] of dictionary) lines += `/${key} ${writeValue(value)}\n`
  return lines
}

/** A value that is a dictionary; undefined for any other. */
export function asDictionary(value: PdfValue | undefined): Dictionary | undefined {
  return value instanceof Map ? value : undefined
}

/** A value that is a list; none for any other. */
export function asList(value: PdfValue | undefined): PdfValue[] {
  return Array.isArray(value) ? value : []
}

/** The number of the object that a value refers to; undefined if it is no reference. */
export function asReference(value: PdfValue | undefined): number | undefined {
  return typeof value === 'string' && value.endsWith(' 0 R') ? Number(value.slice(0, -4)) : undefined
}

/** The objects that a value refers to by itself, or as a list. */
export function referencesIn(value: PdfValue | undefined): number[] {
  return (Array.isArray(value) ? value : [value]).flatMap(each => asReference(each) ?? [])
}

/** A reference to an object. */
export function referenceTo(number: number): string {
  return `${number} 0 R`
}

/** A value that is a number; undefined for any other. */
export function asNumber(value: PdfValue | undefined): number | undefined {
  const number = typeof value === 'string' && !value.startsWith('<') ? Number(value) : Number.NaN
  return Number.isNaN(number) ? undefined : number
}

/** The bytes of a string as latin1, without escapes (7.3.4); undefined for another value. */
export function bytesOf(value: PdfValue | undefined): string | undefined {
  if (typeof value !== 'string') return undefined
  if (value.startsWith('<')) return Buffer.from(value.slice(1, -1), 'hex').toString('latin1')
  if (!value.startsWith('(')) return undefined
  return value
    .slice(1, -1)
    .replace(/\\([0-7]{1,3}|\r\n|[\s\S])/g, (_, sign: string) =>
      /^[0-7]/.test(sign) ? String.fromCharCode(Number.parseInt(sign, 8) & 255) : (escapes[sign] ?? sign),
    )
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '\n': '', '\r': '', '\r\n': '' }

/** A text string (7.9.2.2): ASCII, as Chromium writes it, or UTF-16; undefined for another value. */
export function textOf(value: PdfValue | undefined): string | undefined {
  const bytes = bytesOf(value)
  if (!bytes?.startsWith('\xfe\xff')) return bytes
  return Buffer.from(bytes.slice(2, 2 + 2 * Math.floor((bytes.length - 2) / 2)), 'latin1')
    .swap16()
    .toString('utf16le')
}

/** A text of at most 100 bytes; undefined for a longer one, and for another value. */
export function shortText(value: PdfValue | undefined): string | undefined {
  return typeof value === 'string' && value.length <= 202 ? textOf(value) : undefined
}

/** A text as a string of the PDF: as it is if it is ASCII, otherwise in UTF-16. */
export function pdfText(text: string): string {
  if (/^[ -~]*$/.test(text)) return `(${text.replace(/[()\\]/g, '\\$&')})`
  return `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`
}
