import { count, type Finding, middleAndMost, type Play } from '../finding.ts'
import { type Cell, isKept } from '../kill/cell.ts'
import { killMatrix } from '../kill/matrix.ts'
import type { DatabaseName } from '../stage.ts'

/** Kills on one database before it is audited, and the next begins with an empty one. */
const batch = 50

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

/** Kills the service at eight points, each as often as there are cycles, with an audit of the whole database after every 50. */
export function killAtPoints(database: DatabaseName): Play {
  return async ({ cycles, seed, point }, save) => {
    const cells = new Map<string, Cell>()
    for (let done = 0; done < cycles; done += batch) {
      const options = { kills: Math.min(batch, cycles - done), seed: seed + done, ...(point && { only: point }) }
      const found = await killMatrix(database, options, (name, cell) => {
        cells.set(name, sumOf(cells.get(name), cell))
        save(findingOf(database, cells))
      })
      if (!found) return undefined
    }
    return findingOf(database, cells)
  }
}

function sumOf(one: Cell | undefined, other: Cell): Cell {
  if (!one) return other
  const sum = { ...one, recoveries: [...one.recoveries, ...other.recoveries] }
  for (const name of ['kills', 'accepted', 'lost', 'neverMailed', 'copies', 'interrupted', 'strays'] as const)
    sum[name] += other[name]
  return sum
}

function findingOf(database: DatabaseName, cells: ReadonlyMap<string, Cell>): Finding {
  const rows = [...cells].map(([name, cell]) => [
    name,
    database,
    ...[cell.kills, cell.accepted, cell.lost, cell.neverMailed, cell.copies, cell.interrupted, cell.strays].map(count),
    middleAndMost(cell.recoveries),
  ])
  const done = Math.max(0, ...[...cells.values()].map(({ kills }) => kills))
  return { part: 'kills', columns, rows, kept: cells.size > 0 && [...cells.values()].every(isKept), done }
}
