import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { prefetchPerConnection } from '../src/worker/concurrency.ts'
import { startMailServer, until } from './support/mail-server.ts'
import { freePort, runToEnd, type ServiceProcess, startProcess } from './support/process.ts'
import { createClient, databases, makePlace } from './support/service.ts'
import { countMails, startTills } from './support/tills.ts'

const concurrency = 5

/** A kill may repeat every mail in hand. */
const mostRepeated = concurrency * prefetchPerConnection

test('loses no acknowledged receipt or mail when killed repeatedly under load', async () => {
  await using mailServer = await startMailServer()
  const place = await makePlace('SQLite')
  const port = await freePort()
  const settings = { ...place.settings, PORT: port, SMTP_URL: mailServer.url, MAIL_CONCURRENCY: String(concurrency) }
  const tills = startTills(`http://127.0.0.1:${port}`, 4)
  const kills = 5
  for (let turn = 0; turn < kills; turn++) {
    const running = await startProcess(settings)
    await pause(100 + Math.random() * 500)
    await running.kill()
  }
  await tills.close()
  const last = await startProcess(settings)
  await until(() => countMails(mailServer, tills.accepted).missing.length === 0, 90_000)

  expect(tills.accepted.size).toBeGreaterThan(kills)
  const { ask, receipts } = createClient(last.url)
  for (const [transactionNumber, id] of tills.accepted) {
    const { json } = await ask(receipts(`/${id}`))
    expect(json.apiRequest.transactionNumber).toBe(transactionNumber)
  }
  expect(countMails(mailServer, tills.accepted).duplicates).toBeLessThanOrEqual(kills * mostRepeated)
  expect(await last.stop()).toBe(0)
  await place.remove()
}, 240_000)

describe.runIf(databases.includes('PostgreSQL'))('with PostgreSQL', () => {
  test('repeats only mails in progress when a worker is killed', async () => {
    await using mailServer = await startMailServer()
    const place = await makePlace('PostgreSQL')
    const common = { ...place.settings, SMTP_URL: mailServer.url, MAIL_CONCURRENCY: String(concurrency) }
    // All at once on an empty database: the first one creates the tables.
    const roles = ['api', 'worker', 'worker', 'worker']
    const all = await Promise.all(roles.map(async ROLE => startProcess({ ...common, ROLE, PORT: await freePort() })))
    const [api, victim, ...others] = all as [ServiceProcess, ServiceProcess, ...ServiceProcess[]]
    const tills = startTills(api.url, 4)
    await until(() => mailServer.mails.length > 20)
    await victim.kill()
    await pause(500)
    await tills.close()
    await until(() => countMails(mailServer, tills.accepted).missing.length === 0, 90_000)
    expect(countMails(mailServer, tills.accepted).duplicates).toBeLessThanOrEqual(mostRepeated)
    expect(await Promise.all([api, ...others].map(running => running.stop()))).toEqual([0, 0, 0])
    await place.remove()
  }, 240_000)
})

test('refuses to start a second process on a data folder, with advice', async () => {
  const place = await makePlace('SQLite')
  const first = await startProcess({ ...place.settings, PORT: await freePort() })
  const second = startProcess({ ...place.settings, PORT: await freePort() })
  await expect(second).rejects.toThrow('Another service process is already using the data folder')
  await first.kill()
  const third = await startProcess({ ...place.settings, PORT: await freePort() })
  expect(await third.stop()).toBe(0)
  await place.remove()
}, 240_000)

test('exits with advice if the port is taken', async () => {
  const place = await makePlace('SQLite')
  const port = await freePort()
  const first = await startProcess({ ...place.settings, PORT: port })
  const other = await makePlace('SQLite')
  const second = runToEnd({ ...other.settings, PORT: port })
  expect([second.status, second.stderr]).toEqual([
    1,
    `Can't listen on 127.0.0.1 port ${port} (EADDRINUSE). Set another HOST or PORT.\n`,
  ])
  await first.stop()
  await place.remove()
  await other.remove()
}, 240_000)
