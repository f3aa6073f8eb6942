import { type AdminTokens, createAdminTokens } from './administration/admin-tokens.ts'
import { type AuditTrail, createAuditTrail } from './administration/audit.ts'
import { engineVersion } from './basics/versions.ts'
import { createLockout, type Lockout } from './console/lockout.ts'
import { createPeople, type People } from './console/people.ts'
import { createSessions, type Sessions } from './console/sessions.ts'
import { openDatabase, openReader } from './database/database.ts'
import { placeOf } from './database/location.ts'
import { throughRestarts } from './database/reach.ts'
import { createMailFiles, mailFolderOf } from './mail/folder.ts'
import { type ApiKeys, createApiKeys } from './merchants/api-keys.ts'
import { type Appearances, createAppearances } from './merchants/appearances.ts'
import { createMerchants, type Merchants } from './merchants/merchants.ts'
import { createOffers, type Offers } from './merchants/offers.ts'
import type { Log } from './monitoring/log.ts'
import type { Tracer } from './monitoring/telemetry/tracer.ts'
import { type Bounces, createBounces } from './outbox/bounces.ts'
import { createDeliveries, type Deliveries } from './outbox/delivery.ts'
import { createLevers, type Levers } from './outbox/levers.ts'
import { createPauses, type Pauses } from './outbox/pauses.ts'
import { openPgBoss } from './outbox/pg-boss.ts'
import { createPoller } from './outbox/poller.ts'
import type { DeliveryQueue } from './outbox/queue.ts'
import { createFailedMails } from './receipts/failed-mails.ts'
import { createErasure, type Erasure } from './receipts/privacy/erase.ts'
import { createExports, type Exports } from './receipts/privacy/export.ts'
import { createReceipts, type Receipts } from './receipts/receipts.ts'
import { createRefusals, type Refusals } from './receipts/refusals.ts'
import { createRetention, type Retention } from './receipts/retention.ts'
import { reindex } from './receipts/search/reindex.ts'
import { createSearch, type Search } from './receipts/search/search.ts'
import { openSearchKey } from './receipts/search/terms.ts'
import { createStores, type Stores } from './receipts/stores.ts'
import { createWarnings, type Warnings } from './receipts/warnings.ts'
import type { Config } from './settings/config.ts'
import { answerStatistics, type Statistics } from './statistics/answers/answer.ts'
import { createEvents, type Events } from './statistics/counting/events.ts'
import { createFold, type Fold } from './statistics/folding/fold.ts'
import { createRecounts, startRecounting } from './statistics/rebuilding/recounting.ts'
import { readSilentTills } from './statistics/silent-tills.ts'
import { prefetchPerConnection } from './worker/concurrency.ts'

export interface Storage {
  appearances: Appearances
  merchants: Merchants
  apiKeys: ApiKeys
  offers: Offers
  bounces: Bounces
  queue: DeliveryQueue
  deliveries: Deliveries
  pauses: Pauses
  levers: Levers
  adminTokens: AdminTokens
  audit: AuditTrail
  receipts: Receipts
  erasure: Erasure
  exports: Exports
  retention: Retention
  statistics: Statistics
  events: Events
  fold: Fold
  search: Search
  refusals: Refusals
  warnings: Warnings
  failedMails: ReturnType<typeof createFailedMails>
  stores: Stores
  people: People
  sessions: Sessions
  lockout: Lockout
  /** Writes the index of receipts that have none yet; returns how many. */
  reindex(signal: AbortSignal): Promise<number>
  /** Counts statistics anew if the rules have changed; returns how to end it. */
  recount(): () => Promise<void>
  /** @throws if the database doesn't answer */
  ping(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Milliseconds to wait for the database: machines that boot together may come up in any order. */
export const databaseWaitMs = 60_000

export interface StorageOptions {
  log: Log
  now: () => number
  tracer: Tracer
}

/** Opens the database with all its repositories. @throws StartError if that fails */
export function openStorage(config: Config, options: StorageOptions): Promise<Storage> {
  const onWait = (error: unknown) => options.log.warn('The database went away; waiting up to a minute', { error })
  return throughRestarts(() => openOnce(config, options), { waitMs: databaseWaitMs, onWait })
}

async function openOnce(config: Config, { log, now, tracer }: StorageOptions): Promise<Storage> {
  await using opened = new AsyncDisposableStack()
  const { databaseUrl, mailConcurrency } = config
  const concurrency = mailConcurrency * prefetchPerConnection
  const { db, commit, ping, scrub, close } = await openDatabase(placeOf(config), {
    waitMs: databaseWaitMs,
    onWait: error => log.warn("The database doesn't answer yet; waiting up to a minute", { error }),
    onMigrated: (migration, milliseconds) => log.info('The tables were changed', { migration, milliseconds }),
    tracer,
    onError: error => log.error('A database connection broke', { error }),
  })
  opened.defer(close)
  const queue =
    databaseUrl === undefined
      ? createPoller({ db, now, log, concurrency })
      : await openPgBoss({ url: databaseUrl, log, now, concurrency })
  opened.defer(queue.stop)

  const appearances = createAppearances(db, config.templatesDir, now)
  const merchants = createMerchants(db, appearances, now)
  const searchKey = await openSearchKey(db, config.searchKey, now())
  const bounces = createBounces(db, searchKey, now)
  const deliveries = createDeliveries({ db, commit, queue, bounces, now })
  const fold = createFold(db, now)
  const erasure = createErasure({ db, scrub, searchKey, files: createMailFiles(mailFolderOf(config)), fold })
  const events = createEvents(db, { log, now })
  opened.defer(events.stop)
  const warnings = createWarnings(db, { log, now })
  opened.defer(warnings.stop)
  const closing = opened.move()
  return {
    appearances,
    merchants,
    apiKeys: createApiKeys(db, now),
    offers: createOffers(db, now),
    bounces,
    queue,
    deliveries,
    pauses: createPauses(db, now),
    levers: createLevers(db, queue, now),
    adminTokens: createAdminTokens(db, now),
    audit: createAuditTrail(db, now),
    receipts: createReceipts({ db, commit, deliveries, queue, now, tracer, engineVersion, searchKey }),
    erasure,
    exports: createExports(db, searchKey),
    retention: createRetention({ db, merchants, erasure, ownsMails: config.mailFolder, now }),
    statistics: {
      answer: asked => answerStatistics(db, asked, now()),
      silentTills: merchantId => readSilentTills(db, merchantId, now()),
    },
    events,
    fold,
    search: createSearch(db, searchKey),
    refusals: createRefusals(db, now),
    warnings,
    failedMails: createFailedMails(db),
    stores: createStores(db, now),
    people: createPeople(db, now),
    sessions: createSessions(db, now),
    lockout: createLockout(db, now),
    recount: () =>
      startRecounting({
        db,
        openReader: () => openReader(placeOf(config), db),
        recounts: createRecounts(db, now),
        fold,
        log,
        now,
      }),
    reindex: signal => reindex(db, searchKey, { signal, now }),
    ping,
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}
