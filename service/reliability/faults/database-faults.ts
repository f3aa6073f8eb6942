import { setTimeout as pause } from 'node:timers/promises'
import type { Play } from '../finding.ts'
import { type Random, seeded } from '../random.ts'
import { type Fault, suffer } from './suffer.ts'
import { findingOf, type Suffered } from './suffered.ts'

/** Has PostgreSQL fail in one way after the other, each as often as there are cycles. */
export const sufferDatabaseFaults: Play = async ({ cycles, seed, point = '' }, save) => {
  const suffered: Suffered[] = []
  for (const fault of faults.filter(({ name }) => name.includes(point))) {
    const one = await suffer(fault, 'PostgreSQL', cycles, seeded(seed))
    if (!one) return undefined
    suffered.push(one)
    save(findingOf('database', suffered))
  }
  return findingOf('database', suffered)
}

/** How long the server is away or silent: 5 to 15 s, milliseconds. */
const lasting = (random: Random) => 5000 + 10_000 * random()

/** Each is over when `bring` settles. */
const faults: readonly Fault[] = [
  {
    name: 'killed (SIGKILL of all its processes), and started again at once',
    bring: ({ stage }) => stage.server?.restart('killed'),
  },
  {
    name: 'killed, and away for 5 to 15 s',
    bring: ({ stage, random }) => stage.server?.restart('killed', lasting(random)),
  },
  {
    name: 'restarted in order',
    bring: ({ stage, random }) => stage.server?.restart('fast', 1000 * random()),
  },
  {
    name: 'connections cut',
    bring: ({ wire }) => wire?.cut(),
  },
  {
    name: 'black hole for 5 to 15 s: nothing is answered or refused, and the connections of before stay dead',
    async bring({ wire, random }) {
      wire?.swallow()
      await pause(lasting(random))
      wire?.mend()
    },
  },
  {
    name: 'connections cut, and a black hole for 5 to 15 s behind them',
    async bring({ wire, random }) {
      wire?.swallow()
      wire?.cut()
      await pause(lasting(random))
      wire?.mend()
      wire?.cut()
    },
  },
]
