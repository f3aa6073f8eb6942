import { resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { issueMessage, StartError } from '../errors/errors.ts'
import { type Environment, nearMisses, serversOf, variables } from './environment.ts'

/** The process's settings; `.env.example` explains each. */
export interface Config {
  host: string
  port: number
  /** Absolute, like all paths here. */
  dataDir: string
  databaseUrl?: string
  smtpUrl?: string
  /** Mails are written to files. A process with neither this nor `smtpUrl` sends none. */
  mailFolder: boolean
  role: 'all' | 'api' | 'worker'
  publicUrl?: string
  /** Whether there is `/admin`. */
  admin: boolean
  adminToken?: string
  demoApiKey?: string
  /** Hashes the addresses that receipts are found by; default: a key kept in the database. */
  searchKey?: string
  logLevel: string
  tls?: { certFile: string; keyFile: string }
  mailFrom: string
  dkim?: { domainName: string; keySelector: string; keyFile: string }
  mailConcurrency: number
  /** Requests per minute for one API key; 0 for no limit. */
  rateLimit: number
  maxConnections: number
  /** 0 for no limit. */
  maxConnectionsPerAddress: number
  /** Proxies in front, whose `X-Forwarded-For` says who the client is; default none. */
  trustedProxies?: readonly string[]
  /** Email validation may ask an address's mail server. */
  smtpProbe: boolean
  templatesDir: string
  /** Fonts for PDFs besides the package's. */
  fontsDir?: string
  /** Chromium's sandbox; default the engine's. */
  browserSandbox?: boolean
  /** DNS servers for email validation; default the system's. */
  dnsServers?: readonly string[]
  /** OpenTelemetry's own variables ask for traces or metrics. */
  telemetry: boolean
  /** Likely mistakes, one sentence each; the process starts anyway. */
  warnings: readonly string[]
}

/** The settings are invalid. Lists every problem, not only the first. */
export class ConfigError extends StartError {
  constructor(problems: readonly string[]) {
    super(`The settings are invalid.\n${problems.map(problem => `  ${problem}`).join('\n')}`)
  }
}

/** The default data folder: in this package, so that it is the same from every working directory. */
const defaultDataDir = fileURLToPath(new URL('../../data', import.meta.url))

/** Whether npm installed this package: then an update replaces its folder, and nothing may be kept in it. */
const isInstalled = defaultDataDir.split(sep).includes('node_modules')

/**
 * Reads the settings from environment variables; an empty one counts as absent. Paths are relative to where the command was
 * typed, even under npm, which changes to the package's folder.
 *
 * @param purpose a command needs to know where the data is, but not how mails are sent
 * @throws ConfigError with every invalid variable and what it must be
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  purpose: 'service' | 'command' = 'service',
): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value]) => value !== undefined && value !== '' && !isMailbox(name, value),
    ),
  )
  const warnings = nearMisses(Object.keys(given), Object.keys(variables.shape))
  const { data: read, error } = variables.safeParse(given, { error: issueMessage })
  if (!read)
    throw new ConfigError([...error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`), ...warnings])
  const problems = [
    ...together(given, ['TLS_CERT_FILE', 'TLS_KEY_FILE']),
    ...together(given, ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_KEY_FILE']),
    ...(purpose === 'service' ? mailProblems(read) : []),
  ]
  if (purpose === 'service' && read.ROLE !== 'all' && !read.DATABASE_URL)
    problems.push(`ROLE: ${read.ROLE} needs DATABASE_URL; with the embedded database, one process does everything`)
  if (isInstalled && !read.DATA_DIR && !read.DATABASE_URL)
    problems.push('DATA_DIR: must be set to a folder for the database, outside of the installed package')
  if (problems.length > 0) throw new ConfigError([...problems, ...warnings])

  const path = (text: string) => resolve(environment.INIT_CWD || '.', text)
  const dataDir = read.DATA_DIR === undefined ? defaultDataDir : path(read.DATA_DIR)
  return {
    host: read.HOST,
    port: read.PORT,
    dataDir,
    role: read.ROLE,
    logLevel: read.LOG_LEVEL,
    mailFrom: read.MAIL_FROM ?? 'receipts@example.com',
    mailConcurrency: read.MAIL_CONCURRENCY,
    rateLimit: read.RATE_LIMIT,
    maxConnections: read.MAX_CONNECTIONS,
    // Behind a proxy, all clients share its address.
    maxConnectionsPerAddress:
      read.MAX_CONNECTIONS_PER_ADDRESS ?? (read.PUBLIC_URL ? 0 : Math.ceil(read.MAX_CONNECTIONS / 2)),
    admin: read.ADMIN === undefined ? read.ADMIN_TOKEN !== undefined : read.ADMIN === 'on',
    smtpProbe: read.SMTP_PROBE === 'on',
    templatesDir: read.TEMPLATES_DIR === undefined ? resolve(dataDir, 'templates') : path(read.TEMPLATES_DIR),
    telemetry: wantsTelemetry(given),
    mailFolder: !read.SMTP_URL && (!read.DATABASE_URL || read.MAIL === 'folder'),
    warnings: [...warnings, ...(purpose === 'service' ? senderWarning(read) : [])],
    ...(read.DATABASE_URL && { databaseUrl: read.DATABASE_URL }),
    ...(read.SMTP_URL && { smtpUrl: read.SMTP_URL }),
    ...(read.PUBLIC_URL && { publicUrl: read.PUBLIC_URL.replace(/\/+$/, '') }),
    ...(read.ADMIN_TOKEN && { adminToken: read.ADMIN_TOKEN }),
    ...(read.DEMO_API_KEY && { demoApiKey: read.DEMO_API_KEY }),
    ...(read.SEARCH_KEY && { searchKey: read.SEARCH_KEY }),
    ...(read.FONTS_DIR && { fontsDir: path(read.FONTS_DIR) }),
    ...(read.BROWSER_SANDBOX && { browserSandbox: read.BROWSER_SANDBOX === 'on' }),
    ...(read.TRUSTED_PROXIES && { trustedProxies: serversOf(read.TRUSTED_PROXIES) }),
    ...(read.DNS_SERVERS && { dnsServers: serversOf(read.DNS_SERVERS) }),
    ...(read.TLS_CERT_FILE &&
      read.TLS_KEY_FILE && { tls: { certFile: path(read.TLS_CERT_FILE), keyFile: path(read.TLS_KEY_FILE) } }),
    ...(read.DKIM_DOMAIN &&
      read.DKIM_SELECTOR &&
      read.DKIM_KEY_FILE && {
        dkim: { domainName: read.DKIM_DOMAIN, keySelector: read.DKIM_SELECTOR, keyFile: path(read.DKIM_KEY_FILE) },
      }),
  }
}

/** Login shells set MAIL to the user's mailbox, a path; that isn't our setting. */
function isMailbox(name: string, value: string): boolean {
  return name === 'MAIL' && value.startsWith('/')
}

/** Whether OpenTelemetry's variables (opentelemetry.io, "Environment Variable Specification") name somewhere to send to. */
function wantsTelemetry(given: Record<string, string | undefined>): boolean {
  if (given.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return false
  const endpoints = ['', '_TRACES', '_METRICS'].map(signal => given[`OTEL_EXPORTER_OTLP${signal}_ENDPOINT`])
  const exporters = [given.OTEL_TRACES_EXPORTER, given.OTEL_METRICS_EXPORTER]
  if (exporters.some(exporter => exporter !== undefined && exporter !== 'none')) return true
  return endpoints.some(endpoint => endpoint !== undefined) && !exporters.every(exporter => exporter === 'none')
}

/** Reports variables that only work together. */
function together(given: Record<string, unknown>, names: readonly string[]): string[] {
  const missing = names.filter(name => given[name] === undefined)
  return missing.length === 0 || missing.length === names.length
    ? []
    : [`${missing.join(', ')}: must be set too; set all of ${names.join(', ')} or none`]
}

/** A mail written to a file counts as sent, so on a shared database that must be explicit. */
function mailProblems({ DATABASE_URL, SMTP_URL, MAIL, MAIL_FROM, ROLE }: Environment): string[] {
  if (SMTP_URL && MAIL) return ['MAIL: is folder, but SMTP_URL names a mail server; remove one of them']
  if (SMTP_URL && !MAIL_FROM) return ['MAIL_FROM: must be set with SMTP_URL; it is the sender of your mails']
  if (SMTP_URL || MAIL || !(DATABASE_URL || ROLE === 'worker') || ROLE === 'api') return []
  return ['SMTP_URL: must be set to send mails; to write them to files instead, set MAIL=folder']
}

function senderWarning({ ROLE, MAIL, MAIL_FROM }: Environment): string[] {
  if (ROLE !== 'api' || MAIL || MAIL_FROM) return []
  return ['MAIL_FROM is not set: set it to the same value as on the workers, because Message-IDs contain its domain']
}
