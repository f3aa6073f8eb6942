import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../random.ts'
import type { Fault } from './suffer.ts'

/** How PostgreSQL fails. Each is over when `bring` settles. */
export const databaseFaults: readonly Fault[] = [
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

/** How long the server is away or silent: 5 to 15 s, milliseconds. */
function lasting(random: Random): number {
  return 5000 + 10_000 * random()
}
