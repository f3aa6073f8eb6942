import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { receiptJsonSchema } from '../../../src/receipt/data/receipt-data.ts'
import { readReceipt } from '../../../src/receipt/parse.ts'
import { changedAtRandom } from '../../reading/sales/changed.ts'
import { dialectsOf } from '../../reading/sales/dialects.ts'
import { randomOf } from '../../reading/sales/random.ts'
import { makeSale } from '../../reading/sales/true-sale.ts'
import { tries } from '../../support/scope.ts'

const validate = new Ajv2020({ strict: false }).compile(receiptJsonSchema())

/** A value of another kind in one place: what a till's mistake looks like. What a date or code may be, no schema says. */
function broken(receipt: Record<string, unknown>, seed: number): Record<string, unknown> {
  const random = randomOf(seed)
  const key = random.pick(Object.keys(receipt))
  return { ...receipt, [key]: random.pick([7.5, [[]], [7], { odd: [] }, true]) }
}

test('another validator takes by the schema what parsing takes, of receipts changed at random', () => {
  let [taken, refused] = [0, 0]
  const count = tries(2000)
  for (let seed = 0; seed < count; seed++) {
    const random = randomOf(seed)
    const sale = makeSale(seed)
    const sent = random.pick([...dialectsOf(sale, { limit: 8 })]).receipt
    const { receipt } = changedAtRandom(sent, random, sale.trade.digits)
    const changed = seed % 2 === 0 ? receipt : broken(receipt as Record<string, unknown>, seed)
    const isValid = validate(changed)
    const { errors } = readReceipt(changed)
    // Parsing forgives more than the interface asks for, such as numbers as text; never less.
    if (isValid) expect([seed, errors]).toEqual([seed, {}])
    else if (seed % 2 === 0) expect([seed, validate.errors]).toEqual([seed, []])
    if (isValid) taken++
    else refused++
  }
  expect(taken).toBeGreaterThan(count / 2)
  expect(refused).toBeGreaterThan(count * 0.15)
}, 120_000)
