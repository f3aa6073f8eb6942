import { setTimeout as pause } from 'node:timers/promises'
import { postReceipt } from '../../test/support/tills.ts'

/** Tills that post one receipt after the other, whatever comes back. */
export interface Load {
  /** Receipts that got their 200: transaction number and receipt id. */
  accepted: Map<string, string>
  /** Each answer and how often it came: `200`, `503`, `no answer`. */
  seen: Map<string, number>
  /** The slowest answer, milliseconds. */
  slowest(): number
  close(): Promise<void>
}

/** How long a till waits for an answer, milliseconds. */
export const patience = 10_000

/** @param name begins the transaction numbers, which are requestIds and addresses too */
export function startLoad(url: string, tills: number, name: string): Load {
  const accepted = new Map<string, string>()
  const seen = new Map<string, number>()
  let slowest = 0
  let number = 0
  let open = true

  async function post(): Promise<void> {
    const transactionNumber = `${name}-${number++}`
    const since = performance.now()
    const answer = await postReceipt(url, transactionNumber, patience).catch(() => undefined)
    if (answer) slowest = Math.max(slowest, performance.now() - since)
    const what = answer ? String(answer.status) : 'no answer'
    seen.set(what, (seen.get(what) ?? 0) + 1)
    if (answer?.receiptId !== undefined) accepted.set(transactionNumber, answer.receiptId)
  }

  const all = Array.from({ length: tills }, async () => {
    while (open) {
      await post()
      await pause(100)
    }
  })
  return {
    accepted,
    seen,
    slowest: () => slowest,
    async close() {
      open = false
      await Promise.all(all)
    },
  }
}
