import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { pick, seeded } from '../../service/reliability/random.ts'
import { cardDataPolicies, maskCardNumbersInJson, membersIn } from '../../src/receipt/card-data/mask-json.ts'
import { readReceipt, readStored } from '../../src/receipt/parse.ts'
import { fixtures } from '../support/fixtures.ts'
import { tries } from '../support/scope.ts'
import { mutated } from './quick/mutate.ts'
import { receiptWith } from './support.ts'

const pan = '4111111111111111'

/** What could be slipped into an object's text, as a member of its own or another of a name it has. */
const members = [
  `"header":"${pan}"`,
  `"name" : "4111 1111 1111 1111"`,
  `"accountNumber":"${pan}"`,
  `"authNumber":"1234"`,
  `"expirationDate":"${pan}"`,
  `"first6Digits":"411111"`,
  `"last4Digits":"11114111"`,
  `"cvv":"123"`,
  `"grandAmount":${pan}`,
  `"sku":"a:b\\":{"`,
  `"price":1.10`,
]

test('gives what reading and masking give, whatever the text', () => {
  const random = seeded(20261123)
  const rounds = Number(process.env.ROUNDS ?? tries(60))
  let [valid, changed] = [0, 0]
  for (const { name, receipt } of fixtures)
    for (let round = 0; round < rounds; round++) {
      const text = JSON.stringify(mutated(receipt, random, round % 3), null, pick(random, [0, 1, '\t']))
      const json = slipIn(text, random() < 0.3 ? pick(random, members) : undefined, random)
      const policy = pick(random, [...cardDataPolicies, 'original'] as const)
      const { masked, ...reading } = readStored(json, policy)
      const read = readReceipt(json)
      if (!isDeepStrictEqual(reading, read)) expect({ name, round, ...reading }).toEqual({ name, round, ...read })
      if (!reading.receipt) expect(masked).toBeUndefined()
      else {
        valid++
        const expected = maskCardNumbersInJson(json, policy)
        if (expected !== json) changed++
        if (masked !== expected) expect({ name, round, masked }).toEqual({ name, round, masked: expected })
      }
    }
  expect(valid).toBeGreaterThan((fixtures.length * rounds) / 4)
  expect(changed).toBeGreaterThan(rounds)
})

test.each([
  ['hidden by a second key', `"header":"${pan}","header":"Hello",`],
  ['in a second key that is escaped', `"header":"${pan}","\\u0068eader":"Hello",`],
  ['in an object that another replaces', `"customer":{"x":"${pan}"},"customer":{"emailAddress":"guest@example.com"},`],
])('finds a card number %s', (_, member) => {
  const json = JSON.stringify(receiptWith({})).replace('{', `{${member}`)
  const { receipt, masked } = readStored(json)
  expect(receipt).toBeDefined()
  expect(masked).toContain('••••1111')
  expect(masked).not.toContain(pan)
})

test('keeps a usual receipt byte by byte', () => {
  const json = JSON.stringify(receiptWith({ header: 'a":"b' }), null, 3)
  expect(readStored(json).masked).toBe(json)
})

test('counts the keys of a text, not what looks like them', () => {
  expect(membersIn('{"a":1,"b" :\n[{"a":":"},"x:y",{"\\"a\\":":2}],"c":{}}')).toBe(5)
  expect(membersIn('[]')).toBe(0)
})

/** Slips a member into one of the objects of a text, at its beginning. */
function slipIn(text: string, member: string | undefined, random: () => number): string {
  if (member === undefined) return text
  const places = [...text.matchAll(/\{(?=\s*")/g)].map(({ index }) => index + 1)
  const at = places[Math.floor(random() * places.length)] ?? 1
  return `${text.slice(0, at)}${member},${text.slice(at)}`
}
