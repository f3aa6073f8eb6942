import type { Engine } from '../../src/engine.ts'
import { ReceiptDataError } from '../../src/errors.ts'
import type { ReceiptData } from '../../src/receipt/data/receipt-data.ts'
import { parseReceipt } from '../../src/receipt/parse.ts'
import type { Sample } from './sample.ts'

/** Parses a sample; undefined if it is refused as the interface says. @throws whatever else happens */
export function parsed({ input }: Sample): ReceiptData | undefined {
  try {
    return parseReceipt(input)
  } catch (error) {
    if (!(error instanceof ReceiptDataError)) throw error
    const lists = Object.values(error.errors)
    if (lists.length === 0 || !lists.flat().every(({ message }) => /\S/.test(message)))
      throw new Error('It is refused without a reason.', { cause: error })
    return undefined
  }
}

/** Makes the mail of a receipt. @throws if it isn't whole, or tells the sample's card number */
export function checkMail(engine: Engine, receipt: ReceiptData, { card }: Sample, acceptLanguage: string): void {
  const { html, text, subject } = engine.email(receipt, { acceptLanguage })
  if (!html.startsWith('<!doctype html><html ') || !html.endsWith('</body></html>'))
    throw new Error('The page isn’t whole.')
  if (/\p{Cc}/u.test(subject)) throw new Error('The subject has more than one line.')
  const careless = `${html}${text}`.match(/\bundefined\b|\[object |\bNaN\b/g) ?? []
  const own = careless.length > 0 ? JSON.stringify(receipt) : ''
  // A till's own text may say so.
  for (const word of careless) if (!own.includes(word)) throw new Error(`The mail says ${word}.`)
  if (card) for (const part of [html, text, subject]) refuseCard(part, card)
}

/** @throws if a text has the digits of a card number, whatever stands between them */
export function refuseCard(text: string, card: string): void {
  if (text.replace(/\D+/g, '').includes(card)) throw new Error('A card number is told.')
}
