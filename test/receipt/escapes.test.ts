import { expect, test } from 'vitest'
import { readFull, readReceipt } from '../../src/receipt/parse.ts'
import { viewOf } from '../support/receipts.ts'
import { receiptWith } from './support.ts'

/** As sent, without JavaScript's own escapes. */
const sent = String.raw`Shelf 4\nAisle\tB, scan in \\server\new`
const meant = `Shelf 4\nAisle\tB, scan in ${String.raw`\server\new`}`

const signature = { text: sent, imageMimeType: 'image/png' }
const receipt = receiptWith({
  header: sent,
  additionalInfo1: sent,
  additionalInfo2: sent,
  additionalInfo3: sent,
  additionalInfo4: sent,
  additionalInfo5: sent,
  rawPosReceipt: sent,
  items: [{ name: 'Tea', miscInfo: sent }],
  returns: [{ miscText: sent }],
  orders: [{ miscText: sent, deliveryPickup: { instructions: sent } }],
  deliveryPickup: { instructions: sent },
  tenders: [{ tenderTypeCode: 'Cash', amount: 12.99, miscInfo: sent }],
  terms: [{ description: sent, signature }],
  signature,
})

/** Every text that holds the sample, with its path. */
function samples(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return value.includes('Shelf 4') ? [[path, value]] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => samples(part, `${path}.${key}`))
}

test('escapes mean the same in every text of several lines, and nothing in the raw receipt', () => {
  for (const read of [readReceipt, readFull]) {
    const found = samples(read(receipt).receipt)
    expect(found).toHaveLength(16)
    for (const [path, text] of found) expect([path, text]).toEqual([path, path === '.rawPosReceipt' ? sent : meant])
  }
})

test('a raw receipt prints its backslashes, and its own line breaks', () => {
  const raw = `PRINT \\\\spool\\new\n${String.raw`TOTAL\t1.00\n`}\nEND`
  expect(viewOf(receiptWith({ rawPosReceipt: raw })).raw!.lines).toEqual([
    String.raw`PRINT \\spool\new`,
    String.raw`TOTAL\t1.00\n`,
    'END',
  ])
})
