import type { Check } from './readiness.ts'

/** What is read at every scrape. A failed read is NaN. */
export interface MetricSources {
  /** How many mails are queued for each merchant, the longest queue first, and when the oldest was due. */
  backlog: () => Promise<{ byMerchant: { merchantId: string; count: number }[]; oldestDueAt: number | undefined }>
  /** How many mails are held back by pauses. */
  held: () => Promise<number>
  /** How many addresses nothing is sent to, by kind. */
  suppressed: () => Promise<Readonly<Record<string, number>>>
  /** How many messages of webhooks wait, and when the oldest was due. */
  webhooks: () => Promise<{ waiting: number; oldestDueAt: number | undefined }>
  /** How many tills are in each state. */
  tills: () => Promise<Readonly<Record<string, number>>>
  /** What `/readyz` checks. */
  checks: () => Promise<Check[]>
  /** Free bytes for the data folder; absent if nothing is written there. */
  freeBytes?: () => Promise<number>
  /** Whether the mail server answers; absent if this process sends no mail. */
  isMailUp?: () => Promise<boolean>
  now: () => number
}

/** Adds a gauge whose values are read at every scrape, each with the value of its label. */
type AddGauge = (name: string, help: string, label: string, read: () => Promise<Map<string, number>>) => void

const severity = { ok: 0, warn: 1, fail: 2 } as const

/** Adds everything that is read rather than counted. */
export function addGauges(
  add: AddGauge,
  { backlog, held, suppressed, webhooks, tills, checks, freeBytes, isMailUp, now }: MetricSources,
): void {
  const backlogNow = shared(backlog)
  const webhooksNow = shared(webhooks)
  const sinceDue = (dueAt: number | undefined) => (dueAt === undefined ? 0 : Math.max(0, (now() - dueAt) / 1000))

  add(
    'counterfoil_deliveries_queued',
    `Mails waiting to be sent, including retries, by merchant: the 50 longest queues, and ${otherMerchants}.`,
    'merchant',
    () =>
      backlogNow().then(
        ({ byMerchant }) => queueSizes(byMerchant),
        () => new Map([[otherMerchants, Number.NaN]]),
      ),
  )
  add('counterfoil_check_status', 'The checks of /readyz: 0 ok, 1 a warning, 2 not ready.', 'check', async () => {
    return new Map((await checks().catch(() => [])).map(({ name, status }) => [name, severity[status]]))
  })
  plain('counterfoil_deliveries_held', 'Mails held back by pauses of delivery.', held)
  add(
    'counterfoil_suppressed_addresses',
    'Addresses that a merchant’s mails aren’t sent to, by kind: bounce, complaint, hand.',
    'kind',
    () =>
      suppressed().then(
        counts => new Map(Object.entries(counts)),
        () => new Map(),
      ),
  )
  add(
    'counterfoil_tills',
    'Tills that say how they are, by the worst that is true: halted, waiting, refused, skewed, away, fine.',
    'state',
    () =>
      tills().then(
        counts => new Map(Object.entries(counts)),
        () => new Map(),
      ),
  )
  plain(
    'counterfoil_oldest_due_delivery_seconds',
    'How long the oldest waiting mail has been due; 0 if none is.',
    async () => sinceDue((await backlogNow()).oldestDueAt),
  )
  plain(
    'counterfoil_webhook_messages_waiting',
    'Messages of webhooks that wait to be posted, including retries.',
    async () => {
      return (await webhooksNow()).waiting
    },
  )
  plain(
    'counterfoil_oldest_due_webhook_seconds',
    'How long the oldest waiting message of a webhook has been due; 0 if none is.',
    async () => sinceDue((await webhooksNow()).oldestDueAt),
  )
  if (freeBytes) plain('counterfoil_data_folder_free_bytes', 'Free bytes for the data folder.', freeBytes)
  if (isMailUp)
    plain('counterfoil_smtp_up', 'Whether the mail server answers and accepts our login: 1 or 0.', async () =>
      (await isMailUp()) ? 1 : 0,
    )

  /** A gauge without a label. */
  function plain(name: string, help: string, read: () => Promise<number>): void {
    add(name, help, '', async () => new Map([['', await read().catch(() => Number.NaN)]]))
  }
}

/** Concurrent callers share one call. */
function shared<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let pending: Promise<Value> | undefined
  return () => {
    pending ??= read().finally(() => {
      pending = undefined
    })
    return pending
  }
}

/** Merchants with a label of their own; each label is a time series to store. */
const maxMerchants = 50

/** The label of all other merchants together. It can't be a merchant's id. */
const otherMerchants = '(other)'

/**
 * Queued mails by label: the longest queues by merchant, and all others together. The label for others is always there, so
 * that a sum is 0 when nothing is queued.
 *
 * @param byMerchant the longest queue first
 */
export function queueSizes(byMerchant: readonly { merchantId: string; count: number }[]): Map<string, number> {
  const sizes = new Map([[otherMerchants, 0]])
  for (const [index, { merchantId, count }] of byMerchant.entries()) {
    const label = index < maxMerchants ? merchantId : otherMerchants
    sizes.set(label, (sizes.get(label) ?? 0) + count)
  }
  return sizes
}
