import { currencyMarks } from '../locale/currency-marks.ts'
import { storeCountryOf } from '../reading/store-country.ts'
import type { ReceiptData } from '../receipt/receipt-data.ts'
import { currencyDigits } from '../standards/currency.ts'
import { moneyFinder, plainForm, type Span } from './money-in-text.ts'

/** What may be said on a receipt for a present, of the free text on the receipt of the sale. */
export interface GiftWords {
  /** Lines without those that speak of money or name the buyer; of a long line the sentences that do not. */
  lines(text: string | undefined): string | undefined
  /** A name without the amount in it: 'Gift card 50 €' is 'Gift card'. Undefined where nothing is left. */
  name(text: string | undefined): string | undefined
  /** A code, or nothing when it is an amount of the receipt. */
  code(text: string | undefined): string | undefined
}

/**
 * Reads off a receipt what must not be said of it.
 *
 * @param tag language the receipt is read in, for the names of currencies
 */
export function giftWords(sold: ReceiptData, tag: string): GiftWords {
  const currencies = currenciesOf(sold)
  const known = {
    amounts: amountsIn(sold),
    currencies,
    names: currencies
      .filter(code => /^[A-Z]{3}$/.test(code))
      .flatMap(code => currencyMarks(tag, code))
      .map(plainForm),
    decimals: currencyDigits(sold.currency, storeCountryOf(sold)).minimum,
  }
  const moneyInText = moneyFinder(known)
  const moneyInCode = moneyFinder({ ...known, decimals: 0 })
  const buyer = buyerOf(sold)
  const unsaid = (text: string): Span[] => [...moneyInText(text), ...buyer.flatMap(words => placesOf(words, text))]
  const isFree = (text: string) => unsaid(plainForm(text)).length === 0

  function line(text: string): string | undefined {
    if (isFree(text)) return text
    const said = text.split(sentenceEnd).filter(isFree).join(' ')
    return said && isFree(said) ? said : undefined
  }

  return {
    lines(text) {
      const said = text?.split('\n').flatMap(part => line(part) ?? [])
      return said?.some(part => part.trim()) ? said.join('\n') : undefined
    },
    name(text) {
      if (text === undefined || isFree(text)) return text
      const rest = tidied(without(unsaid(plainForm(text)), plainForm(text)))
      return /[\p{L}\p{N}]/u.test(rest) && isFree(rest) ? rest : undefined
    },
    code: text => (text !== undefined && moneyInCode(plainForm(text)).length ? undefined : text),
  }
}

/** Where a sentence ends and the next begins with a letter: not within 'Rs. 500'. */
const sentenceEnd = /(?<=[.!?。！？؟])\s+(?=\p{L})|(?<=[。！？])/u

function currenciesOf({ currency, tenders = [], items = [] }: ReceiptData): string[] {
  const cards = [...items, ...tenders].map(({ giftCard }) => giftCard?.balance?.currencyCode)
  const all = [currency, ...tenders.map(tender => tender.currency), ...cards]
  return [...new Set(all.filter(code => code !== undefined))]
}

/** Every number of a receipt but those of quantities and rates. */
function amountsIn(value: unknown, name = ''): number[] {
  if (typeof value === 'number') return value === 0 || name === 'percent' ? [] : [Math.abs(value)]
  if (typeof value !== 'object' || value === null || name === 'quantity') return []
  return Object.entries(value).flatMap(([key, part]) => amountsIn(part, key))
}

/** Names, addresses and numbers of the buyer, and the ends of cards as slips print them. */
function buyerOf({ customer, soldTo, deliveryPickup, loyalty, orders = [], tenders = [] }: ReceiptData): string[] {
  const parties = [soldTo, deliveryPickup, ...orders.flatMap(order => [order.soldTo, order.deliveryPickup])]
  const holders = tenders.flatMap(({ creditDebit }) => [
    creditDebit?.cardholder,
    [creditDebit?.name?.firstName, creditDebit?.name?.lastName].filter(Boolean).join(' '),
    ...['*', '* ', '•', '• ', 'x', 'x '].map(mask => creditDebit && `${mask}${creditDebit.last4Digits}`),
  ])
  const named = [
    ...['emailAddress', 'customerName', 'customerNumber', 'localNumber', 'addressLine1', 'number'].flatMap(key =>
      textsUnder(key, [customer, loyalty, ...parties]),
    ),
    ...holders,
  ]
  return named
    .map(text =>
      plainForm(text ?? '')
        .trim()
        .toLowerCase(),
    )
    .filter(text => text.length >= 4)
}

function textsUnder(key: string, value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) =>
    typeof part === 'string' ? (name === key ? [part] : []) : textsUnder(key, part),
  )
}

function placesOf(words: string, text: string): Span[] {
  const at = text.toLowerCase().indexOf(words)
  return at < 0 ? [] : [[at, at + words.length]]
}

/** The text with a line break for every character of those parts. */
function without(spans: readonly Span[], text: string): string {
  return Array.from({ length: text.length }, (_, at) =>
    spans.some(([from, to]) => from <= at && at < to) ? '\n' : text[at]!,
  ).join('')
}

/** A name from which something was taken: without the brackets it stood in, and without a mark that led to it. */
function tidied(name: string): string {
  return name
    .replace(/[([][^()[\]]*\n[^()[\]]*[)\]]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s\-–—:,;/|·@=(+]+|[\s\-–—:,;/|·@=(+]+$/g, '')
}
