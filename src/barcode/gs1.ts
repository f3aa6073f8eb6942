import { firstUnfit } from './charset.ts'
import { checkDigit, hasCheckDigit } from './check-digit.ts'

/** Stands for FNC1 between two elements, as a scanner sends it (GS1 General Specifications, 7.8). */
const separator = '\u001d'

/** The most characters of a GS1-128, separators counted (GS1 General Specifications, 5.4). */
const cap = 48

/**
 * Says why `text` is no GS1-128 (formerly EAN-128), or gives undefined. Its data are elements, each a value behind the
 * application identifier (AI) that says what it is. Two forms are fit:
 * - `(01)04006381333931(10)AB`: each AI in brackets, checked for length and, where the AI has one, check digit;
 * - anything else in printable ASCII, drawn as it is behind FNC1, because tills send numbers of their own as EAN-128.
 *   U+001D in it is the separator.
 */
export function gs1Problem(text: string): string | undefined {
  if (text.length > 4 * cap) return tooLong(text.length)
  if (!/^[ -~\u001d]+$/.test(text))
    return `EAN-128 holds printable ASCII only, not ${firstUnfit(text, /[ -~\u001d]/)}; use QRCode`
  const elements = bracketed(text)
  if (elements === undefined) {
    if (text.startsWith('(')) return 'EAN-128 in brackets needs an AI of 2 to 4 digits first, such as (01)'
    if (/^\u001d|\u001d\u001d|\u001d$/.test(text))
      return 'EAN-128 has a separator (U+001D) with no element on one of its sides; remove it'
  }
  const problem = elements?.map(elementProblem).find(found => found !== undefined)
  if (problem !== undefined) return problem
  const { length } = gs1Text(text)
  return length > cap ? tooLong(length) : undefined
}

/** The data behind the first FNC1, U+001D after each element of open length but the last. `text` is free of `gs1Problem`. */
export function gs1Text(text: string): string {
  const elements = bracketed(text)
  if (elements === undefined) return text
  const data = elements.map(
    element => element.ai + element.value + (lengthOf(element.ai) === undefined ? separator : ''),
  )
  return data.join('').replace(/\u001d$/, '')
}

/**
 * `(01)04006381333931(10)AB`. Raw data gets brackets only when it starts with a GTIN or an SSCC whose check digit is
 * right and splits to its end: other numbers may look like an AI without being one.
 */
export function gs1Caption(text: string): string {
  const elements = bracketed(text) ?? split(text)
  return elements ? elements.map(({ ai, value }) => `(${ai})${value}`).join('') : text.replaceAll(separator, ' ')
}

interface Element {
  ai: string
  value: string
}

/** The elements of a text in the bracketed form, or undefined when it is raw. A bracket without an AI is part of a value. */
function bracketed(text: string): Element[] | undefined {
  if (!/^\([0-9]{2,4}\)/.test(text)) return undefined
  const parts = text.split(/\(([0-9]{2,4})\)/)
  return parts.flatMap((ai, index) => (index % 2 === 1 ? [{ ai, value: parts[index + 1] ?? '' }] : []))
}

function elementProblem({ ai, value }: Element): string | undefined {
  if (ai.length !== aiLength(ai)) return `EAN-128 has no AI (${ai}); see the list of GS1 application identifiers`
  if (value === '') return `EAN-128 AI (${ai}) has no value`
  if (!gs1Characters.test(value))
    return `EAN-128 AI (${ai}) allows letters, digits and ! " % & ' ( ) * + , - . / _ : ; < = > ? only`
  const length = lengthOf(ai)
  if (length === undefined)
    return value.length > 90 ? `EAN-128 AI (${ai}) holds at most 90 characters, got ${value.length}` : undefined
  if (value.length !== length) return `EAN-128 AI (${ai}) needs ${length} digits, got ${value.length} characters`
  if (!/^[0-9]+$/.test(value)) return `EAN-128 AI (${ai}) needs ${length} digits, got other characters`
  if (!keyed.test(ai) || hasCheckDigit(value)) return undefined
  return `EAN-128 AI (${ai}) ends in check digit ${value.at(-1)}, which should be ${checkDigit(value.slice(0, -1))}`
}

/** Raw data as elements, or undefined when it does not start with a key or does not split to its end. */
function split(text: string): Element[] | undefined {
  if (!/^0[0-3]/.test(text)) return undefined
  const elements: Element[] = []
  for (let rest = text; rest !== ''; ) {
    const ai = rest.slice(0, aiLength(rest) ?? 0)
    const length = lengthOf(ai)
    const end = length === undefined ? rest.indexOf(separator) : ai.length + length
    const element = { ai, value: rest.slice(ai.length, end === -1 ? undefined : end) }
    if (elementProblem(element) !== undefined) return undefined
    elements.push(element)
    rest = end === -1 ? '' : rest.slice(end).replace(/^\u001d/, '')
  }
  return elements
}

/** How many digits the AI that `data` starts with has, told by its first two (GS1 General Specifications, 3.2). */
function aiLength(data: string): 2 | 3 | 4 | undefined {
  const start = data.slice(0, 2)
  if (/^(0[0-3]|1[0-35-7]|2[0-2]|3[07]|9[0-9])$/.test(start)) return 2
  if (/^(2[345]|4[0-2]|71)$/.test(start)) return 3
  return /^(3[1-69]|43|7[02]|8[0-2])$/.test(start) ? 4 : undefined
}

/** Digits of the value where the AI has a predefined length, which needs no separator (GS1 General Specifications, 7.8). */
function lengthOf(ai: string): number | undefined {
  if (ai === '00') return 18
  if (/^0[1-3]$/.test(ai)) return 14
  if (/^(1[1-35-7]|3[1-6][0-9]{2})$/.test(ai)) return 6
  if (ai === '20') return 2
  return /^41[0-7]$/.test(ai) ? 13 : undefined
}

/** The AIs whose value ends in a check digit. */
const keyed = /^(0[0-3]|41[0-7])$/

/** The 82 characters of GS1 element values (GS1 General Specifications, 7.11). */
const gs1Characters = /^[0-9A-Za-z!"%&'()*+,\-./_:;<=>?]+$/

function tooLong(length: number): string {
  return `EAN-128 holds at most ${cap} characters, got ${length}; shorten it, or use QRCode`
}
