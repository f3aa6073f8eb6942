import { setTimeout as pause } from 'node:timers/promises'

export const demoCredentials = 'demo:a-demo-secret'

/** Tills that post without pause, even if the service dies. */
export interface Tills {
  /** Which receipts got their 200: transaction number and receipt id. */
  accepted: Map<string, string>
  /** How many answers there were of each status. */
  statuses: Map<number, number>
  /** When the last 200 came, milliseconds since 1970. */
  lastAcceptedAt(): number
  close(): Promise<void>
}

/** @param name begins the transaction numbers, which are requestIds and addresses too */
export function startTills(url: string, count: number, name = 'crash'): Tills {
  const accepted = new Map<string, string>()
  const statuses = new Map<number, number>()
  let open = true
  let number = 0
  let lastAcceptedAt = 0
  const tills = Array.from({ length: count }, async () => {
    while (open) {
      const transactionNumber = `${name}-${number++}`
      const body = receipt({
        transactionNumber,
        requestId: transactionNumber,
        customer: { emailAddress: `${transactionNumber}@example.com` },
      })
      const answer = await fetch(`${url}/ws/rest/v1/merchants/demo/receipts`, {
        method: 'POST',
        headers: { authorization: basic(demoCredentials), 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(5000),
      })
        .then(async reply => {
          statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
          const json = (await reply.json()) as { receiptId: string }
          return reply.ok ? json : undefined
        })
        .catch(() => undefined)
      if (answer) {
        accepted.set(transactionNumber, answer.receiptId)
        lastAcceptedAt = Date.now()
      }
      await pause(answer ? 5 : 50)
    }
  })
  return {
    accepted,
    statuses,
    lastAcceptedAt: () => lastAcceptedAt,
    async close() {
      open = false
      await Promise.all(tills)
    },
  }
}

/** What counts of a mail that came. */
export interface TakenMail {
  envelope: { to: string[] }
  messageId?: string | undefined
}

/**
 * Which of the accepted receipts came as mail, and how many mails came more than once.
 *
 * @throws when one mail came under two Message-IDs
 */
export function countMails(mailServer: { mails: readonly TakenMail[] }, accepted: ReadonlyMap<string, string>) {
  const byAddress = Map.groupBy(mailServer.mails, ({ envelope }) => envelope.to[0]?.split('@')[0] ?? '')
  const missing = [...accepted.keys()].filter(number => !byAddress.has(number))
  const twice = [...byAddress.values()].filter(mails => mails.length > 1)
  for (const mails of twice)
    if (new Set(mails.map(({ messageId }) => messageId)).size > 1) throw new Error('A mail came under two Message-IDs.')
  return { missing, duplicates: twice.length }
}

export function basic(credentials: string): string {
  return `Basic ${Buffer.from(credentials).toString('base64')}`
}

/** A small digital receipt, with what a test cares about. */
export function receipt(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    customer: { emailAddress: 'guest@example.com' },
    workstation: { id: '1', store: { id: '1', name: 'Corner Shop', address: {} } },
    receiptType: 'DigitalOnly',
    transactionType: 'SaleTransaction',
    transactionNumber: '1',
    grandAmount: 4.5,
    ...changes,
  }
}
