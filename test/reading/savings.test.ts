import { describe, expect, test } from 'vitest'
import { readMeaning } from '../../src/reading/meaning.ts'
import { parseReceipt } from '../../src/receipt/parse.ts'
import { aReceipt, type SentReceipt } from '../support/receipts.ts'

const read = (differs: SentReceipt) => readMeaning(parseReceipt(aReceipt(differs))).savings
const off = (...amounts: number[]) => ({ discounts: amounts.map(amount => ({ name: 'Off', amount })) })
const tea = (...amounts: number[]) => ({ name: 'Tea', total: 10, ...off(...amounts) })

describe('what was saved is', () => {
  test.each<[string, SentReceipt, number]>([
    ['nothing without discounts', { items: [{ name: 'Tea', total: 10 }] }, 0],
    ['nothing where there are no lines', {}, 0],
    ['what lines have off', { items: [tea(-1, -0.5), tea(-2)] }, 3.5],
    ['what the receipt has off', off(-3), 3],
    ['what lines of orders have off', { orders: [{ items: [tea(-1)] }, {}, { items: [tea(-4)] }] }, 5],
    ['all of these', { items: [tea(-1)], orders: [{ items: [tea(-2)] }], ...off(-4) }, 7],
    ['less by no discount that adds to the price', { items: [tea(-1, 0.5)], ...off(2, -3) }, 4],
    ['the smallest coin', off(-0.01, 0), 0.01],
  ])('%s', (_, differs, total) => expect(read(differs).total + 0).toBe(total))
})

describe('the discounts on lines are a step from gross to net', () => {
  const sale = { grossAmount: 20, items: [tea(-2), tea(-1)] }

  test.each<[string, SentReceipt, number | undefined]>([
    ['where they explain it', { ...sale, netAmount: 17 }, -3],
    ['with a discount on the receipt', { ...sale, ...off(-5), netAmount: 12 }, -3],
    ['with a fee', { ...sale, fees: [{ description: 'Bag', amount: 0.5 }], netAmount: 17.5 }, -3],
    ['on the way to the total, where prices include tax', { ...sale, netAmount: 14.17, grandAmount: 17 }, -3],
    ['with a tip and a charge', { ...sale, netAmount: 14.17, grandAmount: 19.5, tip: 2, serviceCharge: 0.5 }, -3],
    ['with rounding', { ...sale, grandAmount: 17.05, roundingAdjustment: { value: 0.05 } }, -3],
    ['but not by a cent to the total', { ...sale, netAmount: 14.17, grandAmount: 17.01 }, undefined],
    ['but not by a cent more', { ...sale, netAmount: 17.01 }, undefined],
    ['nor where they are in the gross amount', { ...sale, netAmount: 20 }, undefined],
    ['nor without a net amount', sale, undefined],
    ['nor without a gross amount', { ...sale, grossAmount: undefined, netAmount: -3 }, undefined],
    ['nor where there are none', { grossAmount: 20, netAmount: 20 }, undefined],
    ['nor where they come to nothing at all', { grossAmount: 3, items: [tea(-3)] }, undefined],
  ])('%s', (_, differs, onItems) => expect(read(differs).onItems).toBe(onItems))
})
