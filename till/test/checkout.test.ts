import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { deliveriesOfReceipt } from '../../service/src/delivery/outbox/delivery.ts'
import { saveMerchant } from '../../service/src/merchants/merchants.ts'
import { TillError } from '../src/basics/errors.ts'
import type { LogEntry } from '../src/basics/log.ts'
import type { CheckoutOptions } from '../src/flow/checkout.ts'
import { openTill } from '../src/till.ts'
import { errorResponse, type FakeAnswer, startFakeService } from './support/fake-service.ts'
import { startRealService } from './support/real-service.ts'
import { sale } from './support/sales.ts'
import { newFolder } from './support/spool-folder.ts'

// One for all tests that change no setting of it; each has sales of its own.
const service = await startRealService()
afterAll(() => service[Symbol.asyncDispose]())

const stored = async (...numbers: string[]) => (await service.stored()).filter(number => numbers.includes(number))
const namesIn = (spool: string, folder: string) => readdirSync(join(spool, folder))

test('a sale is on disk, at the service, and confirmed', async () => {
  const spool = newFolder()
  await using till = await openTill({ ...service.options, spool })
  const end = await till.checkout(sale('004-1', { requestId: '5b0e7c1e-004-1' }), { acceptLanguage: 'fr_CA' })
  expect(end).toEqual({
    copy: 'sent',
    confirm: 'A digital copy was sent to mira.okafor@example.com.',
    print: false,
    receiptId: expect.stringMatching(/^[0-9a-f]{32}$/),
    offers: [],
    referenceId: '5b0e7c1e-004-1',
    requestId: '5b0e7c1e-004-1',
  })
  expect(await service.retrieve(end.receiptId!)).toEqual(sale('004-1', { requestId: '5b0e7c1e-004-1' }))
  expect(namesIn(spool, 'pending')).toEqual([])
  expect(namesIn(spool, 'sent')).toEqual([expect.stringMatching(/^\d{8}T\d{6}\.\d{3}Z-7-5b0e7c1e-004-1\.json$/)])
})

test('the same sale sent twice is one receipt, and confirmed twice', async () => {
  await using till = await openTill({ ...service.options, spool: newFolder() })
  const first = await till.checkout(sale('004-2'))
  const second = await till.checkout(JSON.stringify(sale('004-2'), null, 2))
  expect(second).toEqual({ ...first, offers: [], referenceId: expect.any(String) })
  expect(second.copy).toBe('sent')
  expect(await stored('004-2')).toEqual(['004-2'])
})

test('two sales under one requestId of the sender: the second is refused, and on paper', async () => {
  const spool = newFolder()
  await using till = await openTill({ ...service.options, spool, log: () => {} })
  await till.checkout(sale('004-3', { requestId: 'one' }))
  expect((await till.checkout(sale('004-3', { requestId: 'one' }))).copy).toBe('sent')
  const end = await till.checkout(sale('004-4', { requestId: 'one' }))
  expect(end).toMatchObject({ copy: 'refused', print: true, notice: expect.stringContaining('unavailable') })
  expect(end.confirm).toBeUndefined()
  expect(await stored('004-3', '004-4')).toEqual(['004-3'])
  expect(namesIn(spool, 'refused')).toHaveLength(2)
})

test('what the service refuses rests with its ErrorResponse, and goes out again when asked', async () => {
  const spool = newFolder()
  const log: LogEntry[] = []
  await using till = await openTill({ ...service.options, spool, log: entry => log.push(entry) })
  const end = await till.checkout(sale('004-5', { items: [{ price: 3 }] }))
  expect(end).toMatchObject({ copy: 'refused', print: true, offers: [] })
  const [note = '', file = ''] = namesIn(spool, 'refused').sort((one, other) => other.length - one.length)
  expect(note).toBe(file.replace('.json', '.error.json'))
  const { status, error } = JSON.parse(readFileSync(join(spool, 'refused', note), 'utf8'))
  expect([status, error.errors]).toEqual([422, { 'items[0].name': [{ code: null, message: 'may not be null' }] }])
  expect(end.referenceId).toBe(error.referenceId)
  expect(log).toContainEqual(
    expect.objectContaining({ level: 'warn', referenceId: error.referenceId, status: 422, file }),
  )

  const path = join(spool, 'refused', file)
  const record = JSON.parse(readFileSync(path, 'utf8'))
  record.receipt.items[0].name = 'Merino socks'
  writeFileSync(path, JSON.stringify(record))
  await till.retry(file)
  expect(await till.flush()).toEqual({ sent: 1, refused: 0, left: 0 })
  expect(await stored('004-5')).toEqual(['004-5'])
  expect(namesIn(spool, 'refused')).toEqual([])
  await expect(till.retry(file)).rejects.toThrow(`There is no ${file}`)
  await expect(till.retry('../pending/x.json')).rejects.toThrow(TillError)
})

test('a sale without the service is queued, printed, and sent when the service is there', async () => {
  const spool = newFolder()
  const gone = await startRealService()
  const { options } = gone
  await gone[Symbol.asyncDispose]()
  {
    await using till = await openTill({ ...options, spool, log: () => {} })
    expect(await till.checkout(sale('004-6', { receiptType: 'DigitalAndPaper' }), { language: 'de_AT' })).toMatchObject(
      {
        copy: 'queued',
        print: true,
        notice:
          'Der Dienst für digitale Belege ist nicht verfügbar. Der Beleg wird auf Papier gedruckt. Die digitale Kopie wird später gesendet.',
        offers: [],
      },
    )
    expect(await till.status()).toMatchObject({ pending: 1, refused: 0, sent: 0, oldest: expect.any(String) })
  }
  await using service = await startRealService({ PORT: new URL(options.host).port })
  await using till = await openTill({ ...service.options, spool })
  expect(await till.flush()).toEqual({ sent: 1, refused: 0, left: 0 })
  expect(await service.stored()).toEqual(['004-6'])
})

test('addresses are validated before or after a sale', async () => {
  await using till = await openTill({ ...service.options, spool: newFolder() })
  expect(await till.validate(['not-an-address', 'also@not@one'])).toEqual({
    'not-an-address': { status: 'invalid', maySend: false },
    'also@not@one': { status: 'invalid', maySend: false },
  })
  const strange = ['a b@example.com', ' ada@example.com', '"ada,ben"@example.com', 'a%20b@example', '__proto__', '&=?#']
  expect(await till.validate(strange)).toEqual(
    Object.fromEntries(strange.map(address => [address, { status: 'invalid', maySend: false }])),
  )
  expect(await till.validate(['a\ud800@example.com'])).toEqual({
    'a\ud800@example.com': { status: 'unknown', maySend: true },
  })
  const log: LogEntry[] = []
  const options = {
    ...service.options,
    key: 'demo:wrong',
    spool: newFolder(),
    log: (entry: LogEntry) => log.push(entry),
  }
  await using stranger = await openTill(options)
  expect(await stranger.validate(['ada@example.com'])).toEqual({
    'ada@example.com': { status: 'unknown', maySend: true },
  })
  expect(log).toEqual([expect.objectContaining({ level: 'warn', status: 401, referenceId: expect.any(String) })])
})

test('options are checked, each with what it must be', async () => {
  const good = {
    receipts: 'https://a.example/ws',
    host: 'https://a.example',
    merchant: 'm',
    key: 'i:s',
    spool: newFolder(),
  }
  const wrong = [
    [{ receipts: 'http://a.example/ws' }, 'receipts: must be an https address; http only on this machine.'],
    [{ host: 'https://i:s@a.example' }, 'host: must be a plain address, without credentials or a query.'],
    [{ key: 'secret' }, 'key: must be the API key, id:secret.'],
    [{ merchant: '' }, 'merchant: must be set.'],
    [{ merchant: '..' }, "merchant: must be the merchant's id."],
    [{ merchant: '\ud800' }, "merchant: must be the merchant's id."],
    [{ spoolKey: 'short' }, 'A spool key must be 32 bytes, as base64 or hexadecimal: openssl rand -base64 32'],
    [{ concurrency: 0 }, 'concurrency: must be 1 or more.'],
    [{ limits: { sentDays: -1 } }, 'limits.sentDays: must be a number, 0 or more.'],
  ] as const
  for (const [change, message] of wrong) await expect(openTill({ ...good, ...change })).rejects.toThrow(message)
})

test('what the service itself says is known as its own', async () => {
  const { options } = service
  const endIn = async (changes: object, receipt = sale('own-1')) => {
    await using till = await openTill({ ...options, spool: newFolder(), log: () => {}, ...changes }, { replays: false })
    const { copy } = await till.checkout(receipt)
    return [copy, (await till.status()).halt?.match(/\d+/)?.[0]]
  }
  expect(await endIn({ key: 'demo:wrong' })).toEqual(['queued', '401'])
  expect(await endIn({ merchant: 'another' })).toEqual(['queued', '403'])
  expect(await endIn({ receipts: `${options.host}/elsewhere` })).toEqual(['queued', '404'])
  expect(await endIn({}, sale('own-2', { header: 'x'.repeat(2_000_000) }))).toEqual(['refused', undefined])
  expect(await endIn({}, sale('own-3', { grandAmount: undefined }))).toEqual(['refused', undefined])
  expect(await endIn({}, sale('own-4'))).toEqual(['sent', undefined])
})

test('an option that can’t be stops no sale, now or later, and is said', async () => {
  const log: LogEntry[] = []
  const spool = newFolder()
  await using till = await openTill({ ...service.options, spool, log: entry => log.push(entry) }, { replays: false })
  const odd = [
    { acceptLanguage: '日本語' },
    { acceptLanguage: 'fr\r\nx: y' },
    { acceptLanguage: 7 },
    { deadline: Number.NaN },
    { deadline: '4000' },
    { language: 7 },
  ]
  for (const [index, options] of odd.entries())
    expect((await till.checkout(sale(`odd-${index}`), options as CheckoutOptions)).copy).toBe('sent')
  expect(log.filter(({ level }) => level === 'warn').map(({ message }) => message.split(':')[0])).toEqual(
    odd.flatMap(options => Object.keys(options)),
  )
  const fine = [{ acceptLanguage: 'fr_CA\n' }, { acceptLanguage: '' }, { deadline: Number.POSITIVE_INFINITY }, null]
  for (const [index, options] of fine.entries())
    expect((await till.checkout(sale(`fine-${index}`), options as CheckoutOptions)).copy).toBe('sent')
  expect(log.filter(({ level }) => level === 'warn')).toHaveLength(odd.length)

  const record = (number: string, change: object) =>
    JSON.stringify({ merchant: 'demo', mode: 'live', receipt: sale(number, { requestId: `old-${number}` }), ...change })
  writeFileSync(join(spool, 'pending/20260101T000000.000Z-7-a.json'), record('old-1', { acceptLanguage: '日本語' }))
  writeFileSync(join(spool, 'pending/20260101T000000.001Z-7-b.json'), record('old-2', { acceptLanguage: 'fr_CA\n' }))
  expect(await till.flush()).toEqual({ sent: 2, refused: 0, left: 0 })
})

test('a merchant in test mode takes test tills only, and its mails stay in the house', async () => {
  await using service = await startRealService()
  await saveMerchant(service.service, 'demo', { name: 'Alder & Finch', settings: { mode: 'test' } })
  await using live = await openTill({ ...service.options, spool: newFolder(), log: () => {} })
  expect(await live.checkout(sale('1'))).toMatchObject({ copy: 'queued', print: true })
  expect((await live.status()).halt).toBe(
    'The till is in live mode, and the service says it is test; check mode, address and merchant.',
  )
  await using tester = await openTill({ ...service.options, spool: newFolder(), mode: 'test' })
  const { copy, receiptId } = await tester.checkout(sale('2'))
  expect(copy).toBe('sent')
  const delivery = async () => (await deliveriesOfReceipt(service.service.db, 'demo', receiptId!))[0]?.status
  await expect.poll(delivery).toBe('withheld')
  expect(await service.stored()).toEqual(['2'])
})

test('a requestId may be a number, and what JSON can not hold is said', async () => {
  await using till = await openTill({ ...service.options, spool: newFolder() })
  expect((await till.checkout(sale('1', { requestId: 77 }))).requestId).toBe('77')
  await expect(till.checkout(sale('2', { grandAmount: 5n }))).rejects.toThrow(TillError)
  await expect(till.checkout('not JSON')).rejects.toThrow('The receipt is not a JSON object.')
})

test('names that are none stop no sale: it gets a requestId, and the service says what is wrong', async () => {
  const odd = { toString: 1, valueOf: 1 }
  await using service = await startFakeService(({ method }) =>
    method === 'POST' ? { status: 422, ...errorResponse('Validation error') } : undefined,
  )
  await using till = await openTill({ ...service.options, spool: newFolder() }, { replays: false })
  const end = await till.checkout(
    JSON.stringify({ ...sale('1'), requestId: odd, receiptType: odd, receiptDateTime: odd, workstation: { id: odd } }),
  )
  expect(end).toMatchObject({ copy: 'refused', print: true, requestId: expect.stringMatching(/^till-[0-9a-f]{32}$/) })
  expect(service.posted()[0].workstation).toEqual({ id: odd })
})

test('many addresses are asked about in portions, each answered', async () => {
  await using till = await openTill({ ...service.options, spool: newFolder() })
  const addresses = Array.from({ length: 120 }, (_, index) => `address ${index}`.replace(' ', '-'))
  const advice = await till.validate(addresses)
  expect(Object.keys(advice)).toEqual(addresses)
  expect(Object.values(advice).every(({ status }) => status === 'invalid')).toBe(true)
})

test('the log names sales and failures, and no customer', async () => {
  const message = 'mira.okafor@example.com is no address that takes mail'
  const refusal = { message: 'Validation error', code: null, referenceId: 'ref-1' }
  const errors = { 'customer.emailAddress': [{ code: null, message }] }
  let answer: FakeAnswer = 'cut'
  await using service = await startFakeService(({ method }) => (method === 'POST' ? answer : undefined))
  const spool = newFolder()
  const log: LogEntry[] = []
  await using till = await openTill({ ...service.options, spool, log: entry => log.push(entry) }, { replays: false })
  const ends = [await till.checkout(sale('1'))]
  answer = { status: 422, json: { ...refusal, errors } }
  ends.push(await till.checkout(sale('2')))
  await till.flush()
  expect(log.length).toBeGreaterThan(2)
  expect(JSON.stringify([log, ends])).not.toMatch(/mira|okafor|socks/i)
  expect(ends[1]?.reason).toBe(
    'The service refuses the receipt (422): Validation error; customer.emailAddress: … is no address that takes mail',
  )
  const notes = readdirSync(join(spool, 'refused')).filter(name => name.includes('.error.'))
  expect(readFileSync(join(spool, 'refused', notes[0]!), 'utf8')).toContain(message)
})
