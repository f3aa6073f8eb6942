import { extname } from 'node:path'
import { makeDataFolder } from './basics/data-folder.ts'
import { defined } from './basics/maps.ts'
import type { Log } from './basics/monitoring/log.ts'
import { openTelemetry, type Telemetry } from './basics/monitoring/telemetry/open-telemetry.ts'
import { isLoopback } from './basics/public-addresses.ts'
import { serviceVersion } from './basics/versions.ts'
import { throughRestarts } from './database/postgres.ts'
import { createBounceDoors } from './delivery/bounces/doors.ts'
import type { portLimits } from './delivery/bounces/port.ts'
import type { FetchText } from './delivery/bounces/providers/sns.ts'
import { type MailFolder, mailFolderOf, openMailFolder } from './delivery/mail/folder.ts'
import { openSmtp } from './delivery/mail/smtp.ts'
import { limitsOf, type MailTransport } from './delivery/mail/transport.ts'
import { createSendConcurrency } from './delivery/queue/pace.ts'
import { openSchedulers, type WaitingLimits } from './delivery/scheduling/schedulers.ts'
import { createMailDns, type DnsOptions } from './delivery/validation/dns.ts'
import {
  createEmailValidator,
  createProbe,
  type EmailValidator,
  type ProbeOptions,
} from './delivery/validation/validate.ts'
import { createPoster, type PosterOptions } from './delivery/webhooks/post.ts'
import { createWebhookSender } from './delivery/webhooks/sender.ts'
import { dnsTrouble, openHealth } from './health.ts'
import { createApp } from './http/app.ts'
import { type ClientTimeouts, closeHttp, defaultClientTimeouts, renewCertificate } from './http/connections.ts'
import { readPageFiles } from './http/console/pages.ts'
import { healthOperations } from './http/operations/health.ts'
import { allOperations } from './http/operations.ts'
import { openThread } from './merchants/apart/thread.ts'
import { prepareDemo } from './merchants/demo.ts'
import { createEngines, type Engines } from './merchants/engines.ts'
import { createMissingFields, createMissingGlyphs, createUnclaimed } from './merchants/missing.ts'
import { createExaminer, openExamining } from './merchants/templates/examiner.ts'
import { createProvider } from './people/provider.ts'
import { startIndexing } from './receipts/search/terms.ts'
import type { Config } from './settings/config.ts'
import { readSettingFiles, type SettingFiles, type TlsPair, watchCertificate } from './settings/files.ts'
import { startFolding } from './statistics/folding/fold.ts'
import { databaseWaitMs, openStorage, type Storage } from './storage.ts'
import { createReportSender } from './worker/reports/send.ts'
import { createStopTokens } from './worker/reports/stop.ts'
import { createSender } from './worker/send.ts'
import { createWebhookUpkeep } from './worker/webhook-upkeep.ts'
import { startWorker } from './worker/worker.ts'

/** What tests replace. */
export interface ServiceOverrides {
  now?: () => number
  chance?: () => number
  transport?: MailTransport
  dns?: DnsOptions
  probe?: Pick<ProbeOptions, 'port' | 'allowPrivate'>
  /** Waits between attempts to send, milliseconds. */
  waits?: readonly number[]
  /** How webhooks reach their receivers. */
  webhooks?: Partial<Omit<PosterOptions, 'allowed'>>
  /** Waits between attempts to post a webhook's message, milliseconds. */
  webhookWaits?: readonly number[]
  /** Milliseconds to make a mail, and as many to wait for a connection. */
  sendDeadline?: number
  /** How long clients may take. */
  clientTimeouts?: Partial<ClientTimeouts>
  /** Milliseconds between two looks at the certificate's files. */
  certificateInterval?: number
  /** Bytes left for the data folder. */
  freeBytes?: () => Promise<number>
  telemetry?: Telemetry
  /** What the port of bounces grants. */
  bounceLimits?: Partial<typeof portLimits>
  /** Gets what providers publish by HTTPS. */
  fetchText?: FetchText
  /** Milliseconds between two looks into the mailbox of bounces. */
  mailboxInterval?: number
  /** How many requests may wait. */
  waiting?: Partial<WaitingLimits>
  /** The module with what is done apart from the event loop. */
  jobs?: URL
  /** Milliseconds of CPU that examining templates may take. */
  examineBudgetMs?: number
  /** Starts no worker, whatever the role. */
  withoutWorker?: boolean
}

/** A process with everything wired. */
export interface Service extends Storage {
  engines: Engines
  /** `http://127.0.0.1:8080`; empty until `listen`. */
  address: string
  /** At which reports about mails arrive, if it is open. */
  bouncePort: number | undefined
  hasMailbox: boolean
  listen(): Promise<string>
  /** Finds problems before requests and mails run into them; reports them in the log and in `/readyz`. */
  checkSurroundings(): Promise<void>
  /** Takes a renewed certificate at once; otherwise it is noticed within half a minute. */
  reload(): void
  /** Takes no new requests, finishes current requests and mails, then closes everything. */
  close(): Promise<void>
}

/**
 * Wires the service by hand: parts get their dependencies here and are closed in reverse order.
 *
 * @throws StartError that says what can't be opened
 */
export async function openService(config: Config, log: Log, overrides: ServiceOverrides = {}): Promise<Service> {
  const { now = Date.now, chance = Math.random } = overrides
  await using opened = new AsyncDisposableStack()

  const telemetry =
    overrides.telemetry ??
    (await openTelemetry({ wanted: config.telemetry, name: 'counterfoil-service', version: serviceVersion, log }))
  const { tracer } = telemetry
  if (telemetry.close) opened.defer(telemetry.close)
  const files = readSettingFiles(config)
  const storage = opened.use(await openStorage(config, { log, now, tracer }))
  const writesFiles = config.databaseUrl === undefined || config.mailFolder
  if (writesFiles) makeDataFolder(config.dataDir)
  const { transport, folder } = overrides.transport
    ? { transport: overrides.transport, folder: undefined }
    : await openTransport(config, files)
  if (transport) opened.defer(transport.close)

  const { freeBytes } = overrides
  const health = openHealth({ config, storage, transport, writesFiles, mirror: telemetry.mirror, freeBytes })
  const { metrics, readiness, mailWatch, pdfFailed, stoppingSince } = health
  const schedulers = openSchedulers(metrics, overrides.waiting)
  const thread = openThread({
    jobs: overrides.jobs ?? new URL(`./receipts/jobs${extname(import.meta.url)}`, import.meta.url),
    budgetMs: config.receiptBudgetMs,
    turns: schedulers.large,
    onCostly: ({ merchantId }) => log.warn('A receipt took too long, so work on it was ended', { merchantId }),
  })
  opened.defer(thread.close)
  const examining = openExamining({
    ...defined({ budgetMs: overrides.examineBudgetMs }),
    turns: schedulers.templates,
    onCostly: ({ merchantId }) => log.warn('Templates took too long, so work on them was ended', { merchantId }),
  })
  opened.defer(examining.close)
  const engines = createEngines({
    ...config,
    ...storage,
    thread,
    onMissingField: createMissingFields(metrics.missingFields, log),
    onMissingGlyphs: createMissingGlyphs(metrics.missingGlyphs, log),
    onUnclaimed: createUnclaimed(metrics.unclaimedPdfs, log),
  })
  opened.defer(engines.close)

  const bounces = createBounceDoors({
    ...storage,
    address: config.bounceAddress,
    providers: config.bounceProviders,
    fetchText: overrides.fetchText,
    count: (source, kind) => metrics.bounceReports.inc({ source, kind }),
  })
  const bouncePort =
    config.bouncePort &&
    (await bounces.openPort({ ...config.bouncePort, tls: files.tls, limits: overrides.bounceLimits }))
  if (bouncePort) opened.defer(bouncePort.close)
  if (config.bounceMailbox && config.role !== 'api')
    opened.defer(bounces.watchMailbox(config.bounceMailbox, overrides.mailboxInterval).stop)

  const isTrial = config.databaseUrl === undefined && config.smtpUrl === undefined
  const waiting = {
    waitMs: databaseWaitMs,
    onWait: (error: unknown) => log.warn('The database went away; waiting up to a minute', { error }),
  }
  await throughRestarts(() => prepareDemo(storage, { given: config.demoApiKey, isTrial }), waiting)
  const hasMailbox =
    folder !== undefined && config.role !== 'worker' && config.publicUrl === undefined && isLoopback(config.host)
  let address = config.publicUrl ?? ''
  const shared = {
    ...{ ...storage, engines, thread, metrics, pdfFailed },
    ...{ examineTemplates: createExaminer(examining), prints: schedulers.pdf },
  }

  const secure = config.publicUrl?.startsWith('https:') ?? config.tls !== undefined
  const healthRoutes = healthOperations({ metrics, check: readiness.check, stoppingSince })
  const operations =
    config.role === 'worker'
      ? healthRoutes
      : allOperations(
          {
            ...shared,
            schedulers,
            validate: validator(),
            provider: config.provider && createProvider(config.provider),
            signInBy: config.signInBy,
            templateUploads: config.templateUploads,
            address: path => `${address}${path}`,
            secure,
            proxied: config.publicUrl !== undefined && config.trustedProxies === undefined,
          },
          {
            health: healthRoutes,
            admin: config.admin,
            mailbox: hasMailbox ? folder : undefined,
            page: readPageFiles(),
            bounces,
          },
        )

  const timeouts = { ...defaultClientTimeouts, ...overrides.clientTimeouts }
  const app = await createApp({
    ...shared,
    operations,
    adminToken: config.adminToken,
    metricsFor: { all: config.metricsOpen, token: config.metricsToken },
    secure,
    trustedProxies: config.trustedProxies,
    rateLimit: config.rateLimit,
    connections: { all: config.maxConnections, perAddress: config.maxConnectionsPerAddress },
    timeouts,
    tls: files.tls,
  })
  const interval = overrides.certificateInterval
  const certificate = config.tls && watchCertificate({ files: config.tls, take: takeCertificate, log, interval })
  if (certificate) opened.defer(certificate.stop)
  if (config.role !== 'api') opened.defer(startFolding({ fold: storage.fold, log }).stop)
  if (config.role !== 'api') opened.defer(startIndexing(storage))
  if (config.role !== 'api') opened.defer(storage.recount())
  let worker: Awaited<ReturnType<typeof startWorker>> | undefined
  // In parallel, so that slow clients and slow mails don't delay each other.
  opened.defer(async () => void (await Promise.all([closeHttp(app, timeouts.close), worker?.stop()])))
  if (transport && config.role !== 'api' && !overrides.withoutWorker) {
    const { waits, sendDeadline } = overrides
    const concurrency = createSendConcurrency(config.mailConcurrency)
    const handler = createSender({
      ...shared,
      ...bounces.naming,
      concurrency,
      printing: schedulers.pdf,
      transport,
      chance,
      ...(mailWatch && { sawAttempt: mailWatch.sawAttempt }),
      ...(waits && { waits }),
      ...(sendDeadline && { deadline: sendDeadline }),
      longestSendMs: limitsOf(config.mailTimeouts).sendMs,
    })
    const poster = createPoster({ allowed: storage.webhooks.allowed, ...overrides.webhooks })
    opened.defer(poster.close)
    const webhook = createWebhookSender({
      ...{ ...storage, post: poster.post, seal: storage.webhooks.seal, chance },
      ...(overrides.webhookWaits && { waits: overrides.webhookWaits }),
      sawAttempt: outcome => metrics.webhookAttempts.inc({ outcome }),
    })
    const report = createReportSender({
      ...{ ...storage, transport, chance, tokens: createStopTokens(storage.searchKey) },
      address: path => (address === '' ? undefined : `${address}${path}`),
    })
    const start = () =>
      startWorker({
        ...{ ...storage, handlers: { mail: handler, webhook, report }, concurrency, ownsMails: config.mailFolder },
        upkeep: createWebhookUpkeep({ ...storage, transport }),
      })
    worker = await throughRestarts(start, waiting)
  }

  const closing = opened.move()
  const service: Service = {
    ...storage,
    ...{ engines, address, hasMailbox, bouncePort: bouncePort?.port },
    async listen() {
      const listenAddress = await app.listen({ host: config.host, port: config.port })
      address ||= listenAddress
      service.address = address
      return listenAddress
    },
    checkSurroundings: health.surroundings.atStart,
    reload: () => certificate?.reload(),
    async close() {
      if (stoppingSince() !== undefined) return
      health.stop()
      await closing.disposeAsync()
    },
  }
  return service

  function takeCertificate(pair: TlsPair): void {
    renewCertificate(app, pair)
    bouncePort?.renew(pair)
  }

  function validator(): EmailValidator {
    const dns = createMailDns({
      ...(config.dnsServers && { servers: config.dnsServers }),
      onWorld: found => readiness.note('dns', found ? undefined : dnsTrouble),
      ...overrides.dns,
    })
    const helloName = config.mailFrom.split('@').at(-1) ?? 'localhost'
    const probe = config.smtpProbe && createProbe({ helloName, ...overrides.probe })
    return createEmailValidator({ ...storage, dns, ...(probe && { probe }) })
  }
}

/**
 * Opens the mail transport that the settings ask for: none in a process that sends no mails. `folder` is the same, if mails are written
 * to files.
 */
async function openTransport(
  { mailFolder, dataDir, smtpUrl, mailConcurrency, mailTimeouts }: Config,
  { dkim }: SettingFiles,
): Promise<{ transport?: MailTransport; folder?: MailFolder }> {
  if (mailFolder) {
    const folder = await openMailFolder(mailFolderOf({ dataDir }))
    return { transport: folder, folder }
  }
  if (smtpUrl === undefined) return {}
  const transport = openSmtp({
    url: smtpUrl,
    // As many more for what hangs: `createSendConcurrency`.
    connections: 2 * mailConcurrency,
    timeouts: mailTimeouts,
    ...(dkim && { dkim }),
  })
  return { transport }
}
