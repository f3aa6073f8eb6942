import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeDatabase, startPostgres } from '../../test/support/postgres-server.ts'
import { demoCredentials } from '../../test/support/tills.ts'
import { seeded } from '../random.ts'
import type { DatabaseName } from '../stage.ts'
import type { Cell, CellOptions } from './cell.ts'
import { killInACleanup } from './points/in-a-cleanup.ts'
import { killInAFold } from './points/in-a-fold.ts'
import { killInAMigration } from './points/in-a-migration.ts'
import { killInTheWork, workPoints } from './points/in-the-work.ts'
import { raiseVictims } from './victims/victims.ts'

type Point = readonly [name: string, play: (options: CellOptions) => Promise<Cell>]

const otherPoints: readonly Point[] = [
  ['in a migration', killInAMigration],
  ['in a cleanup', killInACleanup],
  ['in a fold', killInAFold],
]

/** Each point on a database of its own. */
const points: readonly Point[] = [
  ...workPoints.map((point): Point => [point, options => killInTheWork([point], options)]),
  ...otherPoints,
]

/** All points of the work on one database, one after the other: a third of the processes. */
export const pointsTogether: readonly Point[] = [
  ['in the work', options => killInTheWork(workPoints, options)],
  ...otherPoints,
]

/**
 * Kills the service at each point so many times, on one database.
 *
 * @param tell told about each point when it is done
 * @returns undefined if this machine doesn't have that database
 */
export async function killMatrix(
  database: DatabaseName,
  {
    kills,
    seed,
    only = '',
    played = points,
  }: { kills: number; seed: number; only?: string; played?: readonly Point[] },
  tell: (point: string, cell: Cell) => void = () => {},
): Promise<Map<string, Cell> | undefined> {
  await using closing = new AsyncDisposableStack()
  const server = database === 'PostgreSQL' ? await startPostgres({ fsync: 'on' }) : undefined
  if (database === 'PostgreSQL' && !server) return undefined
  if (server) closing.defer(server.stop)
  const victims = closing.use(await raiseVictims())
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-kill-'))
  closing.defer(() => rmSync(folder, { recursive: true, force: true }))

  const cells = new Map<string, Cell>()
  for (const [name, play] of played) {
    if (!name.includes(only)) continue
    const made = server && (await makeDatabase(server.url))
    const settings: Record<string, string> = {
      DATA_DIR: join(folder, name),
      PORT: '0',
      DEMO_API_KEY: demoCredentials,
      MAIL_FROM: 'receipts@example.com',
      ...(made && { DATABASE_URL: made.url }),
    }
    const cell = await play({ kills, random: seeded(seed), victims, settings })
    await made?.drop()
    cells.set(name, cell)
    tell(name, cell)
  }
  return cells
}
