import { describe, expect, onTestFinished, test } from 'vitest'
import { openLog } from '../src/basics/monitoring/log.ts'
import { deliveriesOfReceipt, readBacklog } from '../src/delivery/outbox/delivery.ts'
import type { ServiceOverrides } from '../src/overrides.ts'
import { openService, type Service } from '../src/service.ts'
import { readConfig } from '../src/settings/config.ts'
import { readMail } from './support/loopback-smtp.ts'
import { startMailServer, until } from './support/mail-server.ts'
import { createClient, type DatabaseName, fewDatabases, longTest, makePlace, receipt } from './support/service.ts'

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
