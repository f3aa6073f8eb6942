import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { startMailServer, until } from './support/mail-server.ts'
import { freePort, runToEnd, type ServiceProcess, startProcess } from './support/process.ts'
import { createClient, databases, makePlace } from './support/service.ts'
import { countMails, startTills } from './support/tills.ts'

const concurrency = 5

test('killed again and again under load, the service loses no receipt it said yes to, nor its mail', async () => {
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
  expect(countMails(mailServer, tills.accepted).duplicates).toBeLessThanOrEqual(kills * concurrency)
  expect(await last.stop()).toBe(0)
  await place.remove()
}, 240_000)

describe.runIf(databases.includes('PostgreSQL'))('with PostgreSQL', () => {
  test('one of three workers is killed under load: nothing is lost, and at most what it had in hand comes twice', async () => {
    await using mailServer = await startMailServer()
    const place = await makePlace('PostgreSQL')
    const common = { ...place.settings, SMTP_URL: mailServer.url, MAIL_CONCURRENCY: String(concurrency) }
    // All at once on an empty database: its tables are made once, by whoever comes first.
    const roles = ['api', 'worker', 'worker', 'worker']
    const all = await Promise.all(roles.map(async ROLE => startProcess({ ...common, ROLE, PORT: await freePort() })))
    const [api, victim, ...others] = all as [ServiceProcess, ServiceProcess, ...ServiceProcess[]]
    const tills = startTills(api.url, 4)
    await until(() => mailServer.mails.length > 20)
    await victim.kill()
    await pause(500)
    await tills.close()
    await until(() => countMails(mailServer, tills.accepted).missing.length === 0, 90_000)
    expect(countMails(mailServer, tills.accepted).duplicates).toBeLessThanOrEqual(concurrency)
    expect(await Promise.all([api, ...others].map(running => running.stop()))).toEqual([0, 0, 0])
    await place.remove()
  }, 240_000)
})

test('a second process on the same data folder is refused, and told what to do', async () => {
  const place = await makePlace('SQLite')
  const first = await startProcess({ ...place.settings, PORT: await freePort() })
  const second = startProcess({ ...place.settings, PORT: await freePort() })
  await expect(second).rejects.toThrow('Another process of the service already uses the data folder')
  await first.kill()
  const third = await startProcess({ ...place.settings, PORT: await freePort() })
  expect(await third.stop()).toBe(0)
  await place.remove()
}, 240_000)

test('a port that is taken ends the process with a word on what to do', async () => {
  const place = await makePlace('SQLite')
  const port = await freePort()
  const first = await startProcess({ ...place.settings, PORT: port })
  const other = await makePlace('SQLite')
  const second = runToEnd({ ...other.settings, PORT: port })
  expect([second.status, second.stderr]).toEqual([
    1,
    `127.0.0.1 port ${port} cannot be listened on (EADDRINUSE). Set another HOST or PORT.\n`,
  ])
  await first.stop()
  await place.remove()
  await other.remove()
}, 240_000)
