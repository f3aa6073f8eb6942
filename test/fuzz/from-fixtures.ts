import { pick, type Random } from '../../service/reliability/random.ts'
import { readFixtures } from '../../tools/lint/fixtures.ts'
import { fromSchema } from './from-schema.ts'
import { anyText, type Making } from './texts.ts'

type Json = { [name: string]: unknown } | unknown[]

const fixtures = readFixtures().map(({ receipt }) => receipt)

/** A shipped receipt with one to three things changed: values, types, lists, names. */
export function fromFixture(making: Making): unknown {
  const { random } = making
  const receipt = JSON.parse(pick(random, fixtures)) as Json
  const changes = 1 + Math.floor(random() ** 2 * 3)
  for (let turn = 0; turn < changes; turn++) {
    const place = placeIn(receipt, random)
    if (place) change(place, making)
  }
  return receipt
}

interface Place {
  holder: Json
  name: string
}

/** Any place; all depths are likely. */
function placeIn(receipt: Json, random: Random): Place | undefined {
  let holder = receipt
  for (;;) {
    const names = Object.keys(holder)
    if (names.length === 0) return undefined
    const name = pick(random, names)
    const value = (holder as Record<string, unknown>)[name]
    if (typeof value !== 'object' || value === null || random() < 0.1) return { holder, name }
    holder = value as Json
  }
}

function change({ holder, name }: Place, making: Making): void {
  const { random } = making
  const object = holder as Record<string, unknown>
  const value = object[name]
  const chance = random()
  if (chance < 0.35) object[name] = typeof value === 'number' ? pick(random, numbers) : textFor(name, making)
  else if (chance < 0.5) object[name] = structuredClone(pick(random, others))
  else if (chance < 0.6) delete object[name]
  else if (chance < 0.7) object[name] = String(value)
  else if (chance < 0.78 && Array.isArray(value)) object[name] = repeated(value, random)
  else if (chance < 0.86 && !Array.isArray(holder))
    // As JSON does it: `__proto__` is a name like any other.
    Object.defineProperty(object, pick(random, strangeNames), {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  else if (chance < 0.93 && !Array.isArray(holder))
    Object.assign(object, pick(random, Object.values(fromSchema(making, 0.2) as object).filter(isObject)) ?? {})
  else object[name] = { [name]: value }
}

/** Where only some texts are valid, mostly leaves them to other receipts. */
function textFor(name: string, making: Making): string {
  const isStrict = /date|url|email|code$|type$|image|pixel|link/i.test(name)
  return isStrict && making.random() < 0.8 ? '' : anyText(making)
}

function repeated(list: unknown[], random: Random): unknown[] {
  const times = random() < 0.02 ? 200 : 3
  return Array.from({ length: times }, () => list).flat()
}

const numbers = [0, -1, 0.005, 1e15, -1e15, 1e300, 12345678.9, 4111111111111111, Number.MAX_SAFE_INTEGER]
const others = [
  null,
  true,
  false,
  0,
  '',
  ' ',
  [],
  {},
  [[]],
  [null],
  '0',
  '-',
  'null',
  { value: 1 },
  ['a'],
  Number.POSITIVE_INFINITY,
]
const strangeNames = [
  '__proto__',
  'constructor',
  'toString',
  'prototype',
  'cvv',
  'track2',
  'pin',
  'extra',
  '',
  'a.b',
  'ITEMS',
  'Items',
  '0',
]

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
