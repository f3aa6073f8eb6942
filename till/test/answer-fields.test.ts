import { describe, expect, test } from 'vitest'
import type { Accepted, Refused } from '../src/operations/outcome.ts'
import {
  cut,
  isKnownKey,
  readAnswer,
  readAnswerJson,
  readError,
  readRetryAfter,
} from '../src/operations/read-answer.ts'
import { errorResponse } from './support/fake-service.ts'

const answer = (status: number, json: unknown, headers: Record<string, string> = {}) =>
  readAnswer({ status, headers, text: JSON.stringify(json) }, 0)

describe('an accepted receipt', () => {
  const accepted = (fields: object) => answer(200, { receiptId: 'r-1', ...fields }) as Accepted

  test.each([
    [{}, undefined],
    [{ customerEmailAddress: null }, null],
    [{ customerEmailAddress: 7 }, undefined],
    [{ customerEmailAddress: 'ada@example.com' }, 'ada@example.com'],
    [{ customerEmailAddress: 'a'.repeat(500) }, 'a'.repeat(500)],
    [{ customerEmailAddress: 'a'.repeat(501) }, `${'a'.repeat(500)}…`],
  ])('with %j is mailed to %j', (fields, address) => {
    expect(accepted(fields)).toMatchObject({ kind: 'accepted', status: 200, receiptId: 'r-1', address })
  })

  test('says why it is not mailed', () => {
    const said = (why: string) => answer(200, { receiptId: 'r-1' }, { 'counterfoil-suppressed': why }) as Accepted
    expect([said('hand').suppressed, said('hand').message]).toEqual([
      'hand',
      'The service has the receipt but mails nothing to this address: the merchant said so.',
    ])
    expect([said('moon').suppressed, said('moon').message]).toEqual([undefined, 'The service has the receipt.'])
  })

  test.each([
    ['r'.repeat(200), 'accepted'],
    ['r'.repeat(201), 'failed'],
    ['', 'failed'],
    [7, 'failed'],
  ])('has an id of 1 to 200 characters: %j', (receiptId, kind) => {
    expect(answer(200, { receiptId }).kind).toBe(kind)
  })

  test('has the offers that have a content, with what is known of them', () => {
    const offers = [
      { content: '10% off hiking boots', offerContentType: 'text/plain', imageWidth: 320 },
      { content: 'Two coffees for one', offerContentType: 7, imageWidth: '320' },
      { content: 12 },
      'Ten off',
      null,
    ]
    expect(accepted({ offers }).offers).toEqual([
      { content: '10% off hiking boots', offerContentType: 'text/plain', imageWidth: 320 },
      { content: 'Two coffees for one' },
    ])
    expect(accepted({ offers: 'none' }).offers).toEqual([])
  })
})

describe('a refused receipt', () => {
  const about = (fields: object) => ({ message: 'Invalid receipt', referenceId: 'f-1', code: 'invalid', ...fields })

  test('names five fields with the first fault of each, and no address', () => {
    const names = ['grandAmount', 'items[0].total', 'taxes[0].rate', 'currency', 'storeId', 'tenders[0].amount']
    const errors = Object.fromEntries(
      names.map(name => [name, [{ message: 'must be a number' }, { message: 'must not be negative' }]]),
    )
    const { message, error, referenceId } = answer(
      422,
      about({ message: 'Not for ada@example.com, sorry', errors }),
    ) as Refused
    expect(message).toBe(
      `The service refuses the receipt (422): Not for … sorry; ${names
        .slice(0, 5)
        .map(name => `${name}: must be a number`)
        .join('; ')}`,
    )
    expect(referenceId).toBe('f-1')
    expect(Object.keys(error.errors)).toEqual(names)
    expect(error.leftOut).toBe(undefined)
  })

  test('says at most 500 characters, and of each field 200', () => {
    const fields = { message: 'm'.repeat(501), errors: { currency: [{ message: 'x'.repeat(300) }] } }
    const { message } = answer(422, about(fields)) as Refused
    expect(message).toBe(
      `The service refuses the receipt (422): ${'m'.repeat(500)}…; ${`currency: ${'x'.repeat(300)}`.slice(0, 200)}…`,
    )
  })

  test('keeps five faults of a field, each with its code', () => {
    const fault = (at: number) => ({ code: `c${at}`, message: `fault ${at}` })
    const { errors } = readError(about({ errors: { items: [1, 2, 3, 4, 5, 6].map(fault) } }))!
    expect(errors).toEqual({ items: [1, 2, 3, 4, 5].map(fault) })
  })

  test('keeps so much of each text', () => {
    const text = 'x'.repeat(3000)
    const error = readError(
      about({ message: text, code: text, referenceId: text, errors: { [text]: [{ message: text, code: text }] } }),
    )
    const short = (length: number) => `${'x'.repeat(length)}…`
    expect(error).toEqual({
      message: short(2000),
      code: short(200),
      referenceId: short(200),
      errors: { [short(300)]: [{ message: short(500), code: short(200) }] },
    })
  })

  test('has of a field what is a fault', () => {
    const errors = { items: [null, 'no', { message: 7 }, { message: 'may not be null' }], total: [{}] }
    expect(readError(about({ errors }))).toMatchObject({
      errors: { items: [{ code: null, message: 'may not be null' }] },
      leftOut: 1,
    })
  })

  test.each([
    [{ code: 7 }, { code: '7' }],
    [{ code: null }, { code: null }],
    [{ code: undefined }, { code: null }],
    [{ errors: null }, { errors: {} }],
    [{ errors: { currency: 'wrong' } }, { errors: {}, leftOut: 1 }],
  ])('may have %j', (fields, kept) => {
    expect(readError(about(fields))).toMatchObject(kept)
  })

  test.each([{ code: [] }, { errors: [] }, { errors: 'none' }, { message: 7 }, { referenceId: undefined }])(
    'is none of the service’s with %j',
    fields => {
      expect(readError(about(fields))).toBe(undefined)
      expect(answer(422, about(fields)).kind).toBe('failed')
    },
  )
})

test.each([
  [200, {}, 'failed'],
  [302, errorResponse('Moved').json, 'failed'],
  [399, errorResponse('Moved').json, 'failed'],
  [400, errorResponse('Invalid').json, 'refused'],
  [401, errorResponse('Unauthorized').json, 'halted'],
  [404, errorResponse('Not Found').json, 'halted'],
  [405, errorResponse('Not Allowed').json, 'halted'],
  [413, errorResponse('Too large').json, 'refused'],
  [422, errorResponse('Invalid').json, 'refused'],
  [499, errorResponse('Invalid').json, 'refused'],
  [500, errorResponse('Failed').json, 'failed'],
  [501, 'nothing', 'failed'],
])('%i with %j is %s', (status, json, kind) => {
  expect(answer(status, json)).toMatchObject({ kind, status })
})

test.each([
  [401, 'key'],
  [403, 'merchant'],
  [404, 'address'],
  [405, 'address'],
])('a %i is mended at the %s', (status, what) => {
  expect(answer(status, errorResponse('No').json)).toMatchObject({ kind: 'halted', what })
})

test('a key is known if the service says only that it isn’t for this', () => {
  const says = (status: number, code: string) =>
    isKnownKey({ status, headers: {}, text: JSON.stringify({ message: 'No', referenceId: 'f-1', code }) })
  expect(isKnownKey({ status: 403, headers: {}, text: '<html>' })).toBe(false)
  // Of any other status it is about the receipt.
  expect(answer(422, { message: 'No', referenceId: 'f-1', code: 'other_store' }).kind).toBe('refused')
  expect([says(403, 'insufficient_scope'), says(403, 'other_store'), says(401, 'insufficient_scope')]).toEqual([
    true,
    false,
    false,
  ])
})

test.each([
  [undefined, undefined],
  ['soon', undefined],
  ['0', 0],
  [' 7 ', 7000],
  ['3600', 3_600_000],
  ['999999999', 3_600_000],
  ['9999999999', undefined],
  ['Thu Jan  1 00:00:00 2026', 3_600_000],
  ['Thu, 01 Jan 1970 00:00:12 GMT', 2000],
  ['Thu, 01 Jan 1970 00:00:01 GMT', 0],
  ['Thu, 01 Jan 2026 00:00:00 GMT', 3_600_000],
])('a Retry-After of %j is a wait of %j ms', (header, wait) => {
  expect(readRetryAfter(header, 10_000)).toBe(wait)
})

test('an answer is read to its last allowed mark', () => {
  expect(readAnswerJson('[[],[]]', 4)).toEqual([[], []])
  expect(readAnswerJson('[[],[]]', 3)).toBe(undefined)
})

test('a text is cut behind its last character that has room', () => {
  expect([cut('Alder', 5), cut('Alder', 4)]).toEqual(['Alder', 'Alde…'])
})
