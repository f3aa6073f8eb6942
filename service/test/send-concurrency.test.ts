import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openLog } from '../src/monitoring/log.ts'
import { deliveriesOfReceipt, readBacklog } from '../src/outbox/delivery.ts'
import { openService, type Service, type ServiceOverrides } from '../src/service.ts'
import { readConfig } from '../src/settings/config.ts'
import { createSendConcurrency } from '../src/worker/concurrency.ts'
import { readMail } from './support/loopback-smtp.ts'
import { startMailServer, until } from './support/mail-server.ts'
import { createClient, type DatabaseName, fewDatabases, longTest, makePlace, receipt } from './support/service.ts'

const never = new AbortController().signal

/** A pace whose sends take a given time, and how many mails it lets be in hand. */
function paceOf(connections: number) {
  let time = 0
  const pace = createSendConcurrency(connections, () => time)
  return {
    pace,
    send: (milliseconds: number) =>
      pace.send(never, async () => {
        time += milliseconds
      }),
    async inHandOf(mails: number) {
      const end = Promise.withResolvers<void>()
      let taken = 0
      const all = Array.from({ length: mails }, () =>
        pace.take(async () => {
          taken += 1
          await end.promise
        }),
      )
      await pause(5)
      const inHand = taken
      end.resolve()
      await Promise.all(all)
      return inHand
    },
  }
}

describe('how many mails are in hand', () => {
  test('as many as connections, four times that after a mail that took less than a second', async () => {
    const { send, inHandOf } = paceOf(3)
    expect(await inHandOf(20)).toBe(3)
    await send(999)
    expect(await inHandOf(20)).toBe(12)
    await send(1000)
    expect(await inHandOf(20)).toBe(3)
    await send(10)
    expect(await inHandOf(5)).toBe(5)
  })

  test('no more than connections are sent at once', async () => {
    const { pace, send } = paceOf(2)
    await send(1)
    let sending = 0
    let most = 0
    await Promise.all(
      Array.from({ length: 8 }, () =>
        pace.take(() =>
          pace.send(never, async () => {
            most = Math.max(most, ++sending)
            await pause(2)
            sending -= 1
          }),
        ),
      ),
    )
    expect(most).toBe(2)
  })
})

test('a mail that no connection becomes free for is never sent', async () => {
  const { pace } = paceOf(1)
  const end = Promise.withResolvers<void>()
  const first = pace.send(never, () => end.promise)
  let sent = false
  const late = pace.send(AbortSignal.timeout(5), async () => {
    sent = true
  })
  await expect(late).rejects.toMatchObject({ code: 'no_connection' })
  end.resolve()
  await first
  await expect(pace.send(AbortSignal.abort(), async () => {})).rejects.toMatchObject({ code: 'no_connection' })
  expect(sent).toBe(false)
})

test('a mail’s own failure is passed on, and leaves its place to the next', async () => {
  const { pace } = paceOf(1)
  const failing = pace.take(() => pace.send(never, () => Promise.reject(new Error('The database is away'))))
  await expect(failing).rejects.toThrow('The database is away')
  expect(await pace.take(async () => {})).toBe(true)
})

test('nothing waits to be taken once stopped', async () => {
  const { pace } = paceOf(1)
  const end = Promise.withResolvers<void>()
  const running = pace.take(() => end.promise)
  const waiting = pace.take(async () => {})
  pace.stop()
  expect([await waiting, await pace.take(async () => {})]).toEqual([false, false])
  end.resolve()
  expect(await running).toBe(true)
  // What is handed over at that moment needn't wait.
  await pause(1)
  expect(await pace.take(async () => {})).toBe(true)
})

test('a mail that waits for a connection isn’t sent once stopped', async () => {
  const { pace } = paceOf(1)
  const end = Promise.withResolvers<void>()
  const running = pace.send(never, () => end.promise)
  let sent = false
  const send = async () => {
    sent = true
  }
  const waiting = pace.send(never, send)
  pace.stop()
  await expect(waiting).rejects.toMatchObject({ code: 'stopped' })
  await expect(pace.send(never, send)).rejects.toMatchObject({ code: 'stopped' })
  expect(sent).toBe(false)
  end.resolve()
  await running
  await pause(1)
  await pace.send(never, send)
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
    await pause(50)
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
