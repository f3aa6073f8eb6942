import { argon2Sync } from 'node:crypto'
import { createFormat } from 'counterfoil/internal'
import { expect, test } from 'vitest'
import { halfWidthYen } from '../../../src/locale/format/intl.ts'
import { moneyStyle, periodBefore } from '../../console/overview/figures.ts'
import { nearestLanguage } from '../../console/parts/words.ts'
import { TooBusyError } from '../../src/basics/errors/errors.ts'
import { createGate } from '../../src/basics/gate.ts'
import { meantAddress } from '../../src/http/console/addresses.ts'
import { hashPassword, newPassword, passwordProblem, verifyPassword } from '../../src/people/passwords.ts'
import { networkOf } from '../../src/people/sign-in.ts'
import { goodsOf } from '../../src/receipts/listing.ts'
import { shapeAt } from '../../src/receipts/problems.ts'
import { costlyPasswords } from '../support/cheap-passwords.ts'
import { consoleLanguages } from '../support/console-languages.ts'

test('a password’s hash says how it was made, and fits that password only', async () => {
  const hash = await hashPassword('a sentence that is long enough')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(await verifyPassword('a sentence that is long enough', hash)).toBe(true)
  expect(await verifyPassword('a sentence that is long enough.', hash)).toBe(false)
  expect(await hashPassword('a sentence that is long enough')).not.toBe(hash)
})

test('a hash takes the memory and the passes that it names', async () => {
  using _ = costlyPasswords()
  const message = 'a sentence that is long enough'
  const hash = await hashPassword(message)
  const [, salt = '', digest] = /\$([^$]+)\$([^$]+)$/.exec(hash) ?? []
  const [memory = 0, passes = 0, parallelism = 0] = [...hash.matchAll(/[mtp]=(\d+)/g)].map(([, value]) => Number(value))
  const parameters = { message, nonce: Buffer.from(salt, 'base64'), parallelism, tagLength: 32, memory, passes }
  expect(digest).toBe(argon2Sync('argon2id', parameters).toString('base64').replace(/=+$/, ''))
})

test('a hash made where Node lacks argon2 still fits, made by another program', async () => {
  // scrypt("correct horse battery", salt "saltsaltsaltsalt", N 2^15, r 8, p 3), by Python's hashlib.
  const hash = '$scrypt$ln=15,r=8,p=3$c2FsdHNhbHRzYWx0c2FsdA$VjlxsxAgR6D2tenHbDt+BFHXoCVbV2+WFkL3f83AFDc'
  expect(await verifyPassword('correct horse battery', hash)).toBe(true)
  expect(await verifyPassword('correct horse', hash)).toBe(false)
})

test.each([
  ['fourteen chars', 'at least 15'],
  ['x'.repeat(201), 'at most 200'],
  ['abababababababab', 'more different'],
  ['ada@example.com1', 'built on the name'],
  ['my ADA@EXAMPLE.COM, 2026 xyzz', 'built on the name'],
])('the password %s is refused', (password, words) => {
  expect(passwordProblem(password, 'ada@example.com')).toContain(words)
})

test.each([
  ['fifteen letters', 'ada@example.com'],
  ['abcdefghij'.repeat(20), 'ada@example.com'],
  ['abcdeabcdeabcde', 'ada@example.com'],
  ['my ada@example.com, 2026 xyzzy', 'ada@example.com'],
])('%s is just enough', (password, name) => {
  expect(passwordProblem(password, name)).toBe(undefined)
})

test('a sentence, a made password and one with emoji are fine', () => {
  for (const password of ['käse, wein und brot', newPassword(), '🐙🦑🦐🦞🦀🐡🐠🐟🐬🐳🐋🦈🦭🐊🐅'])
    expect(passwordProblem(password, 'ada@example.com')).toBe(undefined)
})

test.each([
  ['fr-BE', 'fr-FR'],
  ['fr-CA', 'fr-CA'],
  ['es-AR', 'es-419'],
  ['en-AU', 'en-GB'],
  ['zh-HK', 'zh-Hant-HK'],
  ['zh-TW', 'zh-Hant-TW'],
  ['zh-SG', 'zh-CN'],
  ['pt-PT', 'pt-PT'],
  ['pt', 'pt-BR'],
  ['sr', 'sr-RS'],
  ['sr-Latn', 'sr-Latn-RS'],
  ['sr-ME', 'sr-Latn-RS'],
  ['nn-NO', 'nb-NO'],
  ['no', 'nb-NO'],
  ['iw', 'he-IL'],
  ['ar-EG', 'ar'],
  ['en-US@posix', 'en-US'],
  ['tlh', 'en-US'],
])('a browser in %s gets %s', (wanted, tag) => {
  const tags =
    'en-US en-GB ar es-ES es-419 fr-CA fr-FR he-IL nb-NO pt-BR pt-PT sr-RS sr-Latn-RS zh-CN zh-Hant-HK zh-Hant-TW'
  expect(nearestLanguage([wanted], tags.split(' '))).toBe(tag)
  expect(nearestLanguage(['tlh', wanted, 'fr-FR'], tags.split(' '))).toBe(wanted === 'tlh' ? 'fr-FR' : tag)
})

test.each(consoleLanguages)('an amount has the same sign in a list and in the overview, in %s', language => {
  const sign = (text: string) => text.replace(/[^\p{L}\p{Sc}]/gu, '')
  for (const currency of ['USD', 'JPY', 'GBP', 'EUR', 'CNY', 'CAD', 'SEK', 'KRW', 'AED']) {
    const inList = createFormat(language, { currency }).money(547)
    const inOverview = halfWidthYen(new Intl.NumberFormat(language, moneyStyle(language, currency)).format(547))
    expect(sign(inOverview), currency).toBe(sign(inList))
  }
})

test.each([
  ['2026-10-29', '2026-11-25', '2026-10-01', '2026-10-28'],
  ['2026-11-25', '2026-11-25', '2026-11-18', '2026-11-18'],
  ['2026-11-01', '2026-11-30', '2026-09-27', '2026-10-26'],
  ['2025-11-27', '2026-11-25', '2024-11-28', '2025-11-26'],
])('%s to %s stands beside the same weekdays', (from, to, ...before) => {
  expect(Object.values(periodBefore({ from, to }))).toEqual(before)
})

test('months stand beside months', () => {
  expect(periodBefore({ from: '2025-01-01', to: '2026-12-31' })).toEqual({ from: '2023-01-02', to: '2024-12-31' })
})

test('a gate lets so many through at once, and all in the end, also after failures', async () => {
  const gate = createGate(2, 7)
  let running = 0
  let most = 0
  const work = async (fails: boolean) => {
    running += 1
    most = Math.max(most, running)
    await new Promise(resolve => setImmediate(resolve))
    running -= 1
    if (fails) throw new Error('no')
    return 'done'
  }
  const all = await Promise.allSettled(Array.from({ length: 9 }, (_, at) => gate.pass(() => work(at % 3 === 0))))
  expect([most, all.filter(({ status }) => status === 'fulfilled').length]).toEqual([2, 6])
})

test('a gate’s line is bounded but for those who go first', async () => {
  const gate = createGate(1, 2)
  const done: string[] = []
  let open = () => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  const pass = (name: string, isFirst?: boolean) => gate.pass(() => opened.then(() => void done.push(name)), isFirst)
  const all = [pass('inside'), pass('second'), pass('third')]
  expect(() => gate.admit()).toThrow(TooBusyError)
  await expect(pass('fourth')).rejects.toThrow(TooBusyError)
  all.push(pass('known', true))
  open()
  await Promise.all(all)
  expect(done).toEqual(['inside', 'known', 'second', 'third'])
  expect(() => gate.admit()).not.toThrow()
})

test.each([
  ['203.0.113.77', '203.0.113'],
  ['::ffff:203.0.113.77', '203.0.113'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('%s is of the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['ada@gmial.com', 'ada@gmail.com'],
  ['ada@gmail.co', 'ada@gmail.com'],
  ['ada@hotmial.com', 'ada@hotmail.com'],
  ['ada@gmail.com', undefined],
  ['ada@example.com', undefined],
  ['ada@alder-and-finch.example', undefined],
])('%s means %s', (typed, meant) => {
  expect(meantAddress(typed)).toBe(meant)
})

test.each([
  ['receiptDateTime', '"00.00.0000 00:00"'],
  ['items[1].price', '"0,00"'],
  ['items[0].name', '"Aaa"'.toLowerCase()],
  ['items', '[2]'],
  ['customer', '{…}'],
  ['grandAmount', '-00.0'],
  ['nothing.here', ''],
  ['items[7].price', ''],
  ['__proto__.polluted', ''],
  ['body', ''],
])('of %s only the shape is kept', (path, shape) => {
  const body = {
    receiptDateTime: '20.11.2026 17:45',
    items: [{ name: 'Tea' }, { price: '4,20' }],
    customer: { emailAddress: 'ada@example.com' },
    grandAmount: -43.2,
  }
  expect(shapeAt(JSON.parse(JSON.stringify(body)), path)).toBe(shape)
  expect(shapeAt(undefined, path)).toBe('')
})

test('goods are listed once, with their pieces; what is weighed is one, and nothing sent can break it', () => {
  const jacket = { name: 'Trail rain jacket', quantity: { value: 1 } }
  expect(
    goodsOf({ items: [jacket, jacket], returns: [{ items: [{ name: ' Socks ', quantity: { value: -3 } }] }] }),
  ).toEqual([
    { name: 'Trail rain jacket', pieces: 2 },
    { name: 'Socks', pieces: 3 },
  ])
  const apples = { name: 'Apples', quantity: { value: 2, unitOfMeasureCode: 'KG' } }
  const cheese = { name: 'Cheese', quantity: { value: '0.35' } }
  expect(goodsOf({ orders: [{ items: [apples, cheese] }] }).map(({ pieces }) => pieces)).toEqual([1, 1])
  expect(
    goodsOf({ items: [null, 7, { name: 5 }, { name: 'Tea', quantity: null }], orders: 'x', returns: [null] }),
  ).toEqual([{ name: 'Tea', pieces: 1 }])
})
