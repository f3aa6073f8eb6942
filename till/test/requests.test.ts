import { describe, expect, test } from 'vitest'
import { HttpFault } from '../src/http/request.ts'
import { type Ask, checkMode, connectService, type ServiceConnection } from '../src/operations/connect.ts'
import { confirmTaken, createReceipt, type SendStep, sendableLanguage } from '../src/operations/create-receipt.ts'
import { validateAddresses } from '../src/operations/validate-addresses.ts'
import { readOptions } from '../src/settings/read-settings.ts'
import { errorResponse, startFakeService } from './support/fake-service.ts'
import { recordOf, sale } from './support/sales.ts'

const signal = new AbortController().signal
const says = (status: number, json: unknown, headers = {}) => ({ status, headers, text: JSON.stringify(json) })
const no = (status: number, headers = {}) => says(status, errorResponse('No').json, headers)

type Answer = ReturnType<typeof says> | Error

/** A service without a network, what it was asked, and its answers in turn. */
function serviceThat(...answers: Answer[]) {
  const asked: { method: string; path: string; ask: Ask }[] = []
  const answer = async (method: string, path: string, ask: Ask) => {
    asked.push({ method, path, ask })
    const next = answers.shift() ?? no(404)
    if (next instanceof Error) throw next
    return next
  }
  const service: Partial<ServiceConnection> = {
    settings: { mode: 'live' } as ServiceConnection['settings'],
    receipts: answer,
    host: (path, ask) => answer('GET', path, ask),
  }
  return { service: service as ServiceConnection, asked }
}

describe('a receipt', () => {
  const record = recordOf('004-1')

  test('is sent as JSON, in its language if a header can hold that', async () => {
    const sentWith = async (acceptLanguage?: string) => {
      const { service, asked } = serviceThat(says(200, { receiptId: 'r-1' }))
      await createReceipt(service, { ...record, acceptLanguage }, { signal, now: () => 0 })
      const { method, path, ask } = asked[0]!
      expect([method, path, JSON.parse(ask.body ?? ''), ask.signal]).toEqual(['POST', '', record.receipt, signal])
      return ask.headers
    }
    const type = { 'content-type': 'application/json' }
    expect(await sentWith()).toEqual(type)
    expect(await sentWith(' fr_CA ')).toEqual({ ...type, 'accept-language': 'fr_CA' })
    expect(await sentWith('fr\r\nx: y')).toEqual(type)
  })

  test.each([
    ['fr-CA, fr;q=0.8, *;q=0.5', 'fr-CA, fr;q=0.8, *;q=0.5'],
    [' de_AT\n', 'de_AT'],
    ['d'.repeat(200), 'd'.repeat(200)],
    ['d'.repeat(201), undefined],
    ['', undefined],
    ['日本語', undefined],
    ['fr\r\nx: y', undefined],
    [7, undefined],
  ])('in the language %j: %j', (text, language) => {
    expect(sendableLanguage(text)).toBe(language)
  })

  test('goes out again at once if its connection was an old one, but only then, and only once', async () => {
    const [stale, cut] = [new HttpFault('ECONNRESET', true), new HttpFault('ECONNRESET', false)]
    const taken = says(200, { receiptId: 'r-1' })
    const ends: unknown[] = []
    for (const answers of [
      [stale, taken],
      [stale, stale, taken],
      [cut, taken],
      [new TypeError('no'), taken],
    ]) {
      const { service, asked } = serviceThat(...answers)
      const steps: SendStep[] = []
      const reached = (step: SendStep) => steps.push(step)
      const outcome = await createReceipt(service, record, { signal, now: () => 0, reached })
      expect(steps).toEqual(outcome.kind === 'accepted' ? ['answered'] : [])
      expect(asked.every(({ ask }) => ask.reached === reached)).toBe(true)
      ends.push([outcome.kind, outcome.message, asked.length])
    }
    expect(ends).toEqual([
      ['accepted', 'The service has the receipt.', 2],
      ['failed', 'The connection was cut.', 2],
      ['failed', 'The connection was cut.', 1],
      ['failed', 'The network failed (TypeError).', 1],
    ])
  })

  test('that arrived before is looked into', async () => {
    const { service, asked } = serviceThat(
      no(409, { location: '/receipts/r%2F1' }),
      says(200, { apiRequest: record.receipt }),
    )
    expect(await createReceipt(service, record, { signal, now: () => 0 })).toEqual({
      ...{ kind: 'accepted', status: 409, referenceId: 'ref-1', offers: [], receiptId: 'r/1', suppressed: undefined },
      message: 'The service had the receipt already.',
    })
    expect([asked[1]?.method, asked[1]?.path, asked[1]?.ask.signal]).toEqual(['GET', '/r%2F1', signal])
    // About as much as the sale's own is read.
    expect(asked[1]?.ask.maxAnswerBytes).toBe(1024 ** 2 + 4 * JSON.stringify(record.receipt).length)
    const lost = serviceThat(no(409, { location: '/receipts/r-1' }), new HttpFault('deadline', false))
    expect(await createReceipt(lost.service, record, { signal, now: () => 0 })).toMatchObject({ code: 'deadline' })
  })
})

describe('a receipt that a 409 does not name', () => {
  const error = errorResponse('Used before').json
  const taken = { kind: 'taken', status: 409, referenceId: 'ref-1', message: 'Used before.', error } as const
  const own = { ...recordOf('own-1'), receipt: { ...sale('004-1') } as Record<string, unknown> }
  const stored = (changes = {}) => says(200, { apiRequest: { ...own.receipt, ...changes } })
  const list = says(200, [{ id: 'r-1' }, { id: 7 }, 'r-3', { id: 'r-2' }])

  test('is looked for by its number, a day before and after', async () => {
    const { service, asked } = serviceThat(list, stored({ grandAmount: 20 }), stored())
    expect(await confirmTaken(service, own, taken, signal)).toMatchObject({ kind: 'accepted', receiptId: 'r-2' })
    expect(asked.map(({ path }) => path.split('?')[0])).toEqual(['', '/r-1', '/r-2'])
    expect(Object.fromEntries(new URLSearchParams(asked[0]?.path))).toEqual({
      ...{ fromDate: '2026-11-20T22:45:12.000Z', toDate: '2026-11-22T22:45:12.000Z' },
      ...{ transactionNumber: '004-1', pageSize: '20' },
    })
  })

  test('on any day if it has none', async () => {
    const { service, asked } = serviceThat(says(200, []))
    const dateless = { ...own, receipt: { ...own.receipt, receiptDateTime: 'soon' } }
    expect((await confirmTaken(service, dateless, taken, signal)).kind).toBe('refused')
    const { fromDate = '', toDate = '' } = Object.fromEntries(new URLSearchParams(asked[0]?.path))
    expect(fromDate).toBe('1970-01-01T00:00:00.000Z')
    expect(Date.parse(toDate)).toBeGreaterThan(Date.now() + 80_000_000)
  })

  test.each<[string, Answer[], object]>([
    ['all are of other sales', [list, stored({ grandAmount: 20 }), stored({ transactionNumber: '9' })], another()],
    ['there is none', [says(200, [])], another()],
    ['those there were are gone', [list, no(404), no(404)], another()],
    ['the service can’t say', [says(200, { nothing: 'here' })], unconfirmed()],
    ['the service fails', [says(500, [])], unconfirmed()],
    ['one of them can’t be had', [list, stored({ grandAmount: 20 }), says(500, { apiRequest: {} })], unconfirmed()],
    ['one of them is no receipt', [list, says(200, { apiRequest: 'text' })], unconfirmed()],
    ['one of them is a list', [list, says(200, [])], unconfirmed()],
  ])('under the sender’s own id, if %s', async (_, answers, outcome) => {
    expect(await confirmTaken(serviceThat(...answers).service, own, taken, signal)).toEqual(outcome)
    // An id made from the content is nobody else's.
    const derived = { ...own, isDerivedId: true }
    expect(await confirmTaken(serviceThat(...answers).service, derived, taken, signal)).toEqual(unconfirmed())
  })

  test('is none of this sale’s if it is gone, though neither has a number', async () => {
    const blank = { ...own, receipt: {} }
    expect(await confirmTaken(serviceThat(list, no(404), no(404)).service, blank, taken, signal)).toEqual(another())
  })

  test('is another one’s or this one’s as the service says, and looked for to have its name', async () => {
    const decide = (isSame: boolean, isDerivedId: boolean, ...answers: Answer[]) =>
      confirmTaken(serviceThat(...answers).service, { ...own, isDerivedId }, { ...taken, isSame }, signal)
    expect(await decide(false, false)).toEqual(another())
    expect(await decide(true, false, list, stored())).toMatchObject({ kind: 'accepted', receiptId: 'r-1' })
    expect(await decide(false, true, list, stored())).toMatchObject({ kind: 'accepted', receiptId: 'r-1' })
  })

  function another() {
    const message = 'Used before. It belongs to another sale: give each its own requestId.'
    return { kind: 'refused', status: 409, referenceId: 'ref-1', error, message }
  }

  function unconfirmed() {
    const message = "Used before. The receipt that used it can't be fetched now."
    return { kind: 'failed', status: 409, referenceId: 'ref-1', code: 'unconfirmed', message }
  }
})

describe('the service’s mode', () => {
  const ask = async (answer: Answer, mode: 'live' | 'test' = 'live') => {
    const { service, asked } = serviceThat(answer)
    service.settings.mode = mode
    const found = await checkMode(service, { signal, now: () => 0 })
    expect([asked[0]?.method, asked[0]?.ask.signal]).toEqual(['GET', signal])
    expect(asked[0]?.path).toBe('?fromDate=1970-01-01T00%3A00%3A00Z&toDate=1970-01-01T00%3A00%3A01Z&pageSize=1')
    return found
  }
  const mode = (stated: string) => ({ 'counterfoil-mode': stated })

  test('must be the till’s; one that states none is live', async () => {
    const isFine = async (till: 'live' | 'test', stated?: string) =>
      (await ask(says(200, [], stated === undefined ? {} : mode(stated)), till)) === undefined
    expect(await Promise.all([isFine('live', 'live'), isFine('live'), isFine('test', 'test')])).toEqual([
      true,
      true,
      true,
    ])
    expect(await Promise.all([isFine('live', 'test'), isFine('test', 'live'), isFine('test')])).toEqual([
      false,
      false,
      false,
    ])
    const message = (is: string) => `The till is in test mode, and the service ${is}; check mode, address and merchant.`
    expect(await ask(says(200, []), 'test')).toEqual({
      ...{ kind: 'halted', what: 'mode', message: message('does not say that it is a test') },
    })
    expect((await ask(says(200, [], mode('x'.repeat(30))), 'test'))?.message).toBe(
      message(`says it is ${'x'.repeat(20)}…`),
    )
  })

  test.each<[Answer, string | undefined]>([
    [no(401), 'halted'],
    [no(429), 'busy'],
    [no(500), 'failed'],
    [says(200, {}), 'failed'],
    [new HttpFault('ECONNREFUSED', false), 'failed'],
    // It refuses the question, but it is the service.
    [no(400, mode('live')), undefined],
    [no(400, mode('test')), 'halted'],
    [no(409, mode('live')), undefined],
  ])('is asked in vain: %o is %s', async (answer, kind) => {
    expect((await ask(answer))?.kind).toBe(kind)
  })
})

test('addresses of the service are put together, and what the till says of itself goes with its key only', async () => {
  await using fake = await startFakeService(() => undefined)
  const { options, url } = fake
  const settings = readOptions({
    ...options,
    host: `${url}//`,
    receipts: `${url}/ws/rest/v1/`,
    merchant: 'a b',
    spool: 'x',
  })
  const service = connectService(settings.service, () => ({ 'counterfoil-till': 'id="1"' }))
  await service.receipts('POST', '', { signal, body: '{"receiptType":"PaperOnly"}', headers: { accept: 'text/plain' } })
  await service.tillSettings(signal)
  await service.host('/email-validation?x', { signal })
  await service.isUp(signal)
  service.close()
  const key = `Basic ${Buffer.from(options.key).toString('base64')}`
  const told = ['id="1"', key]
  expect(
    fake.requests.map(({ method, path, headers }) => [
      ...[method, path, headers.accept, headers['counterfoil-till'], headers.authorization],
    ]),
  ).toEqual([
    ['POST', '/ws/rest/v1/merchants/a%20b/receipts', 'text/plain', ...told],
    ['GET', '/ws/rest/v1/merchants/a%20b/till-settings', 'application/json', ...told],
    ['GET', '/email-validation?x', 'application/json', ...told],
    ['GET', '/healthz', 'application/json', undefined, undefined],
  ])
})

describe('addresses', () => {
  test('are asked about fifty at a time, and what can’t be told is unknown', async () => {
    const addresses = Array.from({ length: 51 }, (_, at) => `a+${at}@example.com`)
    const found = {
      [addresses[0]!]: { status: 'invalid' },
      [addresses[1]!]: { status: 'valid' },
      [addresses[2]!]: 'valid',
    }
    const { service, asked } = serviceThat(says(200, found), no(500))
    const { advice, problem } = await validateAddresses(service, addresses, signal)
    expect(asked.map(({ path }) => path.split('&').length)).toEqual([50, 1])
    expect(asked[1]?.path).toBe('/email-validation?emailAddress=a%2B50%40example.com')
    expect(Object.keys(advice)).toEqual(addresses)
    const [invalid, valid, ...others] = Object.values(advice)
    expect([invalid, valid]).toEqual([
      { status: 'invalid', maySend: false },
      { status: 'valid', maySend: true },
    ])
    expect(others).toEqual(others.map(() => ({ status: 'unknown', maySend: true })))
    expect(problem).toEqual({ message: 'The service did not validate (500).', status: 500, referenceId: 'ref-1' })
  })

  test.each<[Answer, object | undefined]>([
    [says(200, { 'ada@example.com': { status: 'perhaps' } }), undefined],
    [says(200, []), { message: 'The service did not validate (200).', status: 200, referenceId: undefined }],
    [says(500, {}), { message: 'The service did not validate (500).', status: 500, referenceId: undefined }],
    [new HttpFault('cut_off', false), { message: 'The answer was cut off.' }],
  ])('are unknown after %o', async (answer, problem) => {
    expect(await validateAddresses(serviceThat(answer).service, ['ada@example.com'], signal)).toEqual({
      advice: { 'ada@example.com': { status: 'unknown', maySend: true } },
      problem,
    })
  })
})
