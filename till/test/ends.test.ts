import { createHash } from 'node:crypto'
import { getEventListeners, once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { TillError } from '../src/basics/errors.ts'
import type { LogEntry } from '../src/basics/log.ts'
import { type CheckoutOptions, checkout } from '../src/flow/checkout.ts'
import type { Accepted, Outcome } from '../src/operations/outcome.ts'
import type { Sender } from '../src/operations/sender.ts'
import type { SpoolRecord } from '../src/spool/record.ts'
import type { Spool } from '../src/spool/spool.ts'
import { wordsIn } from '../src/words/words.ts'
import { sale } from './support/sales.ts'
import { outcomes } from './support/waiting.ts'

const address = 'mira.okafor@example.com'
const accepted: Accepted = { ...outcomes.accepted, offers: [], receiptId: 'r-1', address }
const notice = 'The digital receipt service is unavailable. A paper receipt will be printed.'

/** A till whose disk and service do as told, and what reached them. */
function tillWith(outcome: Outcome, { room = true, add = async () => 'f.json', settle = async () => true } = {}) {
  const log: LogEntry[] = []
  const steps: unknown[] = []
  const records: SpoolRecord[] = []
  const signals: AbortSignal[] = []
  const sender: Partial<Sender> = {
    settings: { merchant: 'alder', mode: 'test' } as Sender['settings'],
    live: work => work(),
    async send(record, signal, deadline) {
      records.push(record as SpoolRecord)
      signals.push(signal)
      steps.push(['send', deadline])
      return outcome
    },
  }
  const spool: Partial<Spool> = {
    async add(record) {
      records.push(record)
      steps.push('add')
      return await add()
    },
    async settle(...given) {
      steps.push(['settle', ...given.slice(0, 2)])
      return await settle()
    },
  }
  const context = {
    ...{ sender: sender as Sender, spool: spool as Spool, wordsOf: (language = 'en') => wordsIn(language) },
    hasRoom: async () => room,
    usualDeadline: (): number | undefined => undefined,
    sells: (receipt: object) => steps.push(['sells', receipt]),
    onQueued: (file: string) => steps.push(['queued', file]),
    now: () => Date.parse('2026-11-21T22:45:12Z'),
    log: (entry: LogEntry) => log.push(entry),
  }
  const end = (input: unknown = sale('004-1'), options: CheckoutOptions = {}) =>
    checkout(context, input as never, options)
  return { context, log, steps, records, signals, end }
}

describe('a sale', () => {
  test('is on disk before it is sent, and moved when the service has decided', async () => {
    const { steps, records, signals, end } = tillWith(accepted)
    const receipt = sale('004-1', { requestId: 'own-1' })
    await end(receipt, { acceptLanguage: ' fr_CA ' })
    expect(steps).toEqual([['sells', receipt], 'add', ['send', 4000], ['settle', 'f.json', accepted]])
    expect(records[0]).toBe(records[1])
    expect(records[0]).toEqual({
      ...{ at: '2026-11-21T22:45:12.000Z', merchant: 'alder', mode: 'test', requestId: 'own-1' },
      ...{ isDerivedId: false, receipt, acceptLanguage: 'fr_CA' },
    })
    expect(getEventListeners(signals[0]!, 'abort')).toEqual([])
  })

  test.each<[Outcome, boolean, unknown[]]>([
    [outcomes.failed, true, [['queued', 'f.json']]],
    [outcomes.halted, true, [['queued', 'f.json']]],
    [outcomes.refused, true, []],
    [accepted, true, []],
    [outcomes.failed, false, []],
  ])('that %o, with room: %s, is left waiting: %j', async (outcome, room, queued) => {
    const { steps, end } = tillWith(outcome, { room })
    await end()
    expect(steps.filter(step => Array.isArray(step) && step[0] === 'queued')).toEqual(queued)
    expect(steps.includes('add')).toBe(room)
    expect(steps.some(step => Array.isArray(step) && step[0] === 'settle')).toBe(room)
  })

  test.each<[CheckoutOptions, number | undefined, number]>([
    [{}, undefined, 4000],
    [{}, 2500, 2500],
    [{ deadline: 0 }, 2500, 0],
    [{ deadline: 100 }, 2500, 100],
    [{ deadline: Number.POSITIVE_INFINITY }, undefined, 2 ** 31 - 1],
    [{ deadline: -1 }, 2500, 2500],
    [{ deadline: '100' as never }, undefined, 4000],
  ])('with %o and usually %s waits %i ms', async (options, usual, deadline) => {
    const { context, steps, log, end } = tillWith(accepted)
    context.usualDeadline = () => usual
    await end(sale('004-1', { requestId: 'own-1' }), options)
    expect(steps).toContainEqual(['send', deadline])
    const odd = options.deadline === -1 || typeof options.deadline === 'string'
    expect(log.filter(({ level }) => level === 'warn')).toEqual(
      odd ? [{ level: 'warn', message: 'deadline: invalid, and ignored', requestId: 'own-1' }] : [],
    )
  })

  test('takes options as far as they can be, and says what it ignores', async () => {
    const ignored = async (options: object) => {
      const { log, records, end } = tillWith(outcomes.failed)
      const { notice } = await end(sale('004-1'), options)
      const names = log.filter(({ message }) => message.endsWith('ignored')).map(({ message }) => message.split(':')[0])
      return [...names, records[0]?.acceptLanguage, notice?.slice(0, 3)]
    }
    expect(await ignored({})).toEqual([undefined, 'The'])
    expect(await ignored({ language: 'de', acceptLanguage: 'de_AT' })).toEqual(['de_AT', 'Der'])
    expect(await ignored({ language: 7, acceptLanguage: '日本語' })).toEqual([
      ...['language', 'acceptLanguage', undefined, 'The'],
    ])
    expect(await ignored({ acceptLanguage: '' })).toEqual([undefined, 'The'])
  })

  test('that finds no room or no disk is sent all the same, and that is said', async () => {
    const gone = async () => Promise.reject(Object.assign(new Error('no'), { code: 'EIO' }))
    const said = async (disk: object) => {
      const { log, steps, end } = tillWith(outcomes.failed, disk)
      const ended = await end(sale('004-1', { requestId: 'own-1' }))
      expect(steps).toContainEqual(['send', 4000])
      expect(ended).toEqual({
        ...{ copy: 'none', print: true, notice, offers: [], reason: outcomes.failed.message },
        ...{ requestId: 'own-1', referenceId: 'own-1' },
      })
      expect(log.at(-1)?.message).toBe(`Sale not sent: ${outcomes.failed.message}`)
      return log.slice(0, -1)
    }
    const shared = { level: 'error', requestId: 'own-1' }
    expect(await said({ room: false })).toEqual([
      { ...shared, message: 'The spool is full: the receipt is sent now or not at all' },
    ])
    expect(await said({ add: gone })).toEqual([
      { ...shared, message: 'The receipt could not be put on disk: it is sent now or not at all', code: 'EIO' },
    ])
  })

  test('waits for no disk that hangs beyond its time', async () => {
    const never = () => new Promise<never>(() => {})
    const { steps, end } = tillWith(accepted, { add: never })
    expect((await end(sale('004-1'), { deadline: 0 })).copy).toBe('sent')
    expect(steps.filter(step => Array.isArray(step) && step[0] === 'settle')).toEqual([])
    const moving = tillWith(accepted, { settle: never })
    expect((await moving.end(sale('004-1'), { deadline: 20 })).copy).toBe('sent')
    const late = tillWith(accepted, { settle: never })
    const { send } = late.context.sender
    late.context.sender.send = async (record, signal, deadline) => {
      await once(signal, 'abort')
      return await send(record, signal, deadline)
    }
    expect((await late.end(sale('004-1'), { deadline: 1 })).copy).toBe('sent')
  })
})

describe('what is shown and printed', () => {
  const endOf = async (outcome: Outcome, changes: object = {}) => {
    const { end, log } = tillWith(outcome)
    const { requestId, referenceId, ...ended } = await end(sale('004-1', { requestId: 'own-1', ...changes }))
    expect([requestId, referenceId]).toEqual(['own-1', outcome.referenceId ?? 'own-1'])
    return { ended, entry: log.at(-1) }
  }
  const offers = [{ content: 'Two coffees for one' }]
  const known = { receiptId: 'r-1', offers: [] }
  const confirm = `A digital copy was sent to ${address}.`

  test.each<[string, Accepted, object, object]>([
    ['a digital copy', accepted, {}, { copy: 'sent', print: false, confirm }],
    ['both', accepted, { receiptType: 'DigitalAndPaper' }, { copy: 'sent', print: true, confirm }],
    ['paper', accepted, { receiptType: 'PaperOnly' }, { copy: 'none', print: true }],
    ['neither', accepted, { receiptType: 'NoReceipt' }, { copy: 'none', print: false }],
    ['a copy with offers', { ...accepted, offers }, {}, { copy: 'sent', print: false, confirm, offers }],
    [
      'a copy to where the service says',
      { ...accepted, address: 'ada@example.com' },
      {},
      { copy: 'sent', print: false, confirm: 'A digital copy was sent to ada@example.com.' },
    ],
    ['a copy to where the till said', { ...accepted, address: undefined }, {}, { copy: 'sent', print: false, confirm }],
    [
      'a copy that goes nowhere',
      { ...accepted, address: null },
      {},
      { copy: 'none', print: true, notice, reason: 'The service took the receipt but mails it to nobody.' },
    ],
    [
      'a copy for nobody',
      { ...accepted, address: undefined },
      { customer: { emailAddress: 7 } },
      { copy: 'none', print: true, notice, reason: 'The service took the receipt but mails it to nobody.' },
    ],
  ])('for %s', async (_, outcome, changes, expected) => {
    const { ended, entry } = await endOf(outcome, changes)
    expect(ended).toEqual({ ...known, ...expected })
    expect(entry).toEqual({
      ...{ level: 'info', message: 'Sale sent', requestId: 'own-1', referenceId: 'own-1', status: 200 },
      ...{ code: undefined, file: 'f.json' },
    })
  })

  test('for a receipt that has no name is none', async () => {
    expect((await endOf({ ...accepted, receiptId: undefined })).ended).not.toHaveProperty('receiptId')
  })

  test.each([null, undefined])('for an address that is suppressed, known as %s', async known => {
    const message = 'Mail to it came back.'
    const outcome: Accepted = { ...accepted, address: known, suppressed: 'bounce', message }
    const { ended, entry } = await endOf(outcome)
    const text = (to: string) =>
      `No mail is sent to ${to}. Please ask for another address. A paper receipt will be printed.`
    expect(ended).toEqual({
      ...{ copy: 'none', print: true, suppressed: 'bounce', reason: message, receiptId: 'r-1', offers: [] },
      notice: text(known === null ? '…' : address),
    })
    expect(entry).toMatchObject({ level: 'warn', message: `Sale sent: ${message}` })
    // On paper there is nothing to suppress.
    expect((await endOf(outcome, { receiptType: 'PaperOnly' })).ended).toEqual({
      ...{ copy: 'none', print: true, receiptId: 'r-1', offers: [] },
    })
  })

  test.each([
    ['DigitalOnly', outcomes.failed, 'queued', `${notice} The digital copy will be sent later.`],
    ['PaperOnly', outcomes.failed, 'queued', notice],
    ['DigitalOnly', outcomes.busy, 'queued', `${notice} The digital copy will be sent later.`],
    ['DigitalOnly', outcomes.refused, 'refused', notice],
  ] as const)('for %s if %o', async (receiptType, outcome, copy, notice) => {
    const { ended, entry } = await endOf(outcome, { receiptType })
    expect(ended).toEqual({ copy, print: true, notice, offers: [], reason: outcome.message })
    expect(entry).toMatchObject({ level: 'warn', message: `Sale ${copy}: ${outcome.message}`, status: outcome.status })
  })
})

describe('a receipt', () => {
  const idOf = async (input: unknown) => (await tillWith(accepted).end(input)).requestId

  test('without a requestId gets one made from merchant and content', async () => {
    const text = JSON.stringify(sale('004-1'))
    const hash = createHash('sha256').update(`alder\n${text}`).digest('hex')
    const { records, end } = tillWith(accepted)
    await end()
    expect(records[0]).toMatchObject({ isDerivedId: true, receipt: { requestId: `till-${hash.slice(0, 32)}` } })
    expect(await idOf(text)).toBe(`till-${hash.slice(0, 32)}`)
    expect(await idOf(new TextEncoder().encode(text))).toBe(`till-${hash.slice(0, 32)}`)
    for (const requestId of ['', ' \n', null, {}, false])
      expect(await idOf({ ...sale('004-1'), requestId })).toMatch(/^till-[0-9a-f]{32}$/)
    expect(await idOf({ ...sale('004-1'), requestId: 77 })).toBe('77')
  })

  test.each([
    ['text', 'The receipt is not a JSON object.'],
    ['[1]', 'The receipt is not a JSON object.'],
    [null, 'The receipt is not a JSON object.'],
    [{ grandAmount: 5n }, "The receipt can't be written as JSON: Do not know how to serialize a BigInt"],
  ])('that is %o stops before all else', async (input, message) => {
    const { steps, end } = tillWith(accepted)
    await expect(end(input)).rejects.toThrow(new TillError(message))
    expect(steps).toEqual([])
  })
})
