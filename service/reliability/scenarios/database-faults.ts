import { databaseFaults } from '../database/list.ts'
import { type Suffered, sufferDatabase } from '../database/suffer.ts'
import { count, type Finding, middleAndMost, type Play, seconds } from '../finding.ts'
import { seeded } from '../random.ts'

const columns = [
  'PostgreSQL',
  'times',
  'tills see',
  'slowest',
  'the log says',
  'well again: middle, longest',
  'then all mails after',
  'receipts',
  'lost',
  'mails lost',
  'mailed again',
  'at most',
  'processes ended',
]

/** Has PostgreSQL fail in one way after the other, each as often as there are cycles. */
export const sufferDatabaseFaults: Play = async ({ cycles, seed, point = '' }, save) => {
  const suffered: Suffered[] = []
  for (const fault of databaseFaults) {
    if (!fault.name.includes(point)) continue
    const one = await sufferDatabase(fault, cycles, seeded(seed))
    if (!one) return undefined
    suffered.push(one)
    save(findingOf(suffered))
  }
  return findingOf(suffered)
}

function findingOf(suffered: readonly Suffered[]): Finding {
  const rows = suffered.map(one => [
    one.name,
    count(one.times),
    [...one.seen].map(([what, times]) => `${count(times)} × ${what}`).join(', '),
    seconds(one.slowest),
    withReasons(one.log) || 'nothing',
    middleAndMost(one.recoveries),
    seconds(one.caughtUp),
    ...[one.accepted, one.lost, one.neverMailed, one.copies, one.interrupted, one.ended].map(count),
  ])
  const kept =
    suffered.length > 0 &&
    suffered.every(
      one =>
        one.accepted > 0 && one.lost === 0 && one.neverMailed === 0 && one.copies <= one.interrupted && one.ended === 0,
    )
  return { part: 'database', columns, rows, kept }
}

/** Each message once, with all its reasons. */
function withReasons(lines: readonly string[]): string {
  const parts = lines.map(line => /^(.*?)(?: \((.*)\))?$/.exec(line) ?? [])
  const byMessage = Map.groupBy(parts, ([, message = '']) => message)
  return [...byMessage]
    .map(([message, same]) => {
      const reasons = same.flatMap(([, , reason]) => reason ?? [])
      return `“${message}”${reasons.length > 0 ? ` (${reasons.join(', ')})` : ''}`
    })
    .join('; ')
}
