import { describe, expect, test } from 'vitest'
import { checkMode, type ServiceConnection } from '../src/operations/connect.ts'
import { confirmTaken, createReceipt } from '../src/operations/create-receipt.ts'
import { countMarks, readAnswer, readError } from '../src/operations/read-answer.ts'
import { errorResponse } from './support/fake-service.ts'
import { sale } from './support/sales.ts'

describe('an answer about the moment is a pause, not a refusal', () => {
  test.each([408, 425, 429, 502, 503, 504])('%i', status => {
    const text = JSON.stringify(errorResponse('Later').json)
    expect(readAnswer({ status, headers: {}, text }, 0)).toMatchObject({ kind: 'busy', status })
  })
})

describe('an answer that is not the interface’s decides nothing', () => {
  const texts = ['<html>', '{"message":"Forbidden"}', '{"message":"No","referenceId":7}', '']
  test.each([400, 401, 403, 404, 405, 409, 413, 418, 422])('%i', status => {
    for (const text of texts)
      expect(readAnswer({ status, headers: { location: '/receipts/r-1' }, text }, 0)).toEqual({
        kind: 'failed',
        status,
        code: 'not_receipt',
        message: `An answer (${status}) came that is not the service's.`,
      })
  })

  test('nor a portal’s page in place of the service’s mode', async () => {
    const answers = [
      { status: 200, headers: {}, text: '<html>Welcome</html>' },
      { status: 200, headers: {}, text: '{}' },
      { status: 404, headers: {}, text: '<html>Not found</html>' },
    ]
    for (const answer of answers) {
      const service = { settings: { mode: 'live' }, receipts: async () => answer } as unknown as ServiceConnection
      const about = { signal: AbortSignal.timeout(1000), now: Date.now }
      expect(await checkMode(service, about)).toMatchObject({ kind: 'failed', code: 'not_receipt' })
    }
  })
})

test('a key that only creates receipts is known, and the mode is what the service says of it', async () => {
  const { json } = errorResponse('Unauthorized Access')
  const ask = (code: string, mode: 'live' | 'test', stated = 'live') => {
    const text = JSON.stringify({ ...json, code })
    const answer = { status: 403, headers: { 'counterfoil-mode': stated }, text }
    const service = { settings: { mode }, receipts: async () => answer } as unknown as ServiceConnection
    return checkMode(service, { signal: AbortSignal.timeout(1000), now: Date.now })
  }
  expect(await ask('insufficient_scope', 'live')).toBe(undefined)
  expect(await ask('insufficient_scope', 'test')).toMatchObject({ kind: 'halted' })
  expect(await ask('another', 'live')).toMatchObject({ kind: 'halted' })
})

test.each([
  ['insufficient_scope', 'not for creating receipts'],
  ['other_store', 'not for this store'],
  ['constructor', 'rejects the merchant'],
])('a 403 with the code %s halts and says why', (code, words) => {
  const { json } = errorResponse('Unauthorized Access')
  const read = readAnswer({ status: 403, headers: {}, text: JSON.stringify({ ...json, code }) }, 0)
  expect(read).toMatchObject({ kind: 'halted', message: expect.stringContaining(words) })
})

test('an ErrorResponse is kept as far as a note has room, and says what it leaves out', () => {
  const path = (index: number) => `items[${index}].${'x'.repeat(200)}`
  const list = Array.from({ length: 900 }, (_, index) => [path(index), [{ code: null, message: '\u0000'.repeat(900) }]])
  const json = { message: 'm'.repeat(9000), code: 422, referenceId: 'r', errors: Object.fromEntries(list) }
  const error = readError(json)!
  const kept = Object.keys(error.errors)
  expect(error).toMatchObject({ code: '422', referenceId: 'r', leftOut: 900 - kept.length })
  expect(kept).toEqual(list.slice(0, kept.length).map(([path]) => path))
  expect(kept.length).toBeGreaterThan(5)
  expect(JSON.stringify(error, null, 1).length).toBeLessThan(48_000)
  const odd = JSON.parse('{"__proto__":[{"message":"x"}],"a":null,"b":[7],"c":[{"message":"y","code":7}]}')
  expect(Object.entries(readError({ message: '', referenceId: 'r', errors: odd })!.errors)).toEqual([
    ['__proto__', [{ code: null, message: 'x' }]],
    ['c', [{ code: null, message: 'y' }]],
  ])
})

test('brackets and commas are counted outside of texts only', () => {
  expect(countMarks('{"a[":[1,2],"\\"{,":"\\\\","c":{}}')).toBe(6)
  expect(countMarks('["Alder \\",[["]')).toBe(1)
  expect(countMarks('["never ends, [{,')).toBe(1)
  expect(countMarks('[[[[[[[[', 3)).toBe(4)
})

test.each([
  ['https://a.example/receipts/r-1', 'r-1'],
  ['/receipts/r%201?x#y', 'r 1'],
  ['/receipts/r-1/', 'r-1'],
  ['/receipts/50%', undefined],
  ['/%E0%A4%A', undefined],
  [`/${'r'.repeat(5000)}`, undefined],
  ['', undefined],
  [undefined, undefined],
])('a 409 at %s is of receipt %s', (location, receiptId) => {
  const text = JSON.stringify(errorResponse('Used before').json)
  const headers = location === undefined ? {} : { location }
  const { kind, ...taken } = readAnswer({ status: 409, headers, text }, 0)
  expect([kind, (taken as { receiptId?: string }).receiptId]).toEqual(['taken', receiptId])
})

test('a receipt that is nested too deep to be written is refused, and nothing asked', async () => {
  const deep = JSON.parse(`{"items":${'['.repeat(50_000)}${']'.repeat(50_000)}}`)
  const asked = { requestId: 'till-1', isDerivedId: true, receipt: deep }
  const context = { signal: AbortSignal.timeout(1000), now: () => 0 }
  expect(await createReceipt({} as ServiceConnection, asked, context)).toMatchObject({
    kind: 'refused',
    error: { code: 'unsendable' },
  })
})

describe('a 409 under an id made from the content', () => {
  const sold = sale('004-1', { requestId: 'till-1' })
  const error = errorResponse('Used before').json
  const taken = { kind: 'taken', status: 409, message: 'Used before.', error } as const
  const outcomeOf = async (answers: Record<string, unknown>, receiptId?: string) => {
    const receipts = async (_: string, rest: string) => {
      const [status, json] = (answers[rest.startsWith('?') ? 'query' : 'receipt'] as [number, unknown]) ?? [500, {}]
      return { status, headers: {}, text: JSON.stringify(json) }
    }
    const about = { receipt: sold, isDerivedId: true } as never
    const seen = { ...taken, ...(receiptId !== undefined && { receiptId }) }
    return (await confirmTaken({ receipts } as never, about, seen, AbortSignal.timeout(1000))).kind
  }

  test('is this sale, if it names its receipt', async () => {
    expect(await outcomeOf({}, 'r-1')).toBe('accepted')
  })

  test('and says whether it is mailed, as its first answer did', async () => {
    const text = JSON.stringify(error)
    const answer = (kind: string) =>
      readAnswer({ status: 409, text, headers: { location: '/r-1', 'counterfoil-suppressed': kind } }, 0)
    const about = { receipt: sold, isDerivedId: true } as never
    const outcome = (kind: string) => confirmTaken({} as never, about, answer(kind) as never, AbortSignal.timeout(1000))
    expect(await outcome('complaint')).toMatchObject({ kind: 'accepted', receiptId: 'r-1', suppressed: 'complaint' })
    expect((await outcome('complaint')).message).toContain('called a mail spam')
    expect(await outcome('unheard of')).toMatchObject({ kind: 'accepted', suppressed: undefined })
  })

  test('or if the service finds it', async () => {
    const found = { query: [200, [{ id: 'r-1' }]], receipt: [200, { apiRequest: sold }] }
    expect(await outcomeOf(found)).toBe('accepted')
  })

  test.each([
    { query: [200, []] },
    { query: [200, { nothing: 'here' }] },
    { query: [502, '<html>'] },
    { query: [200, [{ id: 'r-1' }]], receipt: [404, error] },
  ])('else it waits: %j', async answers => {
    expect(await outcomeOf(answers)).toBe('failed')
  })
})

describe('a 409 under the sender’s own id counts as sent only if the receipt that has it is the same sale', () => {
  const sold = sale('004-1', { requestId: 'own-1', grandAmount: 12.5, receiptDateTime: '2026-11-24T10:41:00Z' })
  const { workstation } = sold as { workstation: { store: object } }
  const outcomeOf = async (stored: unknown, status = 200, json: unknown = { apiRequest: stored }) => {
    const text = JSON.stringify(json)
    const service = { receipts: async () => ({ status, headers: {}, text }) } as Partial<ServiceConnection>
    const taken = { kind: 'taken', receiptId: 'r-1', status: 409, message: 'Used before.' } as const
    const about = { receipt: sold, isDerivedId: false } as never
    const error = errorResponse('Used before').json
    return (await confirmTaken(service as ServiceConnection, about, { ...taken, error }, AbortSignal.timeout(1000)))
      .kind
  }

  test('the same, whatever else it holds', async () => {
    expect(await outcomeOf({ ...sold, customer: { emailAddress: 'masked@example.com' } })).toBe('accepted')
  })

  test.each([
    { transactionNumber: '004-2' },
    { transactionType: 'ReturnTransaction' },
    { receiptDateTime: '2026-11-24T10:42:00Z' },
    { grandAmount: 12.51 },
    { workstation: { ...workstation, id: 'another' } },
    { workstation: { ...workstation, store: { ...workstation.store, id: 'another' } } },
  ])('another one: %o', async change => {
    expect(await outcomeOf({ ...sold, ...change })).toBe('refused')
  })

  test('what the service says of it needs no look', async () => {
    const { json: error } = errorResponse('Used before')
    const about = { receipt: sold, isDerivedId: false } as never
    const outcome = (said: string) => {
      const headers = { location: '/r-1', 'counterfoil-same-sale': said }
      const taken = readAnswer({ status: 409, headers, text: JSON.stringify(error) }, 0)
      const service = { receipts: async () => ({ status: 403, headers: {}, text: '' }) } as Partial<ServiceConnection>
      return confirmTaken(service as ServiceConnection, about, taken as never, AbortSignal.timeout(1000))
    }
    expect((await outcome('yes')).kind).toBe('accepted')
    expect((await outcome('no')).kind).toBe('refused')
    expect((await outcome('perhaps')).kind).toBe('failed')
  })

  test('no receipt of this id is another sale’s; what a gateway says of it is nothing', async () => {
    expect(await outcomeOf(undefined, 404, errorResponse('Not Found').json)).toBe('refused')
    expect(await outcomeOf(undefined, 404, { message: 'Not Found' })).toBe('failed')
    expect(await outcomeOf(undefined, 200, { message: 'Welcome' })).toBe('failed')
  })

  test('a sale of 1 MB is compared, and an answer of far more isn’t read', async () => {
    const items = Array.from({ length: 5000 }, (_, index) => ({ name: 'x'.repeat(150), price: index, total: index }))
    const large = { ...sold, items }
    const about = { receipt: large, isDerivedId: false } as never
    const taken = { kind: 'taken', receiptId: 'r-1', status: 409, message: 'Used before.' } as const
    const error = errorResponse('Used before').json
    const ask = async (stored: unknown) => {
      const text = JSON.stringify({ apiRequest: stored })
      const service = { receipts: async () => ({ status: 200, headers: {}, text }) } as Partial<ServiceConnection>
      return (await confirmTaken(service as ServiceConnection, about, { ...taken, error }, AbortSignal.timeout(1000)))
        .kind
    }
    expect(await ask(large)).toBe('accepted')
    expect(await ask({ ...large, items: Array(60_000).fill({}) })).toBe('failed')
  })
})
