import { readFileSync } from 'node:fs'
import { replaceTexts } from './replace-texts.ts'

/** Every marker looks like this, in any case. */
export const marker = /zqv\d+zqv/gi

/** An amount, a card number and a client's address that occur nowhere else. */
export const markedAmount = 73129.41
export const cardNumber = '4111 1111 1111 1111'
export const clientAddress = '127.9.9.9'

/** What must never leave the service but in answers and mails. */
export const secrets = [
  marker,
  // Measured seconds have up to 17 digits, any of which may be these.
  /(?<![\d.])73129(?:\.?41)?(?!\d)/,
  /(?<![\d.])4111.?1111/,
  /127\.9\.9\.9/,
  /a-demo-secret/,
  /an-admin-token/,
]

/** Ids of 32 hexadecimal digits, also as a UUID: some hold the digits of a secret by chance. */
export const randomIds = /\b(?:[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\b/g

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

/**
 * The sample receipt with every field, each text that the interface lets be anything replaced by a marker of its own.
 *
 * @returns the receipt, and how many texts are marked
 */
export function markedReceipt(changes: Record<string, Json> = {}): { receipt: Record<string, Json>; marked: number } {
  const text = readFileSync(new URL('../../../fixtures/everything/receipt.json', import.meta.url), 'utf8')
  const receipt = JSON.parse(text) as Record<string, Json>
  const marked = replaceTexts(receipt, (_, number) => candidates(number))
  const all = { ...receipt, grandAmount: markedAmount, additionalInfo1: `zqv9001zqv ${cardNumber}`, ...changes }
  return { receipt: all, marked }
}

function candidates(number: number): string[] {
  const word = `zqv${number}zqv`
  return [word, `${word}@${word}.example.com`, `https://${word}.example.com/${word}`]
}
