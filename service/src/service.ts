import type { AdminTokens } from './administration/admin-tokens.ts'
import { createApp } from './api/app.ts'
import { closeHttp, defaultPatience, isLoopback, type Patience, renewCertificate } from './api/connections.ts'
import { readPageFiles } from './api/console/pages.ts'
import { healthOperations } from './api/operations/health.ts'
import { allOperations } from './api/operations.ts'
import { makeDataFolder } from './basics/data-folder.ts'
import { engineVersion, serviceVersion } from './basics/versions.ts'
import type { People } from './console/people.ts'
import { throughRestarts } from './database/reach.ts'
import { createMailDns, type DnsOptions } from './email-validation/dns.ts'
import { createProbe, type ProbeOptions } from './email-validation/probe.ts'
import { createEmailValidator, type EmailValidator } from './email-validation/validate.ts'
import { openHealth } from './health.ts'
import { type OpenTransport, openTransport } from './mail/open-transport.ts'
import type { MailTransport } from './mail/transport.ts'
import type { ApiKeys } from './merchants/api-keys.ts'
import { prepareDemo } from './merchants/demo.ts'
import { createEngines, type Engines } from './merchants/engines.ts'
import type { Merchants } from './merchants/merchants.ts'
import { createMissingFields, createMissingGlyphs } from './merchants/missing.ts'
import type { Offers } from './merchants/offers.ts'
import type { Log } from './monitoring/log.ts'
import { openTelemetry, type Telemetry } from './monitoring/telemetry/open-telemetry.ts'
import type { Bounces } from './outbox/bounces.ts'
import type { Deliveries } from './outbox/delivery.ts'
import type { Levers } from './outbox/levers.ts'
import type { Receipts } from './receipts/receipts.ts'
import type { Retention } from './receipts/retention.ts'
import type { Warnings } from './receipts/warnings.ts'
import { openSchedulers, type Waiting } from './scheduling/limits.ts'
import type { Config } from './settings/config.ts'
import { readSettingFiles, watchCertificate } from './settings/files.ts'
import { dnsTrouble } from './start-checks.ts'
import type { Statistics } from './statistics/answers/answer.ts'
import type { Events } from './statistics/counting/events.ts'
import { type Fold, startFolding } from './statistics/folding/fold.ts'
import { databaseWaitMs, openStorage } from './storage.ts'
import { createSendConcurrency } from './worker/concurrency.ts'
import { createSender } from './worker/send.ts'
import { startWorker, type Worker } from './worker/worker.ts'

/** What tests replace. */
export interface Surroundings {
  now?: () => number
  chance?: () => number
  transport?: MailTransport
  dns?: DnsOptions
  probe?: Pick<ProbeOptions, 'port' | 'allowPrivate'>
  /** Waits between attempts to send, milliseconds. */
  waits?: readonly number[]
  /** Milliseconds for one attempt. */
  sendDeadline?: number
  /** Milliseconds of silence allowed from the mail server. */
  socketTimeout?: number
  /** How long clients may take. */
  patience?: Partial<Patience>
  /** Milliseconds between two looks at the certificate's files. */
  certificateInterval?: number
  /** Bytes left for the data folder. */
  freeBytes?: () => Promise<number>
  telemetry?: Telemetry
  /** How many requests may wait. */
  waiting?: Partial<Waiting>
  /** Starts no worker, whatever the role. */
  withoutWorker?: boolean
}

export interface Service {
  /** `http://127.0.0.1:8080`; empty until `listen`. */
  address: string
  hasMailbox: boolean
  merchants: Merchants
  apiKeys: ApiKeys
  offers: Offers
  engines: Engines
  receipts: Receipts
  deliveries: Deliveries
  levers: Levers
  bounces: Bounces
  adminTokens: AdminTokens
  people: People
  retention: Retention
  fold: Fold
  statistics: Statistics
  events: Pick<Events, 'flush'>
  warnings: Pick<Warnings, 'flush'>
  listen(): Promise<string>
  /** Finds problems before requests and mails run into them; reports them in the log and in `/readyz`. */
  checkSurroundings(): Promise<void>
  /** Takes no new requests, finishes current requests and mails, then closes everything. */
  close(): Promise<void>
}

/**
 * Wires the service by hand: parts get their dependencies here and are closed in reverse order.
 *
 * @throws StartError that says what can't be opened
 */
export async function openService(config: Config, log: Log, surroundings: Surroundings = {}): Promise<Service> {
  const { now = Date.now, chance = Math.random } = surroundings
  await using opened = new AsyncDisposableStack()

  const telemetry =
    surroundings.telemetry ??
    (await openTelemetry({ wanted: config.telemetry, name: 'counterfoil-service', version: serviceVersion, log }))
  const { tracer } = telemetry
  if (telemetry.close) opened.defer(telemetry.close)
  const files = readSettingFiles(config)
  const storage = opened.use(await openStorage(config, { log, now, tracer }))
  const { merchants, apiKeys, offers, bounces, queue, deliveries, levers, receipts, retention } = storage
  const engines = createEngines({
    ...config,
    appearances: storage.appearances,
    engineVersion,
    onMissingField: (merchantId, missing) => countMissing(merchantId, missing),
    onMissingGlyphs: (merchantId, scripts) => countGlyphs(merchantId, scripts),
  })
  opened.defer(engines.close)

  const writesFiles = config.databaseUrl === undefined || config.mailFolder
  if (writesFiles) makeDataFolder(config.dataDir)
  const { transport, folder }: OpenTransport =
    surroundings.transport === undefined
      ? await openTransport(config, files, surroundings.socketTimeout)
      : { transport: surroundings.transport }
  if (transport) opened.defer(transport.close)

  const { freeBytes } = surroundings
  const health = openHealth({
    config,
    storage,
    transport,
    writesFiles,
    mirror: telemetry.mirror,
    freeBytes,
    now,
    log,
  })
  const { metrics, readiness, mailWatch, pdfFailed, stoppingSince } = health
  const countMissing = createMissingFields(metrics.missingFields, log)
  const countGlyphs = createMissingGlyphs(metrics.missingGlyphs, log)

  const isTrial = config.databaseUrl === undefined && config.smtpUrl === undefined
  await throughRestarts(() => prepareDemo({ merchants, apiKeys }, { given: config.demoApiKey, isTrial }), {
    waitMs: databaseWaitMs,
    onWait: error => log.warn('The database went away; waiting up to a minute', { error }),
  })
  const hasMailbox =
    folder !== undefined && config.role !== 'worker' && config.publicUrl === undefined && isLoopback(config.host)
  let address = config.publicUrl ?? ''
  const { mailFrom } = config
  const shared = { ...storage, engines, metrics, tracer, now, log, mailFrom, pdfFailed }

  const secure = config.publicUrl?.startsWith('https:') ?? config.tls !== undefined
  const healthRoutes = healthOperations({ metrics, look: readiness.look, stoppingSince })
  const operations =
    config.role === 'worker'
      ? healthRoutes
      : allOperations({
          ...shared,
          health: healthRoutes,
          turns: openSchedulers(metrics, surroundings.waiting),
          validate: validator(),
          address: () => address,
          admin: config.admin,
          mailbox: hasMailbox ? folder : undefined,
          page: readPageFiles(),
          secure,
          proxied: config.publicUrl !== undefined && config.trustedProxies === undefined,
        })

  const patience = { ...defaultPatience, ...surroundings.patience }
  const app = await createApp({
    operations,
    merchants,
    apiKeys,
    metrics,
    tracer,
    log,
    adminToken: config.adminToken,
    adminTokens: storage.adminTokens,
    audit: storage.audit,
    sessions: storage.sessions,
    secure,
    trustedProxies: config.trustedProxies,
    rateLimit: config.rateLimit,
    connections: { all: config.maxConnections, perAddress: config.maxConnectionsPerAddress },
    patience,
    tls: files.tls,
  })
  if (config.tls) {
    const interval = surroundings.certificateInterval
    opened.defer(watchCertificate({ files: config.tls, take: pair => renewCertificate(app, pair), log, interval }))
  }
  if (config.role !== 'api') opened.defer(startFolding({ fold: storage.fold, log }).stop)
  if (config.role !== 'api') opened.defer(startIndexing(storage.reindex, log))
  if (config.role !== 'api') opened.defer(storage.recount())
  let worker: Worker | undefined
  // In parallel, so that slow clients and slow mails don't delay each other.
  opened.defer(async () => void (await Promise.all([closeHttp(app, patience.close), worker?.stop()])))
  if (transport && config.role !== 'api' && !surroundings.withoutWorker) {
    const { waits, sendDeadline } = surroundings
    const concurrency = createSendConcurrency(config.mailConcurrency)
    const handler = createSender({
      ...shared,
      concurrency,
      transport,
      engineVersion,
      chance,
      ...(mailWatch && { sawAttempt: mailWatch.sawAttempt }),
      ...(waits && { waits }),
      ...(sendDeadline && { deadline: sendDeadline }),
    })
    worker = await startWorker({ deliveries, levers, retention, bounces, queue, handler, concurrency, tidy, log })
  }

  const closing = opened.move()
  const service: Service = {
    address,
    hasMailbox,
    merchants,
    apiKeys,
    offers,
    engines,
    receipts,
    deliveries,
    levers,
    bounces,
    adminTokens: storage.adminTokens,
    people: storage.people,
    retention,
    fold: storage.fold,
    statistics: storage.statistics,
    events: storage.events,
    warnings: storage.warnings,
    async listen() {
      const listenAddress = await app.listen({ host: config.host, port: config.port })
      address ||= listenAddress
      service.address = address
      return listenAddress
    },
    checkSurroundings: health.surroundings.atStart,
    async close() {
      if (stoppingSince() !== undefined) return
      health.stop()
      await closing.disposeAsync()
    },
  }
  return service

  /** What is over in the console. */
  async function tidy(): Promise<void> {
    await storage.sessions.expire()
    await storage.lockout.expire()
    await storage.refusals.expire()
    await storage.warnings.expire()
  }

  function validator(): EmailValidator {
    const dns = createMailDns({
      ...(config.dnsServers && { servers: config.dnsServers }),
      onWorld: found => readiness.note('dns', found ? undefined : dnsTrouble),
      ...surroundings.dns,
    })
    const helloName = mailFrom.split('@').at(-1) ?? 'localhost'
    const probe = config.smtpProbe && createProbe({ helloName, ...surroundings.probe })
    return createEmailValidator({ dns, bounces, now, ...(probe && { probe }) })
  }
}

/** Writes what is missing of the receipts' index, beside other work. Returns how to end it. */
function startIndexing(reindex: (signal: AbortSignal) => Promise<number>, log: Log): () => Promise<void> {
  const stopping = new AbortController()
  const done = reindex(stopping.signal).then(
    count => {
      if (count > 0) log.info('Receipts are found by what customers know of them', { count })
    },
    error => log.error('Indexing the receipts failed; the next start goes on', { error }),
  )
  return async () => {
    stopping.abort()
    await done
  }
}
