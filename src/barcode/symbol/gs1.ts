import { firstUnfit } from './charset.ts'
import { type Gs1Fault, gs1Fault } from './encoder.ts'

/** FNC1 between two elements, as scanners send it (GS1 General Specifications, 7.8). */
const separator = '\u001d'

/** Most characters in a GS1-128, including separators (GS1 General Specifications, 5.4). */
const cap = 48

/**
 * Says why `text` isn't a valid GS1-128 (formerly EAN-128), or returns undefined. Its data are elements: an application
 * identifier (AI) that says what follows, and a value. There are two valid forms:
 * - `(01)04006381333931(10)AB`: AIs in brackets, checked against GS1's rules: length, characters, check digit, date;
 * - anything else in printable ASCII, drawn as it is after FNC1, because tills send their own numbers as EAN-128. U+001D is the
 *   separator. The `]C1` that scanners put before what they read (ISO/IEC 15424) is rejected: it isn't part of the code, and
 *   would be read back as if it were.
 */
export function gs1Problem(text: string): string | undefined {
  if (text.length > 4 * cap) return tooLong(text.length)
  if (!/^[ -~\u001d]+$/.test(text))
    return `EAN-128 takes printable ASCII only, not ${firstUnfit(text, /[ -~\u001d]/)}; use QRCode`
  if (/^\][A-Za-z][0-9]/.test(text))
    return 'EAN-128 starts with a mark that scanners add, such as ]C1; send only what follows it'
  const elements = bracketed(text)
  if (elements === undefined) {
    if (text.startsWith('(')) return 'EAN-128 in brackets needs an AI of 2 to 4 digits first, such as (01)'
    if (/^\u001d|\u001d\u001d|\u001d$/.test(text))
      return 'EAN-128 has a separator (U+001D) with no element on one of its sides; remove it'
  }
  if (elements?.some(({ value }) => /[()]/.test(value)))
    return 'EAN-128 in brackets has brackets around AIs only; send data with brackets of their own raw, U+001D between elements'
  const fault = elements && gs1Fault(text)
  if (fault) return adviceOn(fault)
  const { length } = gs1Text(text)
  return length > cap ? tooLong(length) : undefined
}

/** The data after the first FNC1, with U+001D after each variable-length element except the last. `text` has no `gs1Problem`. */
export function gs1Text(text: string): string {
  const elements = bracketed(text)
  if (elements === undefined) return text
  const data = elements.map(
    element => element.ai + element.value + (lengthOf(element.ai) === undefined ? separator : ''),
  )
  return data.join('').replace(/\u001d$/, '')
}

/**
 * `(01)04006381333931(10)AB`. Raw data gets brackets only if it starts with a GTIN or SSCC with a valid check
 * digit and splits completely: other numbers may just look like an AI.
 */
export function gs1Caption(text: string): string {
  const elements = bracketed(text) ?? split(text)
  return elements ? inBrackets(elements) : text.replaceAll(separator, ' ')
}

interface ElementString {
  ai: string
  value: string
}

/** The elements of a bracketed text, or undefined if it is raw. A bracket without an AI is part of a value. */
function bracketed(text: string): ElementString[] | undefined {
  if (!/^\([0-9]{2,4}\)/.test(text)) return undefined
  const parts = text.split(/\(([0-9]{2,4})\)/)
  return parts.flatMap((ai, index) => (index % 2 === 1 ? [{ ai, value: parts[index + 1] ?? '' }] : []))
}

/** Advice about a violated rule. Repeats only the AI from the text. */
function adviceOn({ rule, ai }: Gs1Fault): string {
  if (ai === undefined) return 'EAN-128 has brackets that hold no AI; see the list of GS1 application identifiers'
  const [, advice] = advices.find(([pattern]) => pattern.test(rule)) ?? []
  if (rule === 'GS1unknownAI') return `EAN-128 has no AI (${ai}); see the list of GS1 application identifiers`
  return `EAN-128 AI (${ai}) ${advice ?? 'breaks a GS1 rule for its value; see GS1 General Specifications, 3'}`
}

/** By the library's names of rules. */
const advices: readonly [rule: RegExp, advice: string][] = [
  [/^GS1(valueTooShort|tooShort|badDateLength|gcpTooShort)/, 'has too few characters; send all that the AI asks for'],
  [/^GS1(valueTooLong|alphaTooLong)/, 'has too many characters; send as many as the AI allows'],
  [/^GS1(notNumeric|couponNotNumeric)/, 'takes digits only; remove the rest'],
  [/^GS1(badCSET|UnknownCSET)/, `allows letters, digits and ! " % & ' * + , - . / _ : ; < = > ? only, some AIs fewer`],
  [/^GS1(badChecksum|alphaBadCheck|badAlphaCheck)/, 'has a wrong check digit; correct it or the digits before it'],
  [/^GS1bad(Year|Month|Day|Hour|Minute|Second)/, "isn't a real date or time; write dates as YYMMDD"],
  [/^GS1repeatedDifferingAIs/, 'appears twice with different values; send one'],
  [/^GS1(missingAIs|exclusiveAIs)/, "can't be combined with another AI here, or needs one that is missing"],
]

/** Raw data as elements, or undefined if it doesn't start with a key or doesn't split completely. */
function split(text: string): ElementString[] | undefined {
  if (!/^0[0-3]/.test(text)) return undefined
  const elements: ElementString[] = []
  for (let rest = text; rest !== ''; ) {
    const ai = rest.slice(0, aiLength(rest) ?? 0)
    const length = lengthOf(ai)
    const end = length === undefined ? rest.indexOf(separator) : ai.length + length
    const element = { ai, value: rest.slice(ai.length, end === -1 ? undefined : end) }
    if (ai === '' || /[()]/.test(element.value)) return undefined
    elements.push(element)
    rest = end === -1 ? '' : rest.slice(end).replace(/^\u001d/, '')
  }
  return gs1Fault(inBrackets(elements)) ? undefined : elements
}

function inBrackets(elements: readonly ElementString[]): string {
  return elements.map(({ ai, value }) => `(${ai})${value}`).join('')
}

/** The number of digits in the AI at the start of `data`, from its first two (GS1 General Specifications, 3.2). */
function aiLength(data: string): 2 | 3 | 4 | undefined {
  const start = data.slice(0, 2)
  if (/^(0[0-3]|1[0-35-7]|2[0-2]|3[07]|9[0-9])$/.test(start)) return 2
  if (/^(2[345]|4[0-2]|71)$/.test(start)) return 3
  return /^(3[1-69]|43|7[02]|8[0-2])$/.test(start) ? 4 : undefined
}

/** Digits of the value if the AI has a predefined length, which needs no separator (GS1 General Specifications, 7.8). */
function lengthOf(ai: string): number | undefined {
  if (ai === '00') return 18
  if (/^0[1-3]$/.test(ai)) return 14
  if (/^(1[1-35-7]|3[1-6][0-9]{2})$/.test(ai)) return 6
  if (ai === '20') return 2
  return /^41[0-7]$/.test(ai) ? 13 : undefined
}

function tooLong(length: number): string {
  return `EAN-128 takes at most ${cap} characters, got ${length}; shorten it, or use QRCode`
}
