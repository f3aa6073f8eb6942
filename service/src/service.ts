import { extname } from 'node:path'
import { makeDataFolder } from './basics/data-folder.ts'
import { defined } from './basics/maps.ts'
import type { Log } from './basics/monitoring/log.ts'
import type { Metrics } from './basics/monitoring/metrics.ts'
import { openTelemetry } from './basics/monitoring/telemetry/open-telemetry.ts'
import { isLoopback } from './basics/public-addresses.ts'
import { serviceVersion } from './basics/versions.ts'
import { throughRestarts } from './database/postgres.ts'
import { createBounceDoors } from './delivery/bounces/doors.ts'
import { openSchedulers, type Schedulers } from './delivery/scheduling/schedulers.ts'
import { createMailDns } from './delivery/validation/dns.ts'
import { createEmailValidator, createProbe, type EmailValidator } from './delivery/validation/validate.ts'
import { dnsTrouble, openHealth } from './health.ts'
import { createApp } from './http/app.ts'
import { closeHttp, defaultClientTimeouts, renewCertificate } from './http/connections.ts'
import { readPageFiles } from './http/console/pages.ts'
import { healthOperations } from './http/operations/health.ts'
import { allOperations } from './http/operations.ts'
import { openThread } from './merchants/apart/thread.ts'
import { prepareDemo } from './merchants/demo.ts'
import { createEngines, type Engines } from './merchants/engines.ts'
import { createMissingFields, createMissingGlyphs, createUnclaimed } from './merchants/missing.ts'
import { createExaminer, openExamining } from './merchants/templates/examiner.ts'
import type { ServiceOverrides } from './overrides.ts'
import { createProvider } from './people/provider.ts'
import { startIndexing } from './receipts/search/terms.ts'
import { openTransport, startSending } from './sending.ts'
import type { Config } from './settings/config.ts'
import { readSettingFiles, type SettingFiles, type TlsPair, watchCertificate } from './settings/files.ts'
import { startFolding } from './statistics/folding/fold.ts'
import { databaseWaitMs, openStorage, type Storage } from './storage.ts'

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
  const { now = Date.now } = overrides
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
  const { thread, engines, examineTemplates } = openDrawing(
    opened,
    config,
    { storage, schedulers, metrics, log },
    overrides,
  )
  const { bounces, bouncePort } = await openBounces(opened, config, { storage, metrics, tls: files.tls }, overrides)
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
    ...{ examineTemplates, prints: schedulers.pdf },
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
            validate: openValidator(config, { storage, readiness }, overrides),
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
  let worker: Awaited<ReturnType<typeof startSending>> | undefined
  // In parallel, so that slow clients and slow mails don't delay each other.
  opened.defer(async () => void (await Promise.all([closeHttp(app, timeouts.close), worker?.stop()])))
  if (transport && config.role !== 'api' && !overrides.withoutWorker) {
    const parts = {
      ...{ storage, engines, metrics, pdfFailed, printing: schedulers.pdf, transport, naming: bounces.naming, waiting },
      sawMail: mailWatch?.sawAttempt,
      address: (path: string) => (address === '' ? undefined : `${address}${path}`),
    }
    worker = await startSending(opened, config, parts, overrides)
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
}

/** Opens what reads and draws receipts: here, and large ones or with templates that nobody has reviewed in threads apart. */
function openDrawing(
  opened: AsyncDisposableStack,
  config: Config,
  { storage, schedulers, metrics, log }: { storage: Storage; schedulers: Schedulers; metrics: Metrics; log: Log },
  overrides: ServiceOverrides,
) {
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
    ...defined({ printer: overrides.printer }),
    thread,
    onMissingField: createMissingFields(metrics.missingFields, log),
    onMissingGlyphs: createMissingGlyphs(metrics.missingGlyphs, log),
    onUnclaimed: createUnclaimed(metrics.unclaimedPdfs, log),
  })
  opened.defer(engines.close)
  return { thread, engines, examineTemplates: overrides.examineTemplates ?? createExaminer(examining) }
}

/** Opens the ways in for word about mails: a port, a mailbox, and providers' webhooks. */
async function openBounces(
  opened: AsyncDisposableStack,
  config: Config,
  { storage, metrics, tls }: { storage: Storage; metrics: Metrics; tls: SettingFiles['tls'] },
  overrides: ServiceOverrides,
) {
  const bounces = createBounceDoors({
    ...storage,
    address: config.bounceAddress,
    providers: config.bounceProviders,
    fetchText: overrides.fetchText,
    count: (source, kind) => metrics.bounceReports.inc({ source, kind }),
  })
  const bouncePort =
    config.bouncePort && (await bounces.openPort({ ...config.bouncePort, tls, limits: overrides.bounceLimits }))
  if (bouncePort) opened.defer(bouncePort.close)
  if (config.bounceMailbox && config.role !== 'api')
    opened.defer(bounces.watchMailbox(config.bounceMailbox, overrides.mailboxInterval).stop)
  return { bounces, bouncePort }
}

/** Opens what judges addresses before mails are sent to them. */
function openValidator(
  config: Config,
  { storage, readiness }: { storage: Storage; readiness: Pick<ReturnType<typeof openHealth>['readiness'], 'note'> },
  overrides: ServiceOverrides,
): EmailValidator {
  const dns = createMailDns({
    ...(config.dnsServers && { servers: config.dnsServers }),
    onWorld: found => readiness.note('dns', found ? undefined : dnsTrouble),
    ...overrides.dns,
  })
  const helloName = config.mailFrom.split('@').at(-1) ?? 'localhost'
  const probe = config.smtpProbe && createProbe({ helloName, ...overrides.probe })
  return createEmailValidator({ ...storage, dns, ...(probe && { probe }) })
}
