import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Environment, serversOf, variables } from './environment.ts'
import { nearMisses } from './near-misses.ts'
import { StartError } from './start-error.ts'
import { issueMessage } from './words.ts'

/** Where the process gets everything it may know of its surroundings; `.env.example` tells what each means. */
export interface Config {
  host: string
  port: number
  /** Absolute, as all paths here. */
  dataDir: string
  databaseUrl?: string
  smtpUrl?: string
  /** Mails become files instead. Neither for a process that sends none. */
  mailFolder: boolean
  role: 'all' | 'api' | 'worker'
  publicUrl?: string
  adminToken?: string
  demoApiKey?: string
  logLevel: string
  tls?: { certFile: string; keyFile: string }
  mailFrom: string
  dkim?: { domainName: string; keySelector: string; keyFile: string }
  mailConcurrency: number
  /** Requests a minute of one API key; 0 for no limit. */
  rateLimit: number
  maxConnections: number
  /** 0 for no limit. */
  maxConnectionsPerAddress: number
  /** Asks the mail server of an address whether it knows it. */
  smtpProbe: boolean
  templatesDir: string
  /** Servers that e-mail validation asks; default the system's. */
  dnsServers?: readonly string[]
  /** What may have been meant otherwise, each a sentence; the process starts all the same. */
  warnings: readonly string[]
}

/** The settings cannot be used. Lists every one, not only the first. */
export class ConfigError extends StartError {
  constructor(problems: readonly string[]) {
    super(`The settings cannot work.\n${problems.map(problem => `  ${problem}`).join('\n')}`)
  }
}

/** The folder of data where none is named: in this package, so that it is the same one from every working directory. */
const defaultDataDir = fileURLToPath(new URL('../data', import.meta.url))

/**
 * Reads the settings from environment variables; an empty one counts as absent. A path is relative to where the command was
 * typed, be it by npm (which changes to the package's folder) or not.
 *
 * @param purpose a command needs to know where the data is, but not how mails go out
 * @throws ConfigError that lists every variable that cannot be used and says what it must be
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
    problems.push(`ROLE: ${read.ROLE} needs DATABASE_URL; on the embedded database one process does everything`)
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
    // Behind a proxy all come from its address.
    maxConnectionsPerAddress:
      read.MAX_CONNECTIONS_PER_ADDRESS ?? (read.PUBLIC_URL ? 0 : Math.ceil(read.MAX_CONNECTIONS / 2)),
    smtpProbe: read.SMTP_PROBE === 'on',
    templatesDir: read.TEMPLATES_DIR === undefined ? resolve(dataDir, 'templates') : path(read.TEMPLATES_DIR),
    mailFolder: !read.SMTP_URL && (!read.DATABASE_URL || read.MAIL === 'folder'),
    warnings: [...warnings, ...(purpose === 'service' ? senderWarning(read) : [])],
    ...(read.DATABASE_URL && { databaseUrl: read.DATABASE_URL }),
    ...(read.SMTP_URL && { smtpUrl: read.SMTP_URL }),
    ...(read.PUBLIC_URL && { publicUrl: read.PUBLIC_URL.replace(/\/+$/, '') }),
    ...(read.ADMIN_TOKEN && { adminToken: read.ADMIN_TOKEN }),
    ...(read.DEMO_API_KEY && { demoApiKey: read.DEMO_API_KEY }),
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

/** MAIL is also what login shells call the user's mailbox, a path: that one is not ours. */
function isMailbox(name: string, value: string): boolean {
  return name === 'MAIL' && value.startsWith('/')
}

/** Variables that make sense only together. */
function together(given: Record<string, unknown>, names: readonly string[]): string[] {
  const missing = names.filter(name => given[name] === undefined)
  return missing.length === 0 || missing.length === names.length
    ? []
    : [`${missing.join(', ')}: must be set too, or none of ${names.join(', ')}`]
}

/** A mail that becomes a file counts as sent, so on a shared database that must be said aloud. */
function mailProblems({ DATABASE_URL, SMTP_URL, MAIL, MAIL_FROM, ROLE }: Environment): string[] {
  if (SMTP_URL && MAIL) return ['MAIL: is folder, but SMTP_URL names a mail server; leave one of them out']
  if (SMTP_URL && !MAIL_FROM) return ['MAIL_FROM: must be set with SMTP_URL: the address your mails are from']
  if (SMTP_URL || MAIL || !(DATABASE_URL || ROLE === 'worker') || ROLE === 'api') return []
  return ['SMTP_URL: must be set to send mails; to have them written to files instead, set MAIL=folder']
}

function senderWarning({ ROLE, MAIL, MAIL_FROM }: Environment): string[] {
  if (ROLE !== 'api' || MAIL || MAIL_FROM) return []
  return ['MAIL_FROM is not set: set it as the workers have it, it is part of the Message-ID of every mail']
}
