import { describe, expect, test } from 'vitest'
import { confirmTaken } from '../src/operations/confirm-taken.ts'
import type { ServiceConnection } from '../src/operations/connect.ts'
import { readAnswer } from '../src/operations/read-answer.ts'
import { errorResponse } from './support/fake-service.ts'
import { sale } from './support/sales.ts'

describe('an answer about the moment is a pause, not a refusal', () => {
  test.each([408, 425, 429, 502, 503, 504])('%i', status => {
    const text = JSON.stringify(errorResponse('Later').json)
    expect(readAnswer({ status, headers: {}, text }, 0)).toMatchObject({ kind: 'busy', status })
  })
})

describe('a 409 under the sender’s own id counts as sent only if the receipt that has it is the same sale', () => {
  const sold = sale('004-1', { requestId: 'own-1', grandAmount: 12.5, receiptDateTime: '2026-11-24T10:41:00Z' })
  const { workstation } = sold as { workstation: { store: object } }
  const outcomeOf = async (stored: unknown) => {
    const text = JSON.stringify({ apiRequest: stored })
    const service = { receipts: async () => ({ status: 200, headers: {}, text }) } as Partial<ServiceConnection>
    const taken = { kind: 'taken', receiptId: 'r-1', status: 409, says: 'Used before.' } as const
    const about = { receipt: sold, hasOwnId: false } as never
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
})
