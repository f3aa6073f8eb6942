import { pick, type Random } from '../../../service/reliability/random.ts'

type Holder = Record<string | number, unknown>

/** A copy of a receipt with some values, names or entries changed, as tills get them wrong or right. */
export function mutated(receipt: unknown, random: Random, changes: number): unknown {
  const copy = structuredClone(receipt)
  for (let change = 0; change < changes; change++) {
    const places: [Holder, string][] = []
    collect(copy, places)
    const [holder, key] = pick(random, places)
    alter(holder, key, random)
  }
  return copy
}

function collect(value: unknown, places: [Holder, string][]): void {
  if (typeof value !== 'object' || value === null) return
  for (const key of Object.keys(value)) {
    places.push([value as Holder, key])
    collect((value as Holder)[key], places)
  }
}

function alter(holder: Holder, key: string, random: Random): void {
  const roll = random()
  if (roll < 0.1) delete holder[key]
  else if (roll < 0.15 && Array.isArray(holder)) holder.push(structuredClone(holder[key as never]))
  else if (roll < 0.2 && !Array.isArray(holder)) put(holder, pick(random, names), structuredClone(pick(random, values)))
  else if (roll < 0.25) reorder(holder)
  else if (roll < 0.6) holder[key] = like(holder[key], random)
  else holder[key] = structuredClone(pick(random, values))
}

/** Sets an own property, as `JSON.parse` does: also `__proto__`. */
function put(holder: Holder, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, configurable: true, enumerable: true, writable: true })
}

/** Keys in the opposite order. */
function reorder(holder: Holder): void {
  if (Array.isArray(holder)) return
  const entries = Object.entries(holder).reverse()
  for (const [key] of entries) delete holder[key]
  for (const [key, value] of entries) put(holder, key, value)
}

/** A value of the same type. */
function like(value: unknown, random: Random): unknown {
  if (typeof value === 'number') return pick(random, numbers)
  if (typeof value === 'string') return pick(random, texts)
  if (Array.isArray(value)) return [...value, ...value]
  return value
}

const names = [
  'header',
  'extra',
  'units',
  'emv',
  'emvData',
  'Name',
  'name',
  'balance',
  'cvv',
  'loyaltyTier',
  '__proto__',
  'constructor',
  'amount',
  'dateTime',
  'currency',
  'first6Digits',
  'taxes',
]

const numbers = [0, -0, 1, 12.5, -4.2, 0.001, 1e-7, 19.990000000000002, 1e13, 999999999999999, 1e15, 4111111111111111]

const texts = [
  'Oat milk 1 l',
  'Crème brûlée',
  'Cre\u0300me',
  'حليب',
  '豆乳',
  '🥛',
  '',
  '   ',
  '\u00a0',
  'a\tb',
  'first\nsecond',
  'first\\nsecond',
  'C:\\new',
  'left\u202eright',
  '\u200f',
  '\ud800',
  'bell\u0007',
  '4111 1111 1111 1111',
  '4111111111111111',
  '٤١١١١١١١١١١١١١١١',
  '４１１１ １１１１ １１１１ １１１１',
  '⁴¹¹¹¹¹¹¹¹¹¹¹¹¹¹¹',
  '²²²³¹¹¹¹¹¹³²³¹¹¹',
  '%B4111111111111111^DOE/J^2512',
  '1881',
  '********1881',
  '12.50',
  'CreditDebit',
  'Crypto',
  'EUR',
  'eur',
  'DigitalOnly',
  'QRCode',
  'GTIN',
  '4006381333931',
  '2026-11-21T18:04:00-05:00',
  '21.11.2026',
  'https://shop.example.com/r/1',
  'javascript:alert(1)',
  'ada@example.com',
  ' ada@example.com ',
  'nobody',
  'x'.repeat(101),
  'x'.repeat(4001),
]

const values: readonly unknown[] = [null, undefined, true, [], {}, [null], [{}], { name: 'Ada' }, ...numbers, ...texts]
