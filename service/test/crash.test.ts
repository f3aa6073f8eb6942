import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { isExhaustive } from '../../test/support/scope.ts'
import { prefetchPerConnection } from '../src/delivery/queue/pace.ts'
import { startMailServer, until } from './support/mail-server.ts'
import { freePort, type ServiceProcess, startProcess } from './support/process.ts'
import { databases, makePlace } from './support/service.ts'
import { countMails, startTills } from './support/tills.ts'

const concurrency = 5

/** A kill may repeat every mail in hand. */
const mostRepeated = concurrency * prefetchPerConnection

// In `npm test`, reliability.test.ts kills a process under load, and queue.test.ts lets workers on PostgreSQL take over what a dead one had.
describe.runIf(isExhaustive && databases.includes('PostgreSQL'))('with PostgreSQL', () => {
  test('repeats only mails in progress when a worker is killed', async () => {
    await using mailServer = await startMailServer()
    const place = await makePlace('PostgreSQL')
    const common = { ...place.settings, SMTP_URL: mailServer.url, MAIL_CONCURRENCY: String(concurrency) }
    // All at once on an empty database: the first one creates the tables.
    const roles = ['api', 'worker', 'worker']
    const all = await Promise.all(roles.map(async ROLE => startProcess({ ...common, ROLE, PORT: await freePort() })))
    const [api, victim, ...others] = all as [ServiceProcess, ServiceProcess, ...ServiceProcess[]]
    const tills = startTills(api.url, 4, 'crash', { rest: 30 })
    await until(() => mailServer.mails.length > 20)
    await victim.kill()
    await pause(200)
    await tills.close()
    await until(() => countMails(mailServer, tills.accepted).missing.length === 0, 90_000)
    expect(countMails(mailServer, tills.accepted).duplicates).toBeLessThanOrEqual(mostRepeated)
    expect(await Promise.all([api, ...others].map(running => running.stop()))).toEqual([0, 0])
    await place.remove()
  }, 240_000)
})
