import { beforeAll, describe, expect, test } from 'vitest'
import { createEngine } from '../src/engine.ts'
import { auditReceipt } from '../src/reading/audit.ts'
import type { ReceiptData } from '../src/receipt/data/receipt-data.ts'
import { limits } from '../src/receipt/limits.ts'
import { readReceipt, readStored } from '../src/receipt/parse.ts'
import { structuredReceipt } from '../src/structured/structured.ts'
import { cpuOf, dearness, isBeyond } from './support/cpu.ts'
import { hostileTexts } from './support/hostile-texts.ts'
import type { SentReceipt } from './support/receipts.ts'
import { isExhaustive } from './support/scope.ts'
import { type TextPlace, textPlaces } from './support/text-places.ts'

/** Milliseconds of a quiet machine's CPU for reading the largest body, with room for what a busy machine adds to the CPU time of so much memory. */
const bodyBudget = 100

const engine = await createEngine()
const texts = Object.entries(hostileTexts)
type Make = (length: number) => string

/** What a receipt is made into: all end as bytes, for only then is text that was joined copied. */
const results: Record<string, (receipt: ReceiptData) => unknown> = {
  mail: receipt => {
    const { html, text } = engine.email(receipt)
    return Buffer.byteLength(html) + Buffer.byteLength(text)
  },
  text: receipt => Buffer.byteLength(engine.text(receipt, { columns: 32 })),
  slip: receipt => Buffer.byteLength(JSON.stringify(engine.slip(receipt))),
  audit: receipt => auditReceipt(receipt),
  // A payment request is no document in either.
  ekabs: receipt => receipt.paymentLink ?? structuredReceipt(receipt, 'ekabs'),
  poslog: receipt => receipt.paymentLink ?? structuredReceipt(receipt, 'poslog'),
}

// What is slow once, and once only, is no text's fault.
beforeAll(() => {
  for (const { receiptWith } of textPlaces.slice(0, 40))
    for (const work of Object.values(worksWith(receiptWith('\u0628 \u2066Tea 4000 '.repeat(100))))) work()
})

describe('a text in the longest form that is taken and shown costs little, and half as long about half', () => {
  const shown = textPlaces.filter(({ most }) => most !== undefined)
  const [name, header, raw] = ['items[0].name', 'header', 'rawPosReceipt'].map(
    wanted => shown.find(place => place.name === wanted)!,
  )

  test('there are as many places as the interface has, and they take texts', () => {
    expect(shown.length).toBeGreaterThan(250)
    const refused = shown.filter(({ receiptWith }) => !readReceipt(receiptWith('Abc')).receipt)
    expect(refused.map(place => place.name)).toEqual([])
  })

  test.each(texts)('%s', (text, make) => {
    const at = texts.findIndex(([known]) => known === text)
    const others = shown.filter((_, index) => index % texts.length === at)
    const places = isExhaustive ? shown : [[name!, header!, raw!][at % 3]!, others[at % others.length]!]
    const isDear = (place: TextPlace) => dearIn(place, make).length > 0
    // Once is the garbage collector, twice is the text.
    expect(places.filter(isDear).flatMap(place => dearIn(place, make))).toEqual([])
  })
})

describe('a body as large as may be, with one text, is read or refused at little cost', () => {
  const kinds = [...Map.groupBy(textPlaces, ({ kind }) => kind).values()].map(([first]) => first!)

  test.each(texts)('%s', (text, make) => {
    const at = texts.findIndex(([known]) => known === text)
    const places = isExhaustive ? kinds : kinds.filter((_, index) => index % 20 === at % 20)
    const dear = places.filter(place => {
      const json = JSON.stringify(place.receiptWith(textWithin(make, limits.input - 5_000)))
      expect(Buffer.byteLength(json)).toBeLessThanOrEqual(limits.input)
      return isBeyond(
        cpuOf(() => readStored(json), bodyBudget),
        bodyBudget,
      )
    })
    expect(dear.map(place => place.kind)).toEqual([])
  })
})

/** Which results cost too much with a text in a place, at its limit and at half of it. */
function dearIn({ name, receiptWith, most = 0 }: TextPlace, make: Make): string[] {
  let half: ReturnType<typeof worksWith> | undefined
  return Object.entries(worksWith(receiptWith(make(most)))).flatMap(([result, work]) => {
    const dear = dearness(work, () => {
      half ??= worksWith(receiptWith(make(most >> 1)))
      return (half[result] ?? work)()
    })
    return dear ? [`${result} of ${name}: ${dear}`] : []
  })
}

/** What is done to a receipt; one that is refused is only read. */
function worksWith(sent: SentReceipt): Record<string, () => unknown> {
  const json = JSON.stringify(sent)
  const { receipt } = readReceipt(sent)
  const made = receipt ? Object.entries(results).map(([name, make]) => [name, () => make(receipt)]) : []
  return { read: () => readStored(json), ...Object.fromEntries(made) }
}

/** A text whose JSON has about as many bytes. */
function textWithin(make: Make, bytes: number): string {
  const sample = 10_000
  return make(Math.floor((sample * bytes) / Buffer.byteLength(JSON.stringify(make(sample)))))
}
