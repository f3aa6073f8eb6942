import type { Log } from './basics/monitoring/log.ts'
import type { Tracer } from './basics/monitoring/telemetry/tracer.ts'
import { readAllowedHosts } from './basics/public-addresses.ts'
import { openDatabase, openReader } from './database/database.ts'
import { placeOf } from './database/location.ts'
import { throughRestarts } from './database/postgres.ts'
import { createMailFiles, mailFolderOf } from './delivery/mail/folder.ts'
import { limitsOf } from './delivery/mail/transport.ts'
import { createAttempts } from './delivery/outbox/attempts.ts'
import { mailSource } from './delivery/outbox/delivery.ts'
import { createQueue } from './delivery/queue/poller.ts'
import { openSecretSeal } from './delivery/webhooks/secrets.ts'
import { webhookSource } from './delivery/webhooks/upkeep.ts'
import { createFleet } from './operations/fleet/fleet.ts'
import { createAcceptance } from './receipts/accept.ts'
import { openSearchKey } from './receipts/search/terms.ts'
import { createWarnings } from './receipts/warnings.ts'
import type { Config } from './settings/config.ts'
import { answerStatistics, type Statistics } from './statistics/answers/answer.ts'
import { createEvents } from './statistics/counting/events.ts'
import { createFold } from './statistics/folding/fold.ts'
import { createRecounts, startRecounting } from './statistics/rebuilding/recounting.ts'
import { readSilentTills } from './statistics/silent-tills.ts'
import { reportSource } from './worker/reports/send.ts'

/** Milliseconds to wait for the database: machines that boot together may come up in any order. */
export const databaseWaitMs = 60_000

interface StorageOptions {
  log: Log
  now: () => number
  tracer: Tracer
}

/** Opens the database. @throws StartError if that fails */
export function openStorage(config: Config, options: StorageOptions): Promise<Storage> {
  const onWait = (error: unknown) => options.log.warn('The database went away; waiting up to a minute', { error })
  return throughRestarts(() => openOnce(config, options), { waitMs: databaseWaitMs, onWait })
}

async function openOnce(config: Config, { log, now, tracer }: StorageOptions) {
  await using opened = new AsyncDisposableStack()
  const { templatesDir, mailFrom } = config
  const { attemptMs: deadAfterMs } = limitsOf(config.mailTimeouts)
  const { db, commit, ping, scrub, close } = await openDatabase(placeOf(config), {
    waitMs: databaseWaitMs,
    onWait: error => log.warn("The database doesn't answer yet; waiting up to a minute", { error }),
    onMigrated: (migration, milliseconds) => log.info('The tables were changed', { migration, milliseconds }),
    tracer,
    onError: error => log.error('A database connection broke', { error }),
  })
  opened.defer(close)
  const queue = createQueue({
    db,
    now,
    log,
    sources: { mail: mailSource, webhook: webhookSource, report: reportSource },
  })

  const searchKey = await openSearchKey(db, config.searchKey, now())
  const fold = createFold(db, now)
  const events = createEvents(db, { log, now })
  opened.defer(events.stop)
  const warnings = createWarnings(db, { log, now })
  opened.defer(warnings.stop)
  const fleet = createFleet(db, { log, now })
  opened.defer(fleet.stop)
  const context = { db, commit, queue, now, log, tracer, searchKey, deadAfterMs }
  const statistics: Statistics = {
    answer: query => answerStatistics(db, query, now()),
    silentTills: reach => readSilentTills(db, reach, now()),
  }
  const closing = opened.move()
  return {
    ...context,
    ...{ templatesDir, mailFrom, statistics, events, warnings, fleet, fold, scrub, ping },
    files: createMailFiles(mailFolderOf(config)),
    webhooks: { allowed: readAllowedHosts(config.webhookAllow), seal: openSecretSeal(config.webhookKeys) },
    accept: createAcceptance(context),
    attempts: createAttempts(context),
    /** Counts statistics anew if the rules have changed; returns how to end it. */
    recount: () =>
      startRecounting({
        db,
        openReader: () => openReader(placeOf(config), db),
        recounts: createRecounts(db, now),
        fold,
        log,
        now,
      }),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}

/** The database and the queue, with what they keep in memory. */
export type Storage = Awaited<ReturnType<typeof openOnce>>
