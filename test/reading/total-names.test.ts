import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readLedger } from '../../src/reading/ledger.ts'
import { parseReceipt } from '../../src/receipt/parse.ts'
import { aReceipt } from '../support/receipts.ts'

const words = readdirSync('locales').flatMap(file => {
  if (file === 'notes.json') return []
  const { totals } = JSON.parse(readFileSync(`locales/${file}`, 'utf8')) as { totals?: { grand?: string } }
  return totals?.grand ? [totals.grand] : []
})

test.each(words)('a tax that is called %s is what the others come to, not one more', description => {
  const [food, soap] = [
    { description: 'Reduced', percent: 0.14, amount: 0.43 },
    { description: 'Standard', percent: 0.255, amount: 0.81 },
  ]
  const taxesOf = (...taxes: object[]) =>
    readLedger(
      parseReceipt(
        aReceipt({ currency: 'EUR', items: [{ name: 'Bread and soap', total: 7.5 }], grandAmount: 7.5, taxes }),
      ),
    ).column.taxEntries
  expect(taxesOf(food, soap, { description, amount: 1.24 })).toEqual([food, soap])
  expect(taxesOf(food, { description: `${description} 14%`, amount: 0.43 })).toEqual([food])
})

test('a tax without a rate that is what the rated ones in the prices come to is their sum, whatever its name', () => {
  const rated = [
    { description: 'A', percent: 0.19, amount: 0.68 },
    { description: 'B', percent: 0.07, amount: 0.53 },
  ]
  const sale = { currency: 'EUR', items: [{ name: 'Groceries', total: 12.45 }], grandAmount: 12.45 }
  const entriesOf = (taxes: object[], more: object = {}) =>
    readLedger(parseReceipt(aReceipt({ ...sale, taxes, ...more }))).column.taxEntries
  expect(entriesOf([...rated, { description: 'MwSt', amount: 1.21 }])).toEqual(rated)
  // Added, all three are in the total.
  const added = { items: [{ name: 'Groceries', total: 10.03 }] }
  const levy = { description: 'Levy', amount: 1.21 }
  expect(entriesOf([...rated, levy], added)).toHaveLength(3)
  // Of two of one amount, none is what the other comes to unless it is called so.
  const two = ['City', 'State'].map(description => ({ description, amount: 0.6 }))
  const groceries = { items: [{ name: 'Groceries', total: 11.85 }] }
  expect(entriesOf(two, groceries)).toEqual(two)
  const exempt = { description: 'Exempt', amount: 0 }
  expect(entriesOf([...two, exempt], groceries)).toEqual([...two, exempt])
  const unrated = [
    { amount: 0.68, description: 'A' },
    { amount: 0.53, description: 'B' },
    { amount: 1.21, description: 'C' },
  ]
  expect(entriesOf(unrated)).toEqual(unrated)
})
