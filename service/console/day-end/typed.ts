import { readAmountOf } from '../find/amounts.ts'
import { westernFigures } from '../find/date-words.ts'

/** What was typed where an amount is asked for, as a decimal with a point; as it was typed if it is none. */
export function amountTyped(typed: string, currency: string, language: string): string {
  const plain = westernFigures(typed.trim()).replace('\u2212', '-')
  const words = plain.replace(/^-\s*/, '').split(/\s+/)
  const read = readAmountOf(words, language, currency)
  const isWhole = /^(?:\d+|\d{1,3}(?: \d{3})+)$/.test(words.join(' '))
  const size = read && read.length >= words.length ? read.amount : isWhole ? words.join('') : undefined
  return size === undefined ? typed : `${plain.startsWith('-') ? '-' : ''}${size}`
}
