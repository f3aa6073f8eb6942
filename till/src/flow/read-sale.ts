import { createHash } from 'node:crypto'
import type { ReceiptSource } from 'counterfoil'
import { TillError } from '../basics/errors.ts'
import type { Sendable } from '../basics/sale.ts'
import { isObject, nameIn, readJson } from '../basics/values.ts'

/** A till's receipt, as far as the till's side looks into it. */
export interface Sale extends Sendable {
  /** Whether the customer wants it by mail. */
  isDigital: boolean
  /** Whether the customer wants it on paper. */
  wantsPaper: boolean
  /** The customer's address, as sent. */
  address: string | undefined
}

/**
 * Reads a receipt and gives it a requestId if it has none: one made from merchant and content, so that the same sale is the same
 * request, whoever sends it and how often.
 *
 * @param input the receipt, or its JSON as text or bytes
 * @throws TillError if it isn't an object; what else is wrong the service says
 */
export function readSale(input: ReceiptSource, merchant: string): Sale {
  const sent: unknown = typeof input === 'string' || input instanceof Uint8Array ? readJson(textOf(input)) : input
  if (!isObject(sent)) throw new TillError('The receipt is not a JSON object.')
  const text = wireText(sent)
  const plain = JSON.parse(text) as Record<string, unknown>
  const given = nameIn(plain.requestId)
  const isDerivedId = given.trim() === ''
  const requestId = isDerivedId ? idOf(merchant, text) : given
  const type = nameIn(plain.receiptType)
  const { customer } = plain
  return {
    requestId,
    isDerivedId: isDerivedId,
    receipt: { ...plain, requestId },
    isDigital: type === 'DigitalOnly' || type === 'DigitalAndPaper',
    wantsPaper: type === 'PaperOnly' || type === 'DigitalAndPaper',
    address: isObject(customer) && typeof customer.emailAddress === 'string' ? customer.emailAddress : undefined,
  }
}

/** As it will be on the wire: without what JSON doesn't know. */
function wireText(sent: object): string {
  try {
    return JSON.stringify(sent)
  } catch (cause) {
    throw new TillError(`The receipt can't be written as JSON: ${(cause as Error).message}`, { cause })
  }
}

function textOf(input: string | Uint8Array): string {
  return typeof input === 'string' ? input : new TextDecoder().decode(input)
}

function idOf(merchant: string, text: string): string {
  const hash = createHash('sha256').update(merchant).update('\n').update(text).digest('hex')
  return `till-${hash.slice(0, 32)}`
}
