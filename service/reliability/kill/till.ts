import { setTimeout as pause } from 'node:timers/promises'
import { postReceipt } from '../../test/support/tills.ts'

/** A till that keeps what it got no answer for, and sends it again to whoever serves next. */
export interface Till {
  /** Receipts that are accepted: transaction number and receipt id. */
  accepted: Map<string, string>
  /** Sends what waits and up to so many new receipts, two at a time, until the service is gone. @param rest between, milliseconds */
  workUntil(url: string, gone: Promise<unknown>, most: number, rest?: number): Promise<void>
  /** Sends what waits. */
  finish(url: string): Promise<void>
}

/**
 * @param name begins the transaction numbers, which are requestIds and addresses too
 * @param changes what else is in each receipt
 */
export function openTill(name: string, changes: Record<string, unknown> = {}): Till {
  const accepted = new Map<string, string>()
  let waiting: string[] = []
  let next = 0

  async function send(url: string, numbers: readonly string[]): Promise<void> {
    await Promise.all(
      numbers.map(async number => {
        const answer = await postReceipt(url, number, 10_000, changes).catch(() => undefined)
        if (answer?.receiptId === undefined) waiting.push(number)
        else accepted.set(number, answer.receiptId)
      }),
    )
  }

  function sendWaiting(url: string): Promise<void> {
    const again = waiting
    waiting = []
    return send(url, again)
  }

  return {
    accepted,
    async workUntil(url, gone, most, rest = 15) {
      let isGone = false
      const end = gone.finally(() => {
        isGone = true
      })
      end.catch(() => {})
      await sendWaiting(url)
      for (let sent = 0; sent < most && !isGone; sent += 2) {
        await send(url, [`${name}-${next++}`, `${name}-${next++}`])
        await Promise.race([end, pause(rest)])
      }
      await end
    },
    async finish(url) {
      while (waiting.length > 0) await sendWaiting(url)
    },
  }
}
