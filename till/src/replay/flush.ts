import type { Spool } from '../spool/spool.ts'
import type { Round } from './send-waiting.ts'

/** What a flush did. */
export interface Flushed {
  sent: number
  refused: number
  /** Receipts that still wait. */
  left: number
  /** Why. */
  reason?: string
}

/** Sends round after round, until nothing waits or nothing gets through. @param send undefined if another process sends */
export async function flush(spool: Spool, send: () => Promise<Round | undefined>): Promise<Flushed> {
  const total: Flushed = { sent: 0, refused: 0, left: 0 }
  let troubled = 0
  for (;;) {
    const round = await send()
    if (round === undefined) return { ...total, left: (await spool.list('pending')).length, reason: busyLock }
    total.sent += round.sent
    total.refused += round.refused
    total.left = round.left
    troubled += round.troubled
    if (round.stop) return { ...total, reason: round.stop.message }
    const isOver = round.left === 0 || round.sent + round.refused === 0
    if (isOver) return { ...total, ...(round.left > 0 && troubled > 0 && { reason: trouble }) }
  }
}

const busyLock = 'Another process is sending what waits in this spool.'

const trouble = 'Some files could not be read or moved: "counterfoil-till status" names them.'
