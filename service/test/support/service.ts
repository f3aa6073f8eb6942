import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Printer } from 'counterfoil/internal'
import { inject, test } from 'vitest'
import { isExhaustive } from '../../../test/support/scope.ts'
import { makeDataFolder } from '../../src/basics/data-folder.ts'
import { type Log, openLog } from '../../src/basics/monitoring/log.ts'
import { fileIn } from '../../src/database/location.ts'
import type { KeyRights } from '../../src/merchants/api-keys.ts'
import { keyScopes } from '../../src/merchants/key-scopes.ts'
import { openLenientPrinter } from '../../src/merchants/printing.ts'
import { createExaminer, type Examiner } from '../../src/merchants/templates/examiner.ts'
import type { ServiceOverrides } from '../../src/overrides.ts'
import { openService, type Service } from '../../src/service.ts'
import { type Config, readConfig } from '../../src/settings/config.ts'
import { checkAgainst, type ResponseCheck } from './conformance.ts'
import { memoryFolder } from './memory-folder.ts'
import { makeDatabase } from './postgres-server.ts'
import { basic, demoCredentials } from './tills.ts'

export { basic, demoCredentials, receipt } from './tills.ts'

export type DatabaseName = 'SQLite' | 'PostgreSQL'

/** The databases of this run. */
export const databases: readonly DatabaseName[] = inject('postgresUrl') === '' ? ['SQLite'] : ['SQLite', 'PostgreSQL']

/** Those of tests that take long. */
export const fewDatabases = isExhaustive ? databases : databases.slice(0, 1)

/** A test that takes long, so `npm test` runs it on one database. */
export const longTest = (database: DatabaseName) => test.runIf(fewDatabases.includes(database))

export interface Reply {
  status: number
  headers: Headers
  text: string
  bytes: Uint8Array
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
  json: any
}

export interface Ask {
  method?: string
  signal?: AbortSignal
  body?: unknown
  headers?: Record<string, string>
  /** `id:secret`, or null for none; default the demo merchant's. */
  credentials?: string | null
}

export interface TestService {
  service: Service
  config: Config
  url: string
  /** The service's clock. */
  now: () => number
  /** Asks the service over HTTP; the answer was checked against the service's own description. */
  ask(path: string, options?: Ask): Promise<Reply>
  /** The path of the demo merchant's receipts, with what follows. */
  receipts(rest?: string): string
  /** Creates a receipt of the demo merchant and gives its id. */
  create(receipt: unknown, headers?: Record<string, string>): Promise<string>
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export interface TestOptions extends ServiceOverrides {
  database?: DatabaseName
  settings?: Record<string, string>
  log?: Log
  /** Shorter than a setting may be. */
  mailTimeouts?: Partial<Config['mailTimeouts']>
  /** Whether its PDFs need browsers of its own, because the test is about those or about what large receipts are printed by. */
  ownBrowsers?: boolean
  /** Called before the service opens its database. */
  prepare?: (config: Config) => Promise<unknown>
}

/** What a key may be for, all of it. */
export const fullRights: KeyRights = { scopes: keyScopes, stores: null }

export const adminToken = 'an-admin-token-of-the-tests'

/**
 * Where a test keeps its data: a folder, and on PostgreSQL a separate database.
 *
 * @param hasTables whether the database has its tables already; default, the service makes them when it starts
 */
export async function makePlace(database: DatabaseName, { hasTables = false } = {}) {
  const folder = mkdtempSync(join(memoryFolder, 'counterfoil-service-'))
  const empty = inject('emptyDatabases')
  const original = hasTables ? empty.onServer : undefined
  const own = database === 'PostgreSQL' ? await makeDatabase(inject('postgresUrl'), original) : undefined
  if (hasTables && !own) {
    makeDataFolder(join(folder, 'data'))
    copyFileSync(fileIn(empty.folder), fileIn(join(folder, 'data')))
  }
  const settings: Record<string, string> = {
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    LOG_LEVEL: 'silent',
    DEMO_API_KEY: demoCredentials,
    ADMIN_TOKEN: adminToken,
    MAIL_FROM: 'receipts@example.com',
    ...(own && { DATABASE_URL: own.url }),
  }
  return {
    folder,
    settings,
    async remove() {
      await own?.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The jobs of large receipts as one file, which a thread loads in a third of the time. */
const bundledJobs = process.env.SERVICE_JOBS ? { jobs: new URL(process.env.SERVICE_JOBS) } : {}

let printer: Printer | undefined
const browserOfRun = process.env.PUPPETEER_EXECUTABLE_PATH
const usual = readConfig({})

/** What all services of a process print with, unless the settings or the browser are others: to start one takes longer than most tests. */
function sharedPrinterFor(config: Config): { printer?: Printer } {
  const settings = ['fontsDir', 'browserSandbox', 'pdfTimeoutMs', 'pdfMaxPages'] as const
  const isUsual = settings.every(name => config[name] === usual[name])
  if (!isUsual || process.env.PUPPETEER_EXECUTABLE_PATH !== browserOfRun) return {}
  // No service closes it.
  printer ??= { ...openLenientPrinter(config), close: async () => {} }
  return { printer }
}

/** Starts the service on an empty database and a free port. */
export async function startService(options: TestOptions = {}): Promise<TestService> {
  const {
    database = 'SQLite',
    settings = {},
    log = openLog('silent'),
    mailTimeouts,
    ownBrowsers = false,
    prepare,
    ...surroundings
  } = options
  const place = await makePlace(database, { hasTables: true })
  const mail = settings.SMTP_URL === undefined && database === 'PostgreSQL' ? { MAIL: 'folder' } : {}
  const read = readConfig({ ...place.settings, ...mail, ...settings })
  const config = { ...read, mailTimeouts: { ...read.mailTimeouts, ...mailTimeouts } }
  await prepare?.(config)
  // In each service's own thread, the lint would be loaded and compiled anew, which takes three times as long as what it does.
  const examineTemplates = surroundings.examineBudgetMs === undefined ? examineOnce : undefined
  const service = await openService(config, log, {
    ...bundledJobs,
    ...(!ownBrowsers && sharedPrinterFor(config)),
    ...(examineTemplates && { examineTemplates }),
    ...surroundings,
  })
  const url = await service.listen()
  // What of the settings decides which operations there are.
  const { role, admin, bounceProviders } = config
  const client = createClient(url, JSON.stringify([role, admin, Object.keys(bounceProviders)]))

  async function stop(): Promise<void> {
    await service.close()
    await place.remove()
  }

  return { service, config, url, now: surroundings.now ?? Date.now, ...client, stop, [Symbol.asyncDispose]: stop }
}

/** What is kept of templates that were examined before: filling them with all samples takes a second. */
const examineOnce: Examiner = async (merchantId, sent) => {
  const key = JSON.stringify(sent)
  const found = examined.get(key) ?? (await createExaminer()(merchantId, sent))
  examined.set(key, found)
  return found
}

const examined = new Map<string, Awaited<ReturnType<Examiner>>>()

/**
 * Asks a running service.
 *
 * @param operations services that give the same here have the same operations, and one of them is asked for its description, which takes
 *   longer than most tests
 */
export function createClient(url: string, operations: unknown = Symbol(url)) {
  async function ask(
    path: string,
    { method = 'GET', signal, body, headers = {}, credentials }: Ask = {},
  ): Promise<Reply> {
    const conforms = described()
    const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    const answer = await fetch(new URL(path, url), {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(credentials !== null && { authorization: basic(credentials ?? demoCredentials) }),
        ...headers,
      },
      ...(sent !== undefined && { body: sent }),
      ...(signal && { signal }),
    })
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const text = new TextDecoder().decode(bytes)
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    const reply = {
      status: answer.status,
      headers: answer.headers,
      text,
      bytes,
      json: isJson ? JSON.parse(text) : undefined,
    }
    const check = await conforms
    check(method, new URL(path, url).pathname, reply)
    return reply
  }

  function described(): Promise<ResponseCheck> {
    const known = checks.get(operations)
    if (known) return known
    const check = fetch(`${url}/openapi.json`).then(async answer => checkAgainst(await answer.text()))
    checks.set(operations, check)
    // This service may be about to close; another one will be asked.
    check.catch(() => checks.delete(operations))
    return check
  }

  const receipts = (rest = '') => `/ws/rest/v1/merchants/demo/receipts${rest}`
  return {
    ask,
    receipts,
    async create(receipt: unknown, headers: Record<string, string> = {}): Promise<string> {
      const reply = await ask(receipts(), { method: 'POST', body: receipt, headers })
      if (reply.status !== 200) throw new Error(`The receipt was refused: ${reply.status} ${reply.text}`)
      return reply.json.receiptId
    },
  }
}

const checks = new Map<unknown, Promise<ResponseCheck>>()

/** A receipt of the fixtures as text. */
export function fixture(name: string): string {
  return readFileSync(new URL(`../../../fixtures/${name}.json`, import.meta.url), 'utf8')
}
