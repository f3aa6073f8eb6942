import { setTimeout as pause } from 'node:timers/promises'

export const demoCredentials = 'demo:a-demo-secret'

/** Tills that post one receipt after the other, even if the service dies. */
export interface Tills {
  /** Which receipts got their 200: transaction number and receipt id. */
  accepted: Map<string, string>
  /** Every answer in order, its status undefined if none came, and how long it took, milliseconds. */
  answers: { status: number | undefined; took: number }[]
  /** When the last 200 came, milliseconds since 1970. */
  lastAcceptedAt(): number
  close(): Promise<void>
}

/**
 * @param name begins the transaction numbers, which are requestIds and addresses too
 * @param rest milliseconds between two receipts of a till
 * @param timeoutMs how long a till waits for an answer, milliseconds
 */
export function startTills(
  url: string,
  count: number,
  name = 'crash',
  { rest = 5, timeoutMs = 5000 }: { rest?: number; timeoutMs?: number } = {},
): Tills {
  const accepted = new Map<string, string>()
  const answers: Tills['answers'] = []
  let open = true
  let number = 0
  let lastAcceptedAt = 0
  const tills = Array.from({ length: count }, async () => {
    while (open) {
      const transactionNumber = `${name}-${number++}`
      const since = performance.now()
      const answer = await postReceipt(url, transactionNumber, timeoutMs).catch(() => undefined)
      answers.push({ status: answer?.status, took: performance.now() - since })
      const receiptId = answer?.receiptId
      if (receiptId !== undefined) {
        accepted.set(transactionNumber, receiptId)
        lastAcceptedAt = Date.now()
      }
      await pause(receiptId === undefined ? Math.max(rest, 50) : rest)
    }
  })
  return {
    accepted,
    answers,
    lastAcceptedAt: () => lastAcceptedAt,
    async close() {
      open = false
      await Promise.all(tills)
    },
  }
}

/**
 * Posts a receipt of the demo merchant whose number is its requestId and its customer's address, too.
 *
 * @param changes what else is in it
 * @returns the receipt's id if it is accepted, now (200) or before (409)
 * @throws without a whole answer within `timeoutMs` milliseconds
 */
export async function postReceipt(
  url: string,
  transactionNumber: string,
  timeoutMs = 20_000,
  changes: Record<string, unknown> = {},
): Promise<{ status: number; receiptId: string | undefined }> {
  const body = receipt({
    transactionNumber,
    requestId: transactionNumber,
    customer: { emailAddress: `${transactionNumber}@example.com` },
    ...changes,
  })
  const answer = await fetch(`${url}/ws/rest/v1/merchants/demo/receipts`, {
    method: 'POST',
    headers: { authorization: basic(demoCredentials), 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const { status, headers } = answer
  const { receiptId } = (await answer.json()) as { receiptId?: string }
  return { status, receiptId: status === 409 ? headers.get('location')?.split('/').at(-1) : receiptId }
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
