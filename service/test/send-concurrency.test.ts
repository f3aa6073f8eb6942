import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openLog } from '../src/basics/monitoring/log.ts'
import { deliveriesOfReceipt, readBacklog } from '../src/delivery/outbox/delivery.ts'
import { createSendConcurrency } from '../src/delivery/queue/pace.ts'
import type { ServiceOverrides } from '../src/overrides.ts'
import { openService, type Service } from '../src/service.ts'
import { readConfig } from '../src/settings/config.ts'
import { readMail } from './support/loopback-smtp.ts'
import { startMailServer, until } from './support/mail-server.ts'
import { createClient, type DatabaseName, fewDatabases, longTest, makePlace, receipt } from './support/service.ts'

const never = new AbortController().signal

/** A pace whose sends take a given time. */
function paceOf(connections: number) {
  let time = 0
  const pace = createSendConcurrency(connections, () => time)
  const send = (milliseconds: number, domain = 'example.com') =>
    pace.send(domain, never, async () => {
      time += milliseconds
    })
  /** Begins to send to a domain; returns how many have begun, and how to end them. */
  const hang = (count: number, domain: string) => {
    const end = Promise.withResolvers<void>()
    let begun = 0
    const all = Array.from({ length: count }, () =>
      pace.send(domain, never, () => {
        begun += 1
        return end.promise
      }),
    )
    return { begun: () => begun, end: end.resolve, all: Promise.all(all) }
  }
  return { pace, send, hang, pass: (milliseconds: number) => (time += milliseconds) }
}

/** Until whatever may begin has begun. */
const settle = () => pause(20)

test('as many mails are in hand as connections, four times that after one that took less than a second', async () => {
  const { pace, send } = paceOf(3)
  expect(pace.inHand()).toBe(3)
  await send(999)
  expect(pace.inHand()).toBe(12)
  await send(1000)
  expect(pace.inHand()).toBe(3)
})

describe('of ten connections', () => {
  test('a domain that nothing is known of has half, a quick one all but one, and a slow one half again', async () => {
    const { pace, send, hang, pass } = paceOf(10)
    const first = hang(20, 'example.com')
    await settle()
    expect(first.begun()).toBe(5)
    expect(pace.inHandFor('example.com')).toBe(5)
    first.end()
    await first.all
    expect(pace.inHandFor('example.com')).toBe(36)
    const second = hang(20, 'example.com')
    await settle()
    expect(second.begun()).toBe(9)
    pass(1000)
    expect(pace.inHandFor('example.com')).toBe(5)
    // One is left, though nothing answers.
    await send(1, 'example.net')
    second.end()
    await second.all
  })

  test('a slow domain has nearly all if nothing else was quick for a minute: it is the mail server that is slow', async () => {
    const { send, hang, pass } = paceOf(10)
    await send(1, 'example.net')
    await send(2000)
    const first = hang(20, 'example.com')
    await settle()
    expect(first.begun()).toBe(5)
    first.end()
    pass(60_000)
    await first.all
    const second = hang(20, 'example.com')
    await settle()
    expect(second.begun()).toBe(9)
    second.end()
    await second.all
  })

  test('a domain is quick again with the first mail that is, however long answers to earlier ones are owed', async () => {
    const { pace, send, hang, pass } = paceOf(10)
    await send(10)
    const lost = hang(4, 'example.com')
    await settle()
    pass(30_000)
    expect(pace.inHandFor('example.com')).toBe(5)
    await send(10)
    expect(pace.inHandFor('example.com')).toBe(36)
    pass(30_000)
    expect([pace.inHandFor('example.com'), pace.inHand()]).toEqual([52, 56])
    pass(540_000)
    lost.end()
    await lost.all
    expect(pace.inHandFor('example.com')).toBe(36)
    const slow = hang(1, 'example.com')
    await settle()
    pass(1000)
    expect(pace.inHandFor('example.com')).toBe(5)
    slow.end()
    await slow.all
  })

  test('while all mails hang, one more is tried each minute; once one is sent, the others count no more', async () => {
    const { pace, send, hang, pass } = paceOf(10)
    await send(10)
    pass(1)
    const lost = [hang(9, 'example.com')]
    await settle()
    for (const minute of [1, 2, 3]) {
      pass(59_999)
      const probe = hang(1, 'example.com')
      await settle()
      expect([minute, probe.begun()]).toEqual([minute, 0])
      pass(1)
      // It is looked at again when another one comes.
      await pace.send('example.net', AbortSignal.timeout(5), () => Promise.resolve()).catch(() => {})
      expect([minute, probe.begun()]).toEqual([minute, 1])
      lost.push(probe)
    }
    pass(60_000)
    expect(pace.inHandFor('example.com')).toBe(13)
    await send(10)
    expect([pace.inHandFor('example.com'), pace.inHand()]).toEqual([4 * (9 + 12), 4 * 20])
    for (const { end } of lost) end()
    await Promise.all(lost.map(({ all }) => all))
    expect([pace.inHandFor('example.com'), pace.inHand()]).toEqual([36, 40])
  })

  test('domains that are known to be slow leave one to the others', async () => {
    const { send, hang, pass } = paceOf(10)
    for (const domain of ['example.com', 'example.net', 'example.org']) await send(2000, domain)
    const hanging = ['example.com', 'example.net', 'example.org'].map(domain => hang(5, domain))
    await settle()
    expect(hanging.reduce((sum, { begun }) => sum + begun(), 0)).toBe(9)
    pass(5000)
    await send(1, 'example.edu')
    for (const { end } of hanging) end()
    await Promise.all(hanging.map(({ all }) => all))
  })

  test('no more are used than there are', async () => {
    const { hang } = paceOf(10)
    const all = ['example.com', 'example.net', 'example.org'].map(domain => hang(5, domain))
    await settle()
    expect(all.reduce((sum, { begun }) => sum + begun(), 0)).toBe(10)
    for (const { end } of all) end()
    await Promise.all(all.map(each => each.all))
  })
})

test('one connection is never kept for nobody', async () => {
  const { pace, send } = paceOf(1)
  expect(pace.inHandFor('example.com')).toBe(1)
  await send(1)
  expect([pace.inHand(), pace.inHandFor('example.com')]).toEqual([4, 4])
})

test('a mail that no connection becomes free for is never sent', async () => {
  const { pace } = paceOf(1)
  const end = Promise.withResolvers<void>()
  const first = pace.send('example.com', never, () => end.promise)
  let sent = false
  const late = pace.send('example.net', AbortSignal.timeout(5), async () => {
    sent = true
  })
  await expect(late).rejects.toMatchObject({ code: 'no_connection' })
  end.resolve()
  await first
  const tooLate = pace.send('example.com', AbortSignal.abort(), async () => {})
  await expect(tooLate).rejects.toMatchObject({ code: 'no_connection' })
  expect(sent).toBe(false)
})

test('a mail’s own failure is passed on, and leaves its place to the next', async () => {
  const { pace, send } = paceOf(1)
  const failing = pace.send('example.com', never, () => Promise.reject(new Error('The database is away')))
  await expect(failing).rejects.toThrow('The database is away')
  await send(1)
})

test('a mail that waits for a connection isn’t sent once stopped', async () => {
  const { pace } = paceOf(1)
  const end = Promise.withResolvers<void>()
  const running = pace.send('example.com', never, () => end.promise)
  let sent = false
  const send = async () => {
    sent = true
  }
  const waiting = pace.send('example.com', never, send)
  pace.stop()
  await expect(waiting).rejects.toMatchObject({ code: 'stopped' })
  await expect(pace.send('example.com', never, send)).rejects.toMatchObject({ code: 'stopped' })
  expect(sent).toBe(false)
  end.resolve()
  await running
  await pause(1)
  await pace.send('example.com', never, send)
  expect(sent).toBe(true)
})

/** A shop with one connection to a mail server that holds back every mail but the first few until it is released. */
async function heldShop(database: DatabaseName, free: number) {
  const held = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const arrived: string[] = []
  const mailServer = await startMailServer({
    async onData(stream, session, done) {
      await readMail(stream)
      if (arrived.length >= free) {
        held.resolve()
        await release.promise
      }
      arrived.push(String(session.envelope.rcptTo[0]?.address))
      done()
    },
  })
  onTestFinished(mailServer.stop)
  const place = await makePlace(database)
  onTestFinished(place.remove)
  const config = readConfig({ ...place.settings, SMTP_URL: mailServer.url, MAIL_CONCURRENCY: '1' })
  const ids: string[] = []
  return {
    held: held.promise,
    release: release.resolve,
    arrived,
    open: (surroundings: ServiceOverrides = {}) => openService(config, openLog('silent'), surroundings),
    /** Creates receipts for so many guests, whose addresses are returned. */
    async sell(service: Service, count: number): Promise<string[]> {
      const { create } = createClient(await service.listen())
      const guests = Array.from({ length: count }, (_, number) => `guest-${number + 10}@example.com`)
      ids.push(...(await Promise.all(guests.map(emailAddress => create(receipt({ customer: { emailAddress } }))))))
      return guests
    },
    async attempts(service: Service): Promise<string[]> {
      const deliveries = await Promise.all(ids.map(id => deliveriesOfReceipt(service.db, 'demo', id)))
      return deliveries.flat().flatMap(({ attempts }) => attempts.map(({ outcome, code }) => `${outcome} ${code}`))
    },
  }
}

const allSent = (service: Service) => until(async () => (await readBacklog(service.db)).byMerchant.length === 0)

describe.each(fewDatabases)('on %s', database => {
  test('a stopping worker leaves what it has not begun, and nothing arrives twice', async () => {
    const { held, release, arrived, open, sell, attempts } = await heldShop(database, 0)
    const accepting = await open({ withoutWorker: true })
    const guests = await sell(accepting, 6)
    await accepting.close()

    const first = await open()
    await held
    const stopped = first.close()
    release()
    await stopped
    expect(arrived).toHaveLength(1)

    const second = await open()
    await allSent(second)
    expect(arrived.sort()).toEqual(guests)
    expect(await attempts(second)).toEqual(Array(6).fill('sent 250'))
    await second.close()
  })

  longTest(database)('a stopping worker gives back what it has made but not sent', async () => {
    const { held, release, arrived, open, sell, attempts } = await heldShop(database, 3)
    const first = await open()
    const guests = await sell(first, 12)
    await held
    // The fourth hangs, and up to three more were made in the meantime.
    await until(async () => (await attempts(first)).length > 4)
    const stopped = first.close()
    await until(async () => (await attempts(first)).includes('interrupted stopped'))
    release()
    await stopped
    expect(arrived).toHaveLength(4)

    const second = await open()
    await allSent(second)
    expect(arrived.sort()).toEqual(guests)
    const all = await attempts(second)
    expect(all.filter(each => each === 'sent 250')).toHaveLength(12)
    expect(new Set(all)).toEqual(new Set(['sent 250', 'interrupted stopped']))
    await second.close()
  })
})

test('a mail that waited in vain for a connection tries again, and its tries are not used up', async () => {
  const { release, open, sell, attempts } = await heldShop('SQLite', 3)
  const service = await open({ sendDeadline: 500, waits: Array(99).fill(10) })
  await sell(service, 10)
  await until(async () => (await attempts(service)).includes('interrupted no_connection'))
  release()
  await allSent(service)
  expect((await attempts(service)).filter(each => each === 'sent 250')).toHaveLength(10)
  await service.close()
})
