import { readFileSync } from 'node:fs'
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
import { retrieveHtml, retrievePdf } from './api/operations/retrieve-pdf.ts'
import { retrieveReceipt } from './api/operations/retrieve-receipt.ts'
import { validateEmail } from './api/operations/validate-email.ts'
import type { Config } from './config.ts'
import { openDatabase } from './database/database.ts'
import { type Bounces, createBounces } from './email-validation/bounces.ts'
import { createMailDns, type DnsOptions } from './email-validation/dns.ts'
import { createProbe, type ProbeOptions } from './email-validation/probe.ts'
import { createEmailValidator } from './email-validation/validate.ts'
import type { Log } from './log.ts'
import { openMailFolder } from './mail/folder.ts'
import { openSmtp } from './mail/smtp.ts'
import type { MailTransport } from './mail/transport.ts'
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
import { createReceipts, type Receipts } from './receipts/receipts.ts'
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
  /** Credentials of the demo merchant, when they are new or given. */
  demoCredentials: string | undefined
  hasMailbox: boolean
  merchants: Merchants
  apiKeys: ApiKeys
  offers: Offers
  engines: Engines
  receipts: Receipts
  deliveries: Deliveries
  bounces: Bounces
  listen(): Promise<string>
  /** Takes no new requests, ends those under way and the mails in flight, then lets go of everything. */
  close(): Promise<void>
}

/**
 * Wires the service by hand: what a part needs is handed to it here, and closed in reverse.
 *
 * @throws ConfigError, DataFolderBusyError, or the error of what cannot be opened
 */
export async function openService(config: Config, log: Log, surroundings: Surroundings = {}): Promise<Service> {
  const { now = Date.now, chance = Math.random } = surroundings
  await using opened = new AsyncDisposableStack()

  const { databaseUrl } = config
  const database = await openDatabase(databaseUrl === undefined ? { folder: config.dataDir } : { url: databaseUrl }, {
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
  const metrics = createMetrics(deliveries.backlog, now)
  const countMissing = createMissingFields(metrics.missingFields, log)

  const folder = config.smtpUrl === undefined ? await openMailFolder(join(config.dataDir, 'mails')) : undefined
  const transport = surroundings.transport ?? folder ?? openSmtp(smtpOptions(config, surroundings.socketTimeout))
  opened.defer(transport.close)

  const demoCredentials = await prepareDemo(merchants, apiKeys, config.demoApiKey)
  const hasMailbox = folder !== undefined && config.role !== 'worker' && isLoopback(config.host)
  let stopping = false
  let address = config.publicUrl ?? ''
  const addressOf = (path: string) => `${address}${path}`
  const shared = { db, merchants, apiKeys, offers, engines, receipts, deliveries, metrics, now, engineVersion }
  const { mailFrom } = config

  const operations: Operation[] = healthOperations({
    metrics,
    async ready() {
      if (stopping) throw new Error('The service is stopping.')
      await database.ping()
    },
  })
  if (config.role !== 'worker') {
    const validate = createEmailValidator({
      dns: createMailDns(surroundings.dns),
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
  if (config.role !== 'api' && !surroundings.withoutWorker) {
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
    worker = await startWorker({ ...shared, queue, handler, log })
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
    tls: config.tls && { cert: readFileSync(config.tls.certFile), key: readFileSync(config.tls.keyFile) },
  })
  // Slow clients hold up no mails, nor mails the clients.
  opened.defer(async () => void (await Promise.all([closeHttp(app, patience.close), worker?.stop()])))

  const closing = opened.move()
  const service: Service = {
    address,
    demoCredentials,
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
    async close() {
      if (stopping) return
      stopping = true
      await closing.disposeAsync()
    },
  }
  return service
}

function smtpOptions({ smtpUrl = '', mailConcurrency, dkim }: Config, socketTimeout: number | undefined) {
  return {
    url: smtpUrl,
    connections: mailConcurrency,
    ...(socketTimeout !== undefined && { socketTimeout }),
    ...(dkim && {
      dkim: {
        domainName: dkim.domainName,
        keySelector: dkim.keySelector,
        privateKey: readFileSync(dkim.keyFile, 'utf8'),
      },
    }),
  }
}
