import { openLog } from '../monitoring/log.ts'
import { type Chosen, createLevers, type Levers } from '../outbox/levers.ts'
import { createPauses, type PauseScope } from '../outbox/pauses.ts'
import { openPgBoss } from '../outbox/pg-boss.ts'
import { createPoller } from '../outbox/poller.ts'
import type { DeliveryQueue } from '../outbox/queue.ts'
import { type CommandForm, timeOf, UsageError } from './arguments.ts'
import { knownMerchant, merchantsOf } from './known-merchant.ts'
import { CommandError, type CommandOutput, runCommand, type Surroundings } from './run-command.ts'

const chosen = '[--until <time>] [--code <code>] [--merchant <id>] [--domain <domain>] [--dry-run]'

const form = {
  name: 'deliveries',
  actions: {
    pauses: '',
    pause: '(--all | --merchant <id> | --domain <domain>) --reason <text>',
    resume: '<pauseId>',
    retry: `--since <time> [--canceled] ${chosen}`,
    cancel: `--since <time> ${chosen}`,
  },
  options: {
    all: { type: 'boolean' },
    merchant: { type: 'string' },
    domain: { type: 'string' },
    reason: { type: 'string' },
    since: { type: 'string' },
    until: { type: 'string' },
    code: { type: 'string' },
    canceled: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
  },
  remark:
    'Times are ISO 8601: 2026-11-21T02:00:00Z. `retry` takes mails that failed since then, `cancel` waiting ones created since then. Set DATABASE_URL or DATA_DIR as for the service.',
} as const satisfies CommandForm<string>

type Action = keyof typeof form.actions
type Values = Readonly<Record<string, string | boolean | undefined>>

/**
 * The `deliveries` command: holds mails back, tries failed ones again, gives up waiting ones; as `/admin` does. Returns the exit
 * code.
 *
 * @throws StartError if the settings or the database are unusable, UsageError if the command is typed wrong
 */
export function deliveriesCommand(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  output: CommandOutput,
): Promise<number> {
  return runCommand<Action>(form, args, environment, output, async (asked, surroundings) => {
    const { config, database } = surroundings
    const options = { log: openLog('silent'), now: Date.now, concurrency: 1 }
    const url = queues.has(asked.action) ? config.databaseUrl : undefined
    const queue: DeliveryQueue = url
      ? await openPgBoss({ ...options, url })
      : createPoller({ ...options, db: database.db })
    try {
      await pull(asked.action, asked, surroundings, createLevers(database.db, queue, Date.now))
    } finally {
      await queue.stop()
    }
  })
}

/** The actions that queue mails; opening a server's queue takes a second. */
const queues: ReadonlySet<Action> = new Set(['resume', 'retry'])

async function pull(
  action: Action,
  { words: [id = ''], values }: { words: string[]; values: Values },
  surroundings: Surroundings,
  levers: Levers,
): Promise<void> {
  const { database, act, actor, show } = surroundings
  const pauses = createPauses(database.db, Date.now)
  const dryRun = values['dry-run'] === true
  switch (action) {
    case 'pauses':
      return show({ pauses: await pauses.list(), held: await levers.held() })
    case 'pause': {
      const scope = scopeOf(values)
      if ('merchantId' in scope) await knownMerchant(merchantsOf(surroundings), scope.merchantId)
      const pause = await act({ action: 'pauseDelivery', detail: scope }, async tell => {
        const added = await pauses.add(scope, { actor, reason: String(values.reason) })
        tell({ target: added.id })
        return added
      })
      return show(pause)
    }
    case 'resume': {
      const queued = await act({ action: 'resumeDelivery', target: id }, async tell => {
        const ended = await pauses.remove(id)
        if (!ended) throw new CommandError(`There is no pause "${id}". "deliveries pauses" shows all.`)
        const released = await levers.release()
        tell({ detail: { ...ended.scope, queued: released } })
        return released
      })
      return show({ queued })
    }
    case 'retry': {
      const status = values.canceled ? 'canceled' : 'failed'
      const mails = chosenOf(values)
      const count = await act({ action: 'retryDeliveries', detail: values }, async tell => {
        const retried = await levers.retry(mails, { status, dryRun })
        tell({ detail: { ...values, count: retried } })
        return retried
      })
      return show({ count, dryRun })
    }
    case 'cancel': {
      const mails = chosenOf(values)
      const count = await act({ action: 'cancelDeliveries', detail: values }, async tell => {
        const canceled = await levers.cancel(mails, { dryRun })
        tell({ detail: { ...values, count: canceled } })
        return canceled
      })
      return show({ count, dryRun })
    }
  }
}

function scopeOf({ all, merchant, domain }: Values): PauseScope {
  if ([all, merchant, domain].filter(part => part !== undefined).length !== 1)
    throw new UsageError('"pause" takes one of --all, --merchant <id> and --domain <domain>')
  if (merchant !== undefined) return { merchantId: String(merchant) }
  return domain !== undefined ? { domain: String(domain) } : { all: true }
}

function chosenOf({ merchant, domain, since, until, code }: Values): Chosen {
  const text = (value: string | boolean | undefined) => (value === undefined ? undefined : String(value))
  return {
    merchantId: text(merchant),
    domain: text(domain),
    since: timeOf('since', since),
    until: timeOf('until', until),
    code: text(code),
  }
}
