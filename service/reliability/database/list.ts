import { setTimeout as pause } from 'node:timers/promises'
import type { TestServer } from '../../test/support/postgres-server.ts'
import type { Wire } from '../../test/support/wire.ts'
import type { Random } from '../random.ts'

/** Something that goes wrong with PostgreSQL; it is over when `bring` settles. */
export interface DatabaseFault {
  name: string
  bring(server: TestServer, wire: Wire, random: Random): Promise<void>
}

/** How long the server is away or silent: 5 to 15 s, milliseconds. */
const lasts = (random: Random) => 5000 + 10_000 * random()

/** The processes reach the server through a wire that can be cut. */
export const databaseFaults: readonly DatabaseFault[] = [
  {
    name: 'killed (SIGKILL of all its processes), and started again at once',
    bring: server => server.restart('killed'),
  },
  {
    name: 'killed, and away for 5 to 15 s',
    bring: (server, _, random) => server.restart('killed', lasts(random)),
  },
  {
    name: 'restarted in order',
    bring: (server, _, random) => server.restart('fast', 1000 * random()),
  },
  {
    name: 'connections cut',
    bring: async (_, wire) => wire.cut(),
  },
  {
    name: 'black hole for 5 to 15 s: nothing is answered or refused, and the connections of before stay dead',
    async bring(_, wire, random) {
      wire.swallow()
      await pause(lasts(random))
      wire.mend()
    },
  },
  {
    name: 'connections cut, and a black hole for 5 to 15 s behind them',
    async bring(_, wire, random) {
      wire.swallow()
      wire.cut()
      await pause(lasts(random))
      wire.mend()
      wire.cut()
    },
  },
]
