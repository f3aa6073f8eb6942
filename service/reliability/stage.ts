import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeDatabase, startPostgres, type TestServer } from '../test/support/postgres-server.ts'
import { freePort, type ServiceProcess, spawnService } from '../test/support/spawn.ts'
import { demoCredentials } from '../test/support/tills.ts'

export type DatabaseName = 'SQLite' | 'PostgreSQL'

/** Data, processes and servers of one scenario, removed when it ends; that throws if a process told a customer's address or key. */
export interface Stage extends AsyncDisposable {
  folder: string
  settings: Record<string, string>
  /** Only on PostgreSQL. */
  server: TestServer | undefined
  /** Starts a process. `took` is the time until it was ready, milliseconds. */
  start(more?: Record<string, string>): Promise<ServiceProcess & { took: number }>
  /** Closes something when the scenario ends, last first. */
  defer(close: () => unknown): void
}

/** @returns undefined if this machine doesn't have that database */
export async function openStage(database: DatabaseName): Promise<Stage | undefined> {
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
    server,
    async start(more = {}) {
      const since = Date.now()
      const running = await spawnService({ PORT: await freePort(), ...settings, ...more }, child =>
        closing.defer(() => void child.kill('SIGKILL')),
      )
      started.push(running)
      return { ...running, took: Date.now() - since }
    },
    defer: close => closing.defer(async () => void (await close())),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}

/** Addresses of customers and the demo merchant's key; `receipts@` is the sender. */
const secret = new RegExp(`(?<!\\breceipts)@example\\.com|${demoCredentials.split(':')[1]}`)

function refuseSecrets(started: readonly ServiceProcess[]): void {
  const told = started.flatMap(running => running.output().split('\n')).find(line => secret.test(line))
  if (told !== undefined) throw new Error(`A process told a secret: ${told}`)
}
