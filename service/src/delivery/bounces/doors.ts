import type { HashKey } from '../../basics/addresses.ts'
import type { Commit } from '../../database/batch.ts'
import type { Database } from '../../database/database.ts'
import type { Log } from '../../monitoring/log.ts'
import { watchMailbox } from './mailbox/watch.ts'
import { type BouncePort, openBouncePort, type portLimits } from './port.ts'
import { createBounceSenders, createDeliveryTokens } from './senders.ts'
import { createReportTaker, type ReportSource } from './take.ts'

interface DoorOptions {
  db: Database
  commit: Commit
  searchKey: HashKey
  now: () => number
  log: Log
  count: (source: ReportSource, kind: string) => void
  /** Where reports go; undefined if nowhere of our own. */
  address: string | undefined
  /** Adds what Postmark returns with its events. */
  withPostmark: boolean
}

/** How mails are named, and how what is said of them comes in: wires the doors of a process. */
export function createBounceDoors({ address, withPostmark, ...context }: DoorOptions) {
  const tokens = createDeliveryTokens(context.searchKey)
  const taker = createReportTaker({ ...context, tokens })
  const senders = address === undefined ? undefined : createBounceSenders(address, tokens)
  return {
    taker,
    /** What the sending of mails has to know. */
    naming: {
      ...(senders && { returnPath: (id: string) => ({ address: senders.of(id), id: tokens.of(id) }) }),
      ...(withPostmark && { providerHeaders: (id: string) => ({ 'X-PM-Metadata-delivery': tokens.of(id) }) }),
    },
    /** Opens the port. @throws StartError if that fails, or without an address */
    async openPort(at: {
      host: string
      port: number
      tls?: { cert: Buffer; key: Buffer } | undefined
      limits?: Partial<typeof portLimits> | undefined
    }): Promise<BouncePort> {
      if (!senders || address === undefined) throw new Error('There is no address of bounces.')
      const { limits, ...place } = at
      const name = address.slice(address.lastIndexOf('@') + 1)
      return openBouncePort({ ...place, name, senders, taker, log: context.log, ...(limits && { limits }) })
    },
    /** Reads a mailbox, `imaps://user:password@host/INBOX`, until it is stopped. @param interval milliseconds between two looks */
    watchMailbox: (mailbox: string, interval?: number) =>
      watchMailbox({ ...context, taker, address: mailbox, ...(interval && { interval }) }),
  }
}

/** How what is said of mails comes in. */
export type BounceDoors = ReturnType<typeof createBounceDoors>
