import { join } from 'node:path'
import { makeDatabase } from '../../test/support/postgres-server.ts'
import { count, type Finding, middleAndMost, type Play } from '../finding.ts'
import { seeded } from '../random.ts'
import { type DatabaseName, openStage } from '../stage.ts'
import { isKept, type KillOptions, type KillResult } from './audit.ts'
import { killInACleanup } from './in-a-cleanup.ts'
import { killInAMigration } from './in-a-migration.ts'
import { killInTheWork, type WorkPoint, workPoints } from './in-the-work.ts'
import { raiseVictims } from './victims.ts'

const columns = [
  'killed',
  'database',
  'kills',
  'receipts',
  'lost',
  'mails lost',
  'mailed again',
  'at most',
  'astray',
  'listening again: middle, longest',
]

/** Kills the service at each point, as often as there are cycles, each on a database of its own that is audited then. */
export function killAtPoints(database: DatabaseName): Play {
  return async ({ cycles, seed, point }, save) => {
    const tell = (cells: ReadonlyMap<string, KillResult>) => save(findingOf(database, cells))
    const cells = await killMatrix(database, { kills: cycles, seed, only: point }, tell)
    return cells && findingOf(database, cells)
  }
}

function findingOf(database: DatabaseName, cells: ReadonlyMap<string, KillResult>): Finding {
  const rows = [...cells].map(([name, cell]) => [
    name,
    database,
    ...[cell.kills, cell.accepted, cell.lost, cell.neverMailed, cell.copies, cell.interrupted, cell.strays].map(count),
    middleAndMost(cell.recoveries),
  ])
  return { part: 'kills', columns, rows, kept: cells.size > 0 && [...cells.values()].every(isKept) }
}

type Point = readonly [name: string, play: (options: KillOptions) => Promise<KillResult>]

const otherPoints: readonly Point[] = [
  ['in a migration', killInAMigration],
  ['in a cleanup', killInACleanup],
]

/** Each point on a database of its own. */
const points: readonly Point[] = [
  ...workPoints.map((point): Point => [point, options => killInTheWork([point], options)]),
  ...otherPoints,
]

/** Points of the work on one database, one after the other: a third of the processes. */
export const pointsTogether = (inWork: readonly WorkPoint[]): readonly Point[] => [
  ['in the work', options => killInTheWork(inWork, options)],
]

interface KillRun {
  kills: number
  seed: number
  only?: string | undefined
  played?: readonly Point[]
}

/**
 * Kills the service at each point so many times, on one database.
 *
 * @param tell told when a point is done: what happened at all so far
 * @returns undefined if this machine doesn't have that database
 */
export async function killMatrix(
  database: DatabaseName,
  { kills, seed, only = '', played = points }: KillRun,
  tell: (cells: ReadonlyMap<string, KillResult>) => void = () => {},
): Promise<Map<string, KillResult> | undefined> {
  await using stage = await openStage(database)
  if (!stage) return undefined
  await using victims = await raiseVictims()
  const cells = new Map<string, KillResult>()
  for (const [name, play] of played) {
    if (!name.includes(only)) continue
    const made = stage.server && (await makeDatabase(stage.server.url))
    const settings: Record<string, string> = {
      ...stage.settings,
      DATA_DIR: join(stage.folder, name),
      PORT: '0',
      ...(made && { DATABASE_URL: made.url }),
    }
    cells.set(name, await play({ kills, random: seeded(seed), victims, settings }))
    await made?.drop()
    tell(cells)
  }
  return cells
}
