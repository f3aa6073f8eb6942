import { type Fault, type Seen, suffer } from '../faults/bench.ts'
import { sufferTime } from '../faults/clock.ts'
import { faults } from '../faults/list.ts'
import { count, type Finding, type Play, seconds } from '../finding.ts'

const columns = [
  'fault',
  'a till sees',
  'slowest',
  'the log says',
  'well again after',
  'all mails after',
  'receipts',
  'lost',
  'mails lost',
  'mailed again',
]

/** Brings one fault after the other, and says what is seen of it from outside. */
export const sufferFaults: Play = async ({ point = '' }, save) => {
  const seen: (Seen & { told?: string })[] = []
  const all = faults().filter(({ name }: Fault) => name.includes(point))
  for (const fault of all) {
    seen.push(await suffer(fault))
    save(findingOf(seen))
  }
  for await (const one of sufferTime(point)) {
    seen.push(one)
    save(findingOf(seen))
  }
  return findingOf(seen)
}

function findingOf(seen: readonly (Seen & { told?: string })[]): Finding {
  const rows = seen.map(one => [
    one.name,
    [...one.till]
      .map(([what, times]) => (times === 1 && /after|replaced/.test(what) ? what : `${count(times)} × ${what}`))
      .join(', '),
    seconds(one.slowest),
    one.log
      .slice(0, 3)
      .map(line => `“${line}”`)
      .join('; ') || 'nothing',
    one.well === 0 ? '' : seconds(one.well),
    one.told ?? seconds(one.caughtUp),
    ...[one.accepted, one.lost, one.neverMailed, one.copies].map(count),
  ])
  const kept =
    seen.length > 0 && seen.every(({ accepted, lost, neverMailed }) => accepted > 0 && lost === 0 && neverMailed === 0)
  return { part: 'faults', columns, rows, kept }
}
