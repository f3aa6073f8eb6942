import type { Log } from '../../basics/monitoring/log.ts'
import { signatureHeaders } from '../../basics/standard-webhooks.ts'
import { type Commit, createBatch } from '../../database/batch.ts'
import type { WebhookMessageTable } from '../../database/tables.ts'
import { createRecipientShares } from '../queue/pace.ts'
import { type Handler, keepTrying } from '../queue/queue.ts'
import { type BegunMessage, beginMessages } from './begin.ts'
import { type EndedAttempt, endMessages, type MessageEnd, webhookWaits } from './end.ts'
import { payloadVersion } from './payload.ts'
import type { Posted, Poster } from './post.ts'
import type { SecretSeal } from './secrets.ts'

/** What sending messages needs of the process. */
interface WebhookSenderOptions {
  commit: Commit
  post: Poster['post']
  seal: SecretSeal
  log: Log
  now: () => number
  /** From 0 to 1, for jitter. */
  chance: () => number
  /** Waits between the attempts of a message, milliseconds; default three days in total. */
  waits?: readonly number[]
  /** Told how each attempt ended. */
  sawAttempt?: (outcome: MessageEnd['outcome']) => void
}

/** Messages that a process has in hand at once. */
const mostInHand = 200

/** Those for one endpoint: while it answers quickly, and otherwise, when more would only wait there. */
const [mostIfQuick, mostPerEndpoint] = [8, 2]

/**
 * Makes the handler of due messages: open an attempt, post, record the answer. If the process dies between the last two, the message is
 * posted twice, with the same id, but it is never lost.
 */
export function createWebhookSender(options: WebhookSenderOptions): Handler {
  const { commit, log, now, chance, waits = webhookWaits, sawAttempt = () => {} } = options
  const shares = createRecipientShares()
  const begin = createBatch(commit, (transaction, ids: readonly string[]) => beginMessages(transaction, ids, now()), {
    whenAway: 'reject',
    keyOf: id => id,
  })
  const end = createBatch(
    commit,
    (transaction, attempts: readonly EndedAttempt[]) =>
      endMessages(transaction, attempts, { at: now(), chance, waits }),
    { whenAway: 'reject', keyOf: ({ id }) => id },
  )

  return {
    pace: { inHand: () => mostInHand, inHandFor: id => (shares.isQuick(id) ? mostIfQuick : mostPerEndpoint) },
    async handle({ id }) {
      const begun = await begin(id)
      if (!begun) return
      const startedAt = now()
      const posted = await send(begun)
      const { number, endpoint } = begun
      const attempt = { id, number, failures: endpoint.failures, startedAt, posted }
      tell(begun, posted, await keepTrying(() => end(attempt)))
    },
  }

  async function send({ message, endpoint }: BegunMessage): Promise<Posted> {
    const at = now()
    const { id, url, secret, old_secret: old, old_secret_until: until } = endpoint
    const stored = [secret, ...(old !== null && until !== null && until > at ? [old] : [])]
    const secrets = stored.flatMap(each => options.seal.open(each, id) ?? [])
    if (secrets.length === 0) return { statusCode: null, code: 'secret', answer: '', tookMs: 0 }
    const body = bodyOf(message)
    const headers = signatureHeaders(secrets, { id: message.id, body }, at)
    return shares.measure(id, () => options.post(url, headers, body))
  }

  function tell({ message, endpoint, number }: BegunMessage, posted: Posted, { outcome, turnedOff }: MessageEnd): void {
    sawAttempt(outcome)
    const about = { webhookId: endpoint.id, merchantId: endpoint.merchant_id, messageId: message.id, attempt: number }
    const code = posted.statusCode === null ? posted.code : String(posted.statusCode)
    if (outcome === 'failed') log.warn('A webhook message failed for good', { ...about, code })
    else if (outcome !== 'erased') log.debug('A webhook message was posted', { ...about, code })
    if (turnedOff) log.warn('A webhook was turned off', { ...about, code: turnedOff })
  }
}

/**
 * The body of a message: the same text for every attempt, until the customer's data is erased.
 */
function bodyOf({
  type,
  data,
  customer,
  created_at,
}: Pick<WebhookMessageTable, 'type' | 'data' | 'customer' | 'created_at'>): string {
  const timestamp = new Date(Number(created_at)).toISOString()
  const head = JSON.stringify({ type, version: payloadVersion, timestamp }).slice(0, -1)
  const whole = customer === null ? data : `${data.slice(0, -1)},"customer":${customer}}`
  return `${head},"data":${whole}}`
}
