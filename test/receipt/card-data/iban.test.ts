import { expect, test } from 'vitest'
import { digitRuns, groupsOfIban } from '../../../src/receipt/card-data/card-numbers.ts'

/** Examples of the IBAN registry (ISO 13616) and of banks, for every country whose numbers are digits alone. */
const examples = [
  'AT611904300234573201',
  'BE68539007547034',
  'CZ6508000000192000145399',
  'DE89370400440532013000',
  'DK5000400440116243',
  'EE382200221020145685',
  'ES9121000418450200051332',
  'FI2112345600000785',
  'FR7630006000011234567890189',
  'HR1210010051863000160',
  'HU42117730161111101800000000',
  'LT121000011101001000',
  'PL61109010140000071219812874',
  'PT50000201231234567890154',
  'SE4550000000058398257466',
  'SI56263300012039086',
  'SK3112000000198742637541',
]

/** A text of fewer digits than a card number has no run, and so no IBAN either. */
const groups = (text: string) => {
  const [run] = digitRuns(text)
  return run ? groupsOfIban(run) : 0
}
const inFours = (iban: string) => iban.replace(/.{4}(?=.)/g, '$& ')
const changed = (iban: string) => iban.slice(0, -1) + ((Number(iban.at(-1)) + 1) % 10)

test.each(examples)('%s is an IBAN, with or without spaces, and nothing near it is', iban => {
  expect(groups(iban)).toBe(1)
  expect(groups(`Pay to ${iban} today`)).toBe(1)
  expect(groups(inFours(iban))).toBe(Math.ceil(iban.length / 4))
  expect(groups(`${inFours(iban)} 4111`)).toBe(Math.ceil(iban.length / 4))
  expect(groups(changed(iban))).toBe(0)
  expect(groups(inFours(changed(iban)))).toBe(0)
  expect(groups(`${iban}0`)).toBe(0)
  expect(groups(iban.slice(0, -1))).toBe(0)
  expect(groups(iban.slice(2))).toBe(0)
  expect(groups(`XX${iban.slice(2)}`)).toBe(0)
  expect(groups(`${iban.slice(0, 2)} ${iban.slice(2)}`)).toBe(0)
})
