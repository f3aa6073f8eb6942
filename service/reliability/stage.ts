import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeDatabase, startPostgres } from '../test/support/postgres-server.ts'
import { freePort, type ServiceProcess, spawnService } from '../test/support/spawn.ts'
import { demoCredentials } from '../test/support/tills.ts'

export type DatabaseName = 'SQLite' | 'PostgreSQL'

/** Data, processes and servers of one scenario. */
export type Stage = NonNullable<Awaited<ReturnType<typeof openStage>>>

/**
 * Opens a stage. What is on it is removed when the scenario ends; that throws if a process told a customer's address or key.
 *
 * @returns undefined if this machine doesn't have that database
 */
export async function openStage(database: DatabaseName) {
  const closing = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-reliability-'))
  const started: ServiceProcess[] = []
  closing.defer(() => refuseSecrets(started))
  closing.defer(() => rmSync(folder, { recursive: true, force: true }))
  const server = database === 'PostgreSQL' ? await startPostgres({ fsync: 'on' }) : undefined
  if (database === 'PostgreSQL' && !server) return undefined
  if (server) closing.defer(server.stop)
  const settings: Record<string, string> = {
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'debug',
    DEMO_API_KEY: demoCredentials,
    MAIL_FROM: 'receipts@example.com',
    ...(server && { DATABASE_URL: (await makeDatabase(server.url)).url }),
  }
  return {
    folder,
    settings,
    /** Only on PostgreSQL. */
    server,
    async start(more: Record<string, string> = {}): Promise<ServiceProcess> {
      const running = await spawnService({ PORT: await freePort(), ...settings, ...more }, child =>
        closing.defer(() => void child.kill('SIGKILL')),
      )
      started.push(running)
      return running
    },
    /** Closes something when the scenario ends, last first. */
    defer: (close: () => unknown) => closing.defer(async () => void (await close())),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}

/** Addresses of customers and the demo merchant's key; `receipts@` is the sender. */
const secret = new RegExp(`(?<!\\breceipts)@example\\.com|${demoCredentials.split(':')[1]}`)

function refuseSecrets(started: readonly ServiceProcess[]): void {
  const told = started.flatMap(running => running.output().split('\n')).find(line => secret.test(line))
  if (told !== undefined) throw new Error(`A process told a secret: ${told}`)
}
