import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nearest } from 'counterfoil'
import { z } from 'zod'
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

const whole = (least: number, most: number) =>
  z.coerce.number('must be a number').int('must be a whole number').min(least).max(most)
const url = (...protocols: string[]) =>
  z.string().refine(text => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be an address that begins with ${protocols.map(protocol => `${protocol}//`).join(' or ')}`,
  })

const settings = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: whole(0, 65_535).default(8080),
  DATA_DIR: z.string().optional(),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL: z.literal('folder', 'must be folder, or be left out').optional(),
  ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  PUBLIC_URL: url('http:', 'https:').optional(),
  ADMIN_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  DEMO_API_KEY: z
    .string()
    .regex(/^[^:\s]{1,64}:\S{8,200}$/, 'must be id:secret, the secret of at least 8 characters')
    .optional(),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  TLS_CERT_FILE: z.string().optional(),
  TLS_KEY_FILE: z.string().optional(),
  MAIL_FROM: z.email('must be an e-mail address').optional(),
  DKIM_DOMAIN: z.string().optional(),
  DKIM_SELECTOR: z.string().optional(),
  DKIM_KEY_FILE: z.string().optional(),
  MAIL_CONCURRENCY: whole(1, 100).default(5),
  RATE_LIMIT: whole(0, 10_000_000).default(60_000),
  MAX_CONNECTIONS: whole(10, 100_000).default(1000),
  MAX_CONNECTIONS_PER_ADDRESS: whole(0, 100_000).optional(),
  SMTP_PROBE: z.enum(['on', 'off']).default('off'),
  DNS_SERVERS: z
    .string()
    .refine(
      text => serversOf(text).every(isServer),
      'must be IP addresses, each with a port if need be, parted by commas',
    )
    .optional(),
  TEMPLATES_DIR: z.string().optional(),
})

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
  const warnings = nearMisses(given)
  const { data: read, error } = settings.safeParse(given, { error: issueMessage })
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

type Read = z.infer<typeof settings>

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
function mailProblems({ DATABASE_URL, SMTP_URL, MAIL, MAIL_FROM, ROLE }: Read): string[] {
  if (SMTP_URL && MAIL) return ['MAIL: is folder, but SMTP_URL names a mail server; leave one of them out']
  if (SMTP_URL && !MAIL_FROM) return ['MAIL_FROM: must be set with SMTP_URL: the address your mails are from']
  if (SMTP_URL || MAIL || !(DATABASE_URL || ROLE === 'worker') || ROLE === 'api') return []
  return ['SMTP_URL: must be set to send mails; to have them written to files instead, set MAIL=folder']
}

function senderWarning({ ROLE, MAIL, MAIL_FROM }: Read): string[] {
  if (ROLE !== 'api' || MAIL || MAIL_FROM) return []
  return ['MAIL_FROM is not set: set it as the workers have it, it is part of the Message-ID of every mail']
}

/** Variables that are not ours but nearly. The environment is shared, so they are named and not refused. */
function nearMisses(given: Record<string, unknown>): string[] {
  const ours = Object.keys(settings.shape)
  return Object.keys(given).flatMap(name => {
    const meant = ours.includes(name) ? undefined : nearest(name, ours)
    return meant === undefined || isLongerName(name, meant) ? [] : [`${name}: did you mean ${meant}?`]
  })
}

/** PGHOST, MAILTO, TEST_DATABASE_URL: our name with more around it is another program's. */
function isLongerName(name: string, ours: string): boolean {
  const plain = (text: string) => text.toUpperCase().replaceAll('_', '')
  return name.length > ours.length + 1 && plain(name).includes(plain(ours))
}

function serversOf(text: string): string[] {
  return text.split(',').map(server => server.trim())
}

/** `192.0.2.1`, `192.0.2.1:53`, `2001:db8::1`, `[2001:db8::1]:53`. */
function isServer(text: string): boolean {
  const [, bracketed, bare] = /^(?:\[([^\]]+)\]|([^:]+))(?::\d{1,5})?$/.exec(text) ?? []
  return isIP(text) !== 0 || isIP(bracketed ?? bare ?? '') !== 0
}
