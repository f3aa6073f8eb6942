import { beforeEach, describe, expect, test } from 'vitest'
import { type Act, type ActContext, act, BodyAnswer, idOf, isRecorded, runAct } from '../../src/acts/act.ts'
import type { Database } from '../../src/database/database.ts'
import { listAuditEntries, recordAct } from '../../src/people/audit.ts'
import { openTables } from '../support/tables.ts'

let db: Database
let at = 0
beforeEach(async () => {
  db = (await openTables()).db
  at = 1000
})

const now = () => at++
const context = (more: Partial<ActContext> = {}) =>
  ({ db, now, actor: 'person:p', merchantId: 'demo', target: 'key-1', ...more }) as ActContext
const trail = (asked: { since?: number; merchantId?: string; limit?: number } = {}) =>
  listAuditEntries(db, { limit: 10, ...asked })

/** An act that counts how often it is done. */
function counted(defined: Partial<Act<never, number>> = {}) {
  let done = 0
  const made = act<never, number>({
    ...{ id: 'issueKey', at: 'POST /merchants/{merchantId}/keys', access: {}, summary: '', outcomes: {} },
    run: async () => ++done,
    ...defined,
  })
  return { made, done: () => done }
}

const run = (made: Act<never, number>, about = context(), isRefusal = (_: unknown) => false) =>
  runAct(made, about, undefined as never, { action: 'issueKey', isRefusal })

describe('an act', () => {
  test('is in the audit trail: who did what to what, before and after', async () => {
    const told: unknown[] = []
    const { made } = counted({
      audit: (_, { target }, result) => {
        told.push(result)
        return { target: `${target}/${result ?? 'begun'}`, detail: { count: result ?? 0 } }
      },
    })
    expect(await run(made)).toBe(1)
    expect(told).toEqual([undefined, 1])
    expect(await trail()).toEqual([
      {
        ...{ id: expect.stringMatching(/^[0-9a-f]{32}$/), at: 1000, actor: 'person:p', action: 'issueKey' },
        ...{ merchantId: 'demo', target: 'key-1/1', detail: { count: 1 }, outcome: 'done' },
      },
    ])
  })

  test('that tells nothing has what was sent as its target, if that may be an id; without any, none', async () => {
    await run(counted().made)
    await run(counted().made, context({ target: 'ada@example.com', merchantId: '' }))
    const [other, first] = await trail()
    expect(first).toMatchObject({ merchantId: 'demo', target: 'key-1', detail: {} })
    expect(Object.keys(other ?? {}).toSorted()).toEqual(['action', 'actor', 'at', 'detail', 'id', 'outcome'])
  })

  test('that fails says so, with what was told at first; one that is refused leaves no entry', async () => {
    const fails = (message: string) =>
      counted({
        run: () => Promise.reject(new Error(message)),
        audit: () => ({ target: 'told', detail: { all: true } }),
      })
    await expect(run(fails('broken').made)).rejects.toThrow('broken')
    expect(await trail()).toMatchObject([{ outcome: 'failed', target: 'told', detail: { all: true } }])
    const isRefusal = (error: unknown) => (error as Error).message === 'refused'
    await expect(run(fails('refused').made, context(), isRefusal)).rejects.toThrow('refused')
    expect(await trail()).toHaveLength(1)
  })

  test.each<[string, Partial<Act<never, number>>, boolean]>([
    ['changes something', {}, true],
    ['looks', { at: 'GET /merchants/{merchantId}/keys' }, false],
    ['takes much away', { at: 'GET /merchants/{merchantId}/export', isRecorded: true }, true],
    ['has GET in its path only', { at: 'PUT /GET ' }, true],
  ])('that %s: in the trail is %j', async (_, defined, isIn) => {
    const { made, done } = counted(defined)
    expect(isRecorded(made)).toBe(isIn)
    expect(await run(made)).toBe(1)
    expect(done()).toBe(1)
    expect(await trail()).toHaveLength(isIn ? 1 : 0)
  })
})

test('the trail is read newest first, since a time, of a merchant, as many as asked for', async () => {
  for (const merchantId of ['demo', 'else', undefined, 'demo'])
    await recordAct({ db, now }, { actor: 'a', action: `act-${at}`, merchantId })
  await recordAct({ db, now: () => 1003 }, { actor: 'a', action: 'act-1003', merchantId: 'demo' })
  const actions = async (asked: Parameters<typeof trail>[0]) => (await trail(asked)).map(({ action }) => action)
  expect(await actions({})).toEqual(['act-1003', 'act-1003', 'act-1002', 'act-1001', 'act-1000'])
  expect(await actions({ limit: 3 })).toEqual(['act-1003', 'act-1003', 'act-1002'])
  expect(await actions({ since: 1002 })).toEqual(['act-1003', 'act-1003', 'act-1002'])
  expect(await actions({ merchantId: 'demo', since: 0 })).toEqual(['act-1003', 'act-1003', 'act-1000'])
  const ids = (await trail({ since: 1003 })).map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted().reverse())
})

test.each([
  ['key-1', 'key-1'],
  ['a.b_C-9', 'a.b_C-9'],
  ['x'.repeat(64), 'x'.repeat(64)],
  ['x'.repeat(65), undefined],
  ['ada@example.com', undefined],
  ['two words', undefined],
  ['', undefined],
  [undefined, undefined],
])('what may be an id: %j', (sent, id) => {
  expect(idOf(sent)).toBe(id)
})

test('an answer that isn’t JSON comes whole or in pieces', async () => {
  const collect = async (answer: BodyAnswer) => {
    const pieces = []
    for await (const piece of answer.pieces()) pieces.push(piece)
    return pieces
  }
  const bytes = Uint8Array.of(1, 2)
  expect(await collect(new BodyAnswer('text', 'text/plain'))).toEqual(['text'])
  expect(await collect(new BodyAnswer(bytes, 'application/pdf', { a: 'b' }))).toEqual([bytes])
  const come = async function* () {
    yield 'one'
    yield 'two'
  }
  expect(await collect(new BodyAnswer(come(), 'application/json'))).toEqual(['one', 'two'])
  expect(new BodyAnswer('', 'text/plain')).toMatchObject({ contentType: 'text/plain', headers: {} })
})
