import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { DatabaseUnavailableError } from '../../src/basics/errors/errors.ts'
import { openLog } from '../../src/basics/monitoring/log.ts'
import { EarlyReportError } from '../../src/delivery/bounces/apply.ts'
import { openMailbox } from '../../src/delivery/bounces/mailbox/imap.ts'
import { claimMailbox, releaseMailbox, saveProgress } from '../../src/delivery/bounces/mailbox/progress.ts'
import { watchMailbox } from '../../src/delivery/bounces/mailbox/watch.ts'
import type { ReportTaker } from '../../src/delivery/bounces/take.ts'
import { startImapServer } from '../support/imap-server.ts'
import { until } from '../support/mail-server.ts'
import { openTables } from '../support/tables.ts'

type Take = ReportTaker['takeMail']

/** A mailbox, and what reads it into a list; `take` decides what is a report. */
async function openReading(take: Take = async () => false) {
  const { db } = await openTables()
  const imap = await startImapServer()
  const log = openLog('silent')
  const said = { warn: vi.spyOn(log, 'warn'), error: vi.spyOn(log, 'error') }
  const taken: string[] = []
  const clock = { now: 1000 }
  const watch = (interval = 5) => {
    const takeMail: Take = async mail => {
      taken.push(Buffer.from(mail.content).toString('latin1'))
      expect([mail.source, mail.recipients]).toEqual(['mailbox', []])
      return take(mail)
    }
    const watched = watchMailbox({ db, log, now: () => clock.now, address: imap.url, taker: { takeMail }, interval })
    onTestFinished(() => watched.stop())
    return watched
  }
  onTestFinished(() => imap[Symbol.asyncDispose]())
  const row = () => db.selectFrom('bounce_mailboxes').selectAll().executeTakeFirst()
  return {
    ...{ db, imap, said, taken, clock, watch, row },
    lastUid: async () => Number((await row())?.last_uid ?? -1),
  }
}

describe('a mailbox', () => {
  test('is read in order, from its first bytes, each mail once; what was a report is marked', async () => {
    const { imap, taken, watch, lastUid, row, clock } = await openReading(async ({ content }) => content.length > 3)
    imap.add('One')
    imap.add('Two '.repeat(300_000))
    imap.add('Three')
    imap.mails.reverse()
    watch()
    await until(async () => (await lastUid()) === 43)
    expect(taken).toEqual(['One', 'Two '.repeat(300_000).slice(0, 1024 * 1024), 'Three'])
    expect(imap.mails.map(({ uid, seen }) => [uid, seen])).toEqual([
      [43, true],
      [42, true],
      [41, false],
    ])
    imap.mails.reverse()
    imap.add('Four')
    await until(() => taken.length === 4)
    await until(async () => (await lastUid()) === 44)
    expect(await row()).toMatchObject({ uid_validity: '7', held_until: clock.now + 20 * 60_000 })
    // With another UIDVALIDITY all are new.
    imap.uidValidity = 8
    await until(() => taken.length === 8)
  })

  test('with more than a hundred new mails is read on without a pause', async () => {
    const { imap, taken, watch, lastUid } = await openReading()
    for (let at = 0; at < 101; at++) imap.add(`${at}`)
    watch(3_600_000)
    await until(async () => (await lastUid()) === 141)
    expect(taken).toEqual(Array.from({ length: 101 }, (_, at) => `${at}`))
  })

  test('is read no further than a report whose mail isn’t recorded yet, which comes again with the next look', async () => {
    let isEarly = true
    const { imap, taken, watch, lastUid, said } = await openReading(async ({ content }) => {
      if (isEarly && Buffer.from(content).toString() === 'Early') throw new EarlyReportError()
      return true
    })
    for (const text of ['One', 'Early', 'Three']) imap.add(text)
    watch()
    await until(() => taken.length >= 3)
    expect([await lastUid(), imap.mails.map(({ seen }) => seen)]).toEqual([41, [true, false, false]])
    isEarly = false
    await until(async () => (await lastUid()) === 43)
    expect(new Set(taken)).toEqual(new Set(['One', 'Early', 'Three']))
    expect([said.warn.mock.calls, said.error.mock.calls]).toEqual([[], []])
  })

  test('is read on behind a mail that can’t be taken, but not without a database', async () => {
    let isAway = true
    const { imap, taken, watch, lastUid, said } = await openReading(async ({ content }) => {
      const text = Buffer.from(content).toString()
      if (text === 'Odd') throw new RangeError('Odd')
      if (text === 'Last' && isAway) throw new DatabaseUnavailableError(new Error('Away'))
      return true
    })
    for (const text of ['Odd', 'Last']) imap.add(text)
    watch()
    await until(() => said.warn.mock.calls.length === 2)
    expect(await lastUid()).toBe(41)
    expect(said.error).toHaveBeenCalledTimes(1)
    expect(said.warn.mock.calls.map(([, about]) => (about as { count: number }).count)).toEqual([1, 2])
    isAway = false
    await until(async () => (await lastUid()) === 42)
    expect(taken.filter(text => text === 'Odd')).toHaveLength(1)
    expect(imap.mails.map(({ seen }) => seen)).toEqual([false, true])
  })

  test('that refuses is asked less and less often, and as before once it answers', async () => {
    const { imap, watch, said } = await openReading()
    imap.isClosed = true
    const waits: number[] = []
    const timer = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((does: () => void, milliseconds = 0) => {
      if (String(does).includes('look')) waits.push(milliseconds)
      return realTimeout(does, Math.min(milliseconds, 5))
    }) as typeof setTimeout)
    onTestFinished(() => timer.mockRestore())
    watch(60_000)
    await until(() => waits.length >= 13)
    imap.isClosed = false
    const minute = 60_000
    await until(() => waits.at(-1) === minute)
    expect(waits.slice(0, 13)).toEqual([0, 2, 4, 8, ...Array(9).fill(15)].map(minutes => minutes * minute))
    const counts = said.warn.mock.calls.map(([, about]) => (about as { count: number }).count)
    expect([...counts.slice(0, 2), Math.max(...counts)]).toEqual([1, 2, 10])
  })

  test('that refuses to search is not taken for an empty one', async () => {
    const { imap, watch, said } = await openReading()
    imap.add('One')
    imap.refuses = 'UID SEARCH'
    watch()
    await until(() => said.warn.mock.calls.length > 0)
  })

  test('that stops being read has the mail in hand recorded, and no other one', async () => {
    const stopped = Promise.withResolvers<void>()
    const { imap, taken, watch, lastUid } = await openReading(async () => {
      stopping ??= watched.stop()
      stopped.resolve()
      return true
    })
    let stopping: Promise<void> | undefined
    for (const text of ['One', 'Two']) imap.add(text)
    const watched = watch()
    await stopped.promise
    await stopping
    expect([taken, await lastUid(), imap.mails.map(({ seen }) => seen)]).toEqual([['One'], 41, [true, false]])
  })

  test('that another process claims meanwhile is read on by that one alone', async () => {
    const { db, imap, taken, watch, row, lastUid } = await openReading(async () => {
      if (taken.length === 1) {
        const mailbox = (await row())?.mailbox ?? ''
        await claimMailbox(db, { mailbox, holder: 'another', at: 2e6, until: 3e6 })
      }
      return true
    })
    for (let at = 0; at < 101; at++) imap.add(`${at}`)
    const watched = watch()
    await until(() => taken.length === 1)
    await watched.stop()
    expect([taken, await lastUid(), (await row())?.holder, imap.logins]).toEqual([['0'], 0, 'another', 1])
  })

  test('is left to whoever has claimed it, and let go of at the end', async () => {
    const { imap, taken, watch, row } = await openReading()
    imap.add('One')
    const first = watch()
    await until(() => taken.length === 1)
    const second = watch()
    imap.add('Two')
    await until(() => taken.length === 2)
    await first.stop()
    imap.add('Three')
    await until(() => taken.length === 3)
    await second.stop()
    expect(await row()).toMatchObject({ held_until: 0, last_uid: 43 })
    const { logins } = imap
    imap.add('Four')
    await new Promise(resolve => setTimeout(resolve, 30))
    expect([imap.logins, taken.length]).toEqual([logins, 3])
  })
})

const realTimeout = setTimeout

test('a claim ends by its time, by its holder, and if it is of a clock that was ahead', async () => {
  const { db } = await openTables()
  const day = 86_400_000
  const claim = (holder: string, at: number, mailbox = 'm') =>
    claimMailbox(db, { mailbox, holder, at, until: at + 1000 })
  expect(await claim('one', 10)).toEqual({ uidValidity: '', lastUid: 0 })
  expect(await claim('two', 1009)).toBeUndefined()
  expect(await claim('two', 500, 'another')).toEqual({ uidValidity: '', lastUid: 0 })
  expect(await claim('one', 20)).toEqual({ uidValidity: '', lastUid: 0 })
  expect(await saveProgress(db, { mailbox: 'm', holder: 'two' }, { uidValidity: '7', lastUid: 9 })).toBe(false)
  expect(await saveProgress(db, { mailbox: 'm', holder: 'one' }, { uidValidity: '7', lastUid: 5 })).toBe(true)
  expect(await claim('two', 1020)).toEqual({ uidValidity: '7', lastUid: 5 })
  await releaseMailbox(db, 'm', 'one')
  expect(await claim('one', 1021)).toBeUndefined()
  await releaseMailbox(db, 'm', 'two')
  expect(await claim('one', 10 * day)).toEqual({ uidValidity: '7', lastUid: 5 })
  expect(await claim('two', 9 * day)).toBeUndefined()
  expect(await claim('two', 9 * day - 1)).toEqual({ uidValidity: '7', lastUid: 5 })
  expect(await claim('two', 9 * day, 'another')).toEqual({ uidValidity: '', lastUid: 0 })
})

describe('an open mailbox', () => {
  test('waits for a greeting no longer than it may', async () => {
    const server = createServer(socket => void socket.on('error', () => {}))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const patience = { connectMs: 60_000, greetingMs: 50, silenceMs: 60_000 }
    await expect(openMailbox(`imap://a:b@127.0.0.1:${port}/INBOX`, patience)).rejects.toThrow()
  })

  test.each([
    // TLS from the first byte.
    ['imaps://a:b@127.0.0.1', '', /^\x16\x03/],
    // No login where it can't be made secure, unless the server is on this machine.
    ['imap://a:b@0.0.0.0', '* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] ready\r\n', /^(?!.*(?:LOGIN|AUTH))/s],
  ])('is secure before it is told anything: %s', async (address, greeting, expected) => {
    let said = ''
    const server = createServer(socket => {
      socket
        .on('error', () => {})
        .on('data', piece => {
          said += piece.toString('latin1')
          const [tag] = said.split(' ').slice(-2)
          if (greeting) socket.write(`${tag?.split('\n').at(-1)} BAD unknown\r\n`)
          else socket.destroy()
        })
      socket.write(greeting)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    await expect(openMailbox(`${address}:${port}/INBOX`)).rejects.toThrow()
    expect(said).toMatch(expected)
  })

  test('is the mailbox that its address names', async () => {
    const imap = await startImapServer()
    onTestFinished(() => imap[Symbol.asyncDispose]())
    await expect(openMailbox(imap.url.replace('INBOX', 'Other%20one'))).rejects.toThrow()
    imap.add('One')
    const mailbox = await openMailbox(imap.url.replace('/INBOX', ''))
    expect(await mailbox.uidsAfter(40, 5)).toEqual([41])
    // `42:*` has the last mail, too.
    expect(await mailbox.uidsAfter(41, 5)).toEqual([])
    expect(await mailbox.read(77, 10)).toBeUndefined()
    expect(String(await mailbox.read(41, 2))).toBe('On')
    await mailbox.close()
  })
})
