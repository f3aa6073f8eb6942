import { join } from 'node:path'
import { keyOperations } from './api/admin/keys.ts'
import { merchantOperations } from './api/admin/merchants.ts'
import { offerOperations } from './api/admin/offers.ts'
import { createApp } from './api/app.ts'
import { closeHttp, type Patience, usualPatience } from './api/connections.ts'
import { isLoopback } from './api/loopback.ts'
import { mailboxOperations } from './api/mailbox.ts'
import { describe } from './api/openapi.ts'
import type { Operation } from './api/operation.ts'
import { createReceipt } from './api/operations/create-receipt.ts'
import { describingOperations } from './api/operations/description.ts'
import { healthOperations } from './api/operations/health.ts'
import { listDeliveries } from './api/operations/list-deliveries.ts'
import { queryReceipts } from './api/operations/query-receipts.ts'
import { resendReceiptEmail } from './api/operations/resend-receipt-email.ts'
import { retrieveHtml } from './api/operations/retrieve-html.ts'
import { retrievePdf } from './api/operations/retrieve-pdf.ts'
import { retrieveReceipt } from './api/operations/retrieve-receipt.ts'
import { validateEmail } from './api/operations/validate-email.ts'
import type { Config } from './config.ts'
import { createDataDisk } from './data-disk.ts'
import { makeDataFolder } from './data-folder.ts'
import { openDatabase } from './database/database.ts'
import { placeOf } from './database/place.ts'
import { type Bounces, createBounces } from './email-validation/bounces.ts'
import { createMailDns, type DnsOptions } from './email-validation/dns.ts'
import { createProbe, type ProbeOptions } from './email-validation/probe.ts'
import { createEmailValidator } from './email-validation/validate.ts'
import type { Log } from './log.ts'
import { openMailFolder } from './mail/folder.ts'
import { openSmtp } from './mail/smtp.ts'
import type { MailTransport } from './mail/transport.ts'
import { createMailWatch } from './mail/watch.ts'
import { type ApiKeys, createApiKeys } from './merchants/api-keys.ts'
import { createAppearances } from './merchants/appearances.ts'
import { prepareDemo } from './merchants/demo.ts'
import { createEngines, type Engines } from './merchants/engines.ts'
import { createMerchants, type Merchants } from './merchants/merchants.ts'
import { createMissingFields } from './merchants/missing-fields.ts'
import { createOffers, type Offers } from './merchants/offers.ts'
import { createMetrics } from './metrics.ts'
import { createDeliveries, type Deliveries } from './outbox/delivery.ts'
import { openPgBoss } from './outbox/pg-boss.ts'
import { createPoller } from './outbox/poller.ts'
import { createReadiness } from './readiness.ts'
import { createReceipts, type Receipts } from './receipts/receipts.ts'
import { createRetention } from './receipts/retention.ts'
import { readSettingFiles, type SettingFiles } from './setting-files.ts'
import { checkAtStart, complaints } from './start-checks.ts'
import { openTurns, type Waiting } from './turns/limits.ts'
import { engineVersion, serviceVersion } from './versions.ts'
import { createSender } from './worker/send.ts'
import { startWorker, type Worker } from './worker/worker.ts'

/** Surroundings that tests replace. */
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
  /** Milliseconds without a word from the mail server. */
  socketTimeout?: number
  /** How long clients may take. */
  patience?: Partial<Patience>
  /** How much may wait. */
  waiting?: Partial<Waiting>
  /** Starts no worker, though the role would. */
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
  bounces: Bounces
  listen(): Promise<string>
  /** Tries what requests and mails would stumble over only later; what does not work is logged and said by `/readyz`. */
  checkSurroundings(): Promise<void>
  /** Takes no new requests, ends those under way and the mails in flight, then lets go of everything. */
  close(): Promise<void>
}

/** Milliseconds that a database may take to come up: machines that start together do not start in order. */
const databasePatience = 60_000

/**
 * Wires the service by hand: what a part needs is handed to it here, and closed in reverse.
 *
 * @throws StartError that says what cannot be opened
 */
export async function openService(config: Config, log: Log, surroundings: Surroundings = {}): Promise<Service> {
  const { now = Date.now, chance = Math.random } = surroundings
  await using opened = new AsyncDisposableStack()

  const { databaseUrl } = config
  const files = readSettingFiles(config)
  const database = await openDatabase(placeOf(config), {
    patience: databasePatience,
    onWait: error => log.warn('The database does not answer yet; it is waited for, up to a minute', { error }),
    onError: error => log.error('A database connection broke', { error }),
  })
  opened.defer(database.close)
  const { db } = database
  const appearances = createAppearances(db, config.templatesDir, now)
  const merchants = createMerchants(db, appearances, now)
  const apiKeys = createApiKeys(db, now)
  const offers = createOffers(db, now)
  const bounces = createBounces(db, now)
  const engines = createEngines({
    templatesDir: config.templatesDir,
    appearances,
    engineVersion,
    onMissingField: (merchantId, missing) => countMissing(merchantId, missing),
  })
  opened.defer(engines.close)

  const concurrency = config.mailConcurrency
  const queue =
    databaseUrl === undefined
      ? createPoller({ db, now, log, concurrency })
      : await openPgBoss({ url: databaseUrl, log, now, concurrency })
  opened.defer(queue.stop)
  const deliveries = createDeliveries(db, queue, now, database.commit)
  const receipts = createReceipts({ db, commit: database.commit, deliveries, queue, now, engineVersion })

  const writesFiles = databaseUrl === undefined || config.mailFolder
  if (writesFiles) makeDataFolder(config.dataDir)
  const disk = createDataDisk(config.dataDir, now)
  const folder = config.mailFolder ? await openMailFolder(join(config.dataDir, 'mails')) : undefined
  const transport =
    surroundings.transport ??
    folder ??
    (config.smtpUrl === undefined
      ? undefined
      : openSmtp(smtpOptions(config.smtpUrl, config, files, surroundings.socketTimeout)))
  if (transport) opened.defer(transport.close)
  const readiness = createReadiness(writesFiles ? [database.ping, disk.check] : [database.ping], log)
  const mailWatch =
    transport?.check && config.role !== 'api'
      ? createMailWatch({ check: transport.check, now, onFound: error => readiness.note(complaints.mail, error) })
      : undefined
  const metrics = createMetrics({
    backlog: deliveries.backlog,
    now,
    ...(writesFiles && { freeBytes: disk.freeBytes }),
    ...(mailWatch && { isMailUp: mailWatch.isUp }),
  })

  const countMissing = createMissingFields(metrics.missingFields, log)

  const toTry = databaseUrl === undefined && config.smtpUrl === undefined
  await prepareDemo({ merchants, apiKeys }, { given: config.demoApiKey, toTry })
  const hasMailbox =
    folder !== undefined && config.role !== 'worker' && config.publicUrl === undefined && isLoopback(config.host)
  let stopping = false
  let address = config.publicUrl ?? ''
  const addressOf = (path: string) => `${address}${path}`
  const retention = createRetention({ db, merchants, now })
  const shared = { merchants, apiKeys, offers, engines, receipts, deliveries, metrics, now, engineVersion, log }
  const { mailFrom } = config

  const operations: Operation[] = healthOperations({
    metrics,
    warnings: readiness.warnings,
    async ready() {
      if (stopping) throw new Error('The service is stopping.')
      await readiness.ready()
    },
  })
  if (config.role !== 'worker') {
    const validate = createEmailValidator({
      dns: createMailDns({
        ...(config.dnsServers && { servers: config.dnsServers }),
        onWorld: found => readiness.note(complaints.dns, found ? undefined : 'lost'),
        ...surroundings.dns,
      }),
      bounces,
      now,
      ...(config.smtpProbe && {
        probe: createProbe({ helloName: mailFrom.split('@').at(-1) ?? 'localhost', ...surroundings.probe }),
      }),
    })
    const turns = openTurns(metrics, surroundings.waiting)
    operations.push(
      createReceipt({ ...shared, mailFrom, address: addressOf, turns: turns.create }),
      queryReceipts({ ...shared, address: addressOf }),
      retrieveReceipt(shared),
      resendReceiptEmail({ ...shared, mailFrom }),
      listDeliveries(shared),
      retrievePdf({ ...shared, turns: turns.pdf }),
      retrieveHtml({ ...shared, turns: turns.html }),
      validateEmail({ validate }),
    )
    if (config.adminToken !== undefined)
      operations.push(...merchantOperations(shared), ...keyOperations(shared), ...offerOperations(shared))
    operations.push(...describingOperations(() => describe(described, serviceVersion, address)))
    const described = [...operations]
    if (hasMailbox && folder) operations.push(...mailboxOperations({ ...shared, folder }))
  }

  let worker: Worker | undefined
  if (transport && config.role !== 'api' && !surroundings.withoutWorker) {
    const { waits, sendDeadline } = surroundings
    const handler = createSender({
      ...shared,
      bounces,
      transport,
      log,
      mailFrom,
      chance,
      ...(waits && { waits }),
      ...(sendDeadline && { deadline: sendDeadline }),
    })
    worker = await startWorker({ deliveries, retention, queue, handler, log })
  }

  const patience = { ...usualPatience, ...surroundings.patience }
  const app = await createApp({
    operations,
    merchants,
    apiKeys,
    metrics,
    log,
    adminToken: config.adminToken,
    rateLimit: config.rateLimit,
    connections: { all: config.maxConnections, perAddress: config.maxConnectionsPerAddress },
    patience,
    tls: files.tls,
  })
  // Slow clients hold up no mails, nor mails the clients.
  opened.defer(async () => void (await Promise.all([closeHttp(app, patience.close), worker?.stop()])))

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
    bounces,
    async listen() {
      const own = await app.listen({ host: config.host, port: config.port })
      address ||= own
      service.address = address
      return own
    },
    checkSurroundings: () => checkAtStart({ readiness, prints, mailWatch }),
    async close() {
      if (stopping) return
      stopping = true
      await closing.disposeAsync()
    },
  }
  return service

  /** An api may be asked for a PDF any time; a worker prints only for who wants mails with one. */
  async function prints(): Promise<boolean> {
    return config.role !== 'worker' || (await merchants.list()).some(({ settings }) => settings.attachPdf === true)
  }
}

function smtpOptions(url: string, { mailConcurrency }: Config, { dkim }: SettingFiles, socketTimeout?: number) {
  return {
    url,
    connections: mailConcurrency,
    ...(socketTimeout !== undefined && { socketTimeout }),
    ...(dkim && { dkim }),
  }
}
