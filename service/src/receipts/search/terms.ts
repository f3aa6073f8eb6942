import { createHmac } from 'node:crypto'
import type { ReceiptData } from 'counterfoil'
import { addressKey } from '../../basics/addresses.ts'
import type { SearchKey } from './search-key.ts'

/** Most terms of a receipt, so that one with hundreds of tenders costs no more than others. */
const most = 20

/**
 * What a receipt is found by, besides its columns: the customer's address as a keyed hash, the last four digits of cards, and the
 * numbers that people read off the paper.
 */
export function termsOf(key: SearchKey, merchantId: string, receipt: ReceiptData): string[] {
  const { customer, transactionNumber, barcodeNumber, tenders = [], tenderHistory = [], orders = [] } = receipt
  const address = customer?.emailAddress
  const numbers = [transactionNumber, barcodeNumber, ...orders.flatMap(order => [order.number, order.barcodeNumber])]
  const paid = [...tenders, ...tenderHistory, ...orders.flatMap(order => order.tenderHistory ?? [])]
  const terms = [
    ...(address ? [addressTerm(key, merchantId, address)] : []),
    ...numbers.flatMap(number => (number ? [numberTerm(number)] : [])),
    ...paid.flatMap(({ creditDebit }) => (creditDebit?.last4Digits ? [cardTerm(creditDebit.last4Digits)] : [])),
  ]
  return [...new Set(terms)].slice(0, most)
}

/** An address as a term: hashed with the key, differently for each merchant, so that the index names nobody. */
export function addressTerm({ id, secret }: SearchKey, merchantId: string, emailAddress: string): string {
  const hash = createHmac('sha256', secret).update(`address\0${merchantId}\0${addressKey(emailAddress)}`)
  return `e${id}${hash.digest('base64url').slice(0, 22)}`
}

/** A card's last four digits as a term: not hashed, because ten thousand hashes are quickly tried. */
export function cardTerm(last4Digits: string): string {
  return `c${last4Digits}`
}

/** A number as a term, the same for all ways to misread it: without spaces and leading zeros, O as 0, I and L as 1. */
export function numberTerm(text: string): string {
  const plain = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
  return `n${plain
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
    .replace(/^0+(?=.)/, '')
    .slice(0, 64)}`
}
