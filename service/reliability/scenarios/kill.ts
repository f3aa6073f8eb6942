import { setTimeout as pause } from 'node:timers/promises'
import { freePort, type ServiceProcess } from '../../test/support/spawn.ts'
import { startTills } from '../../test/support/tills.ts'
import { startTroubledMailServer } from '../faults/troubled-mail-server.ts'
import { pick, type Random } from '../random.ts'
import { countUp, type Row } from '../report.ts'
import { type DatabaseName, openStage } from '../stage.ts'

/** Mails sent at once; four times as many are in hand, which a kill may repeat. */
export const mailConcurrency = 5

/**
 * Kills the service (on PostgreSQL, its api or worker) at random moments under load, with a faulty mail server, and restarts
 * it.
 */
export async function killCycles(
  database: DatabaseName,
  { cycles, calm = false }: { cycles: number; calm?: boolean },
  random: Random,
): Promise<Row | undefined> {
  await using stage = await openStage(database)
  if (!stage) return undefined
  await using mailServer = await startTroubledMailServer(random)
  if (!calm) await mailServer.become('faulty')
  Object.assign(stage.settings, { SMTP_URL: mailServer.url, MAIL_CONCURRENCY: String(mailConcurrency) })
  const roles = database === 'SQLite' ? (['all'] as const) : (['api', 'worker'] as const)
  const ports = new Map(await Promise.all(roles.map(async role => [role, await freePort()] as const)))
  const startRole = (role: (typeof roles)[number]) => stage.start({ ROLE: role, PORT: ports.get(role) ?? '0' })
  const running = new Map<string, ServiceProcess>()
  for (const role of roles) running.set(role, await startRole(role))
  const [front] = roles
  const url = running.get(front)?.url ?? ''

  const tills = startTills(url, 4, 'kill')
  stage.defer(tills.close)
  const recoveries: number[] = []
  for (let cycle = 0; cycle < cycles; cycle++) {
    await pause(200 + 1800 * random())
    const role = pick<(typeof roles)[number]>(random, roles)
    await running.get(role)?.kill()
    const again = await startRole(role)
    running.set(role, again)
    recoveries.push(again.took)
  }
  await tills.close()
  await mailServer.become('well')
  const counts = await countUp(url, tills, mailServer)
  const note = `${mailServer.unanswered()} mails accepted but not answered`
  return { scenario: `SIGKILL, ${database}${calm ? '' : ', faulty mail server'}`, cycles, recoveries, note, ...counts }
}
