import { createSecretKey } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { ReceiptData } from 'counterfoil'
import { readReceipt } from 'counterfoil/internal'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dearness, isBeyond, textBudget } from '../../test/support/cpu.ts'
import { hostileTexts } from '../../test/support/hostile-texts.ts'
import { isExhaustive } from '../../test/support/scope.ts'
import { textPlaces } from '../../test/support/text-places.ts'
import { addressKey, senderNameProblem, shownSenderName } from '../src/basics/addresses.ts'
import { recordOf } from '../src/receipts/draft.ts'
import { shapeAt } from '../src/receipts/problems.ts'
import { addressWords, numberTerm, termsOf, wordsIn, wordsOf } from '../src/receipts/search/terms.ts'
import { writeChange } from '../src/statistics/counting/change.ts'
import { nameOf } from '../src/statistics/counting/dimensions.ts'
import { basic, demoCredentials, receipt, startService, type TestService } from './support/service.ts'

const texts = Object.entries(hostileTexts)
const searchKey = { id: 'abc123', secret: createSecretKey(Buffer.alloc(32, 7)) }
const at = Date.parse('2026-06-07T12:00:00Z')

/** What the service makes of a receipt when it accepts it. */
const results: Record<string, (receipt: ReceiptData) => unknown> = {
  terms: receipt => termsOf(searchKey, 'demo', receipt),
  statistics: receipt => {
    const { record, counted } = recordOf({
      ...{ id: 'r1', merchantId: 'demo', receivedAt: at, engineVersion: '1', merchantVersion: 1 },
      ...{ receipt, apiRequest: '{}', offerIds: [] },
      locale: { requested: null, chosen: 'en-US', source: 'default', languages: ['en-US'] },
    })
    return record.statistics_place + writeChange(counted.change)
  },
}

describe('a text in a receipt is indexed and counted at little cost, twice as much at twice that', () => {
  const shown = textPlaces.filter(({ most }) => most !== undefined)
  const compared = new Set(['items[0].name', 'transactionNumber', 'tenders[0].tenderTypeCode', 'soldTo.customerName'])
  const always = shown.filter(({ name }) => compared.has(name))

  test.each(texts)('%s', (text, make) => {
    expect(always).toHaveLength(compared.size)
    const turn = texts.findIndex(([known]) => known === text)
    const places = isExhaustive ? shown : [...always, ...shown.filter((_, index) => index % texts.length === turn)]
    const dear = places.flatMap(({ name, receiptWith, most = 0 }) => {
      const [half, whole] = [most >> 1, most].map(length => readReceipt(receiptWith(make(length))).receipt)
      if (!half || !whole) return []
      return Object.entries(results).flatMap(([result, work]) =>
        dearAs(
          `${result} of ${name}`,
          () => work(whole),
          () => work(half),
        ),
      )
    })
    expect(dear).toEqual([])
  })
})

describe('a text that is searched for, or names something, is read at little cost, twice as much at twice that', () => {
  const readers: Record<string, (text: string) => unknown> = {
    numberTerm,
    wordsOf,
    addressWords,
    addressKey,
    senderNameProblem,
    shownSenderName,
    nameOf,
    wordsIn: text => wordsIn(text, ['tea', 'porcelain']),
    shapeAt: text => shapeAt({ name: text }, 'name'),
  }

  test.each(texts)('%s', (_, make) => {
    const [half, whole] = [make(10_000), make(20_000)]
    const dear = Object.entries(readers).flatMap(([name, read]) =>
      dearAs(
        name,
        () => read(whole!),
        () => read(half!),
      ),
    )
    expect(dear).toEqual([])
  })
})

function dearAs(what: string, whole: () => unknown, half: () => unknown): string[] {
  const dear = dearness(whole, half)
  return dear ? [`${what}: ${dear}`] : []
}

describe('a kilobyte of a request costs a few milliseconds, taken or refused', () => {
  let shop: TestService
  beforeAll(async () => {
    shop = await startService({ withoutWorker: true })
    await shop.create(receipt())
  })
  afterAll(() => shop.stop())

  const marks = '\u0301\u0323'.repeat(50_000)

  test.each<[string, number, Record<string, unknown>]>([
    ['in requestId', 422, { requestId: marks }],
    ['in transactionNumber', 422, { transactionNumber: marks }],
    ['in a name', 422, { items: [{ name: marks, total: 12 }] }],
    ['as a currency', 422, { currency: marks }],
    [
      'as the last digits of a card',
      422,
      { tenders: [{ tenderTypeCode: 'Visa', amount: 1, creditDebit: { last4Digits: marks } }] },
    ],
    ['in an unknown field', 200, { ownNote: marks }],
    ['as the name of an unknown field', 200, { [marks]: 'x' }],
    ['in the name of an unknown field', 200, { own: { [marks]: 'x' } }],
    ['that isn’t a mark by its category', 200, { ownNote: '\u{16d67}'.repeat(100_000) }],
  ])('%s', async (_, status, differs) => {
    const body = gzipSync(JSON.stringify(receipt(differs)))
    expect(body.length).toBeLessThan(3_000)
    const headers = {
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      authorization: basic(demoCredentials),
    }
    let least = Number.POSITIVE_INFINITY
    for (let tries = 0; tries < 5 && least > textBudget; tries++) {
      const before = process.cpuUsage()
      const answer = await fetch(shop.url + shop.receipts(), { method: 'POST', body, headers })
      await answer.arrayBuffer()
      expect(answer.status).toBe(status)
      const { user, system } = process.cpuUsage(before)
      least = Math.min(least, (user + system) / 1000)
    }
    expect(isBeyond(least, textBudget), `${least} ms`).toBe(false)
  })
})
