import { createPublicKey } from 'node:crypto'
import { isIP } from 'node:net'
import { resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nearest } from 'counterfoil/internal'
import { z } from 'zod'
import { issueMessage, StartError } from '../basics/errors/errors.ts'
import { defined } from '../basics/maps.ts'
import { isHostOrNetwork } from '../basics/public-addresses.ts'
import { timeoutsIn, withoutTimeouts } from './smtp-url.ts'

/** The process's settings; `.env.example` explains each. */
export type Config = ReturnType<typeof readConfig>

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
) {
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
    ...together(given, ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']),
    ...(given.SIGN_IN === 'provider' && given.OIDC_ISSUER === undefined
      ? ['OIDC_ISSUER: must be set with SIGN_IN=provider; otherwise nobody could sign in']
      : []),
    ...together(given, ['BOUNCE_POSTMARK_USER', 'BOUNCE_POSTMARK_PASSWORD']),
    ...(purpose === 'service' ? bounceProblems(read) : []),
    ...(purpose === 'service' ? mailProblems(read) : []),
  ]
  if (purpose === 'service' && read.ROLE !== 'all' && !read.DATABASE_URL)
    problems.push(`ROLE: ${read.ROLE} needs DATABASE_URL; with the embedded database, one process does everything`)
  if (isInstalled && !read.DATA_DIR && !read.DATABASE_URL)
    problems.push('DATA_DIR: must be set to a folder for the database, outside of the installed package')
  if (problems.length > 0) throw new ConfigError([...problems, ...warnings])

  const path = (text: string) => resolve(environment.INIT_CWD || '.', text)
  const dataDir = read.DATA_DIR ? path(read.DATA_DIR) : defaultDataDir
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: tlsKeyFile } = read
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: name } = read
  const { DKIM_DOMAIN: domainName, DKIM_SELECTOR: keySelector, DKIM_KEY_FILE: dkimKeyFile } = read
  return {
    host: read.HOST,
    port: read.PORT,
    /** Absolute, like all paths here. */
    dataDir,
    role: read.ROLE,
    logLevel: read.LOG_LEVEL,
    mailFrom: read.MAIL_FROM ?? 'receipts@example.com',
    mailConcurrency: read.MAIL_CONCURRENCY,
    /** How long the mail server may take; milliseconds. */
    mailTimeouts: {
      connectMs: read.SMTP_CONNECT_TIMEOUT * 1000,
      greetingMs: read.SMTP_GREETING_TIMEOUT * 1000,
      replyMs: read.SMTP_REPLY_TIMEOUT * 1000,
    },
    /** Requests per minute for one API key; 0 for no limit. */
    rateLimit: read.RATE_LIMIT,
    receiptBudgetMs: read.RECEIPT_BUDGET_MS,
    pdfTimeoutMs: read.PDF_TIMEOUT_MS,
    pdfMaxPages: read.PDF_MAX_PAGES,
    maxConnections: read.MAX_CONNECTIONS,
    /** 0 for no limit. Behind a proxy, all clients share its address. */
    maxConnectionsPerAddress:
      read.MAX_CONNECTIONS_PER_ADDRESS ?? (read.PUBLIC_URL ? 0 : Math.ceil(read.MAX_CONNECTIONS / 2)),
    /** Whether there is `/admin`. */
    admin: read.ADMIN === undefined ? read.ADMIN_TOKEN !== undefined : read.ADMIN === 'on',
    /** Whether anyone may read `/metrics`; otherwise this machine, and who has `metricsToken`. */
    metricsOpen: read.METRICS === 'open',
    /** Email validation may ask an address's mail server. */
    smtpProbe: read.SMTP_PROBE === 'on',
    templatesDir: read.TEMPLATES_DIR ? path(read.TEMPLATES_DIR) : resolve(dataDir, 'templates'),
    /** Hosts, addresses and networks that webhooks may reach although they aren't on the public internet, and without TLS. */
    webhookAllow: read.WEBHOOK_ALLOW ? serversOf(read.WEBHOOK_ALLOW) : [],
    /** Seal webhooks' secrets in the database: the first new ones, all those that are there. */
    webhookKeys: read.WEBHOOK_KEY ? serversOf(read.WEBHOOK_KEY) : [],
    /** What the console asks of who signs in: a password; a second factor besides; or that the OpenID provider knows them. */
    signInBy: read.SIGN_IN,
    /** OpenTelemetry's own variables ask for traces or metrics. */
    telemetry: wantsTelemetry(given),
    /** Mails are written to files. A process with neither this nor `smtpUrl` sends none. */
    mailFolder: !read.SMTP_URL && (!read.DATABASE_URL || read.MAIL === 'folder'),
    /** Likely mistakes, one sentence each; the process starts anyway. */
    warnings: [
      ...warnings,
      ...(purpose === 'service' ? [...senderWarning(read), ...timeoutWarning(read), ...bounceWarning(read)] : []),
    ],
    /** The providers that tell what became of mails, each with what proves that it is the one. */
    bounceProviders: providersIn(read),
    ...defined({
      databaseUrl: read.DATABASE_URL,
      smtpUrl: read.SMTP_URL && withoutTimeouts(read.SMTP_URL),
      publicUrl: read.PUBLIC_URL?.replace(/\/+$/, ''),
      adminToken: read.ADMIN_TOKEN,
      metricsToken: read.METRICS_TOKEN,
      demoApiKey: read.DEMO_API_KEY,
      /** Hashes the addresses that receipts are found by; default: a key kept in the database. */
      searchKey: read.SEARCH_KEY,
      /** Fonts for PDFs besides the package's. */
      fontsDir: read.FONTS_DIR && path(read.FONTS_DIR),
      /** Chromium's sandbox; default the engine's. */
      browserSandbox: read.BROWSER_SANDBOX && read.BROWSER_SANDBOX === 'on',
      /** Proxies in front, whose `X-Forwarded-For` says who the client is; default none. */
      trustedProxies: read.TRUSTED_PROXIES ? serversOf(read.TRUSTED_PROXIES) : undefined,
      /** DNS servers for email validation; default the system's. */
      dnsServers: read.DNS_SERVERS ? serversOf(read.DNS_SERVERS) : undefined,
      /** Where reports about mails go: the senders of mails' envelopes are made of it. */
      bounceAddress: read.BOUNCE_ADDRESS,
      /** The port at which they arrive. */
      bouncePort:
        read.BOUNCE_PORT === undefined ? undefined : { host: read.BOUNCE_HOST ?? read.HOST, port: read.BOUNCE_PORT },
      /** The mailbox in which they arrive. */
      bounceMailbox: read.BOUNCE_MAILBOX,
      /** Where people may sign in besides. */
      provider: issuer && clientId && clientSecret ? { issuer, clientId, clientSecret, name } : undefined,
      tls: certFile && tlsKeyFile ? { certFile: path(certFile), keyFile: path(tlsKeyFile) } : undefined,
      dkim:
        domainName && keySelector && dkimKeyFile ? { domainName, keySelector, keyFile: path(dkimKeyFile) } : undefined,
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

function providersIn(read: Environment) {
  const { BOUNCE_SES_TOPIC_ARN: topicArn, BOUNCE_POSTMARK_USER: user, BOUNCE_POSTMARK_PASSWORD: password } = read
  const { BOUNCE_SENDGRID_KEY: publicKey, BOUNCE_MAILGUN_KEY: key, BOUNCE_RESEND_SECRET: secret } = read
  return {
    ...(topicArn && { ses: { topicArn } }),
    ...(user && password && { postmark: { user, password } }),
    ...(publicKey && { sendgrid: { publicKey } }),
    ...(key && { mailgun: { key } }),
    ...(secret && { resend: { secret } }),
  }
}

/** Without an address of its own, a report goes to the sender of the mail, and nobody reads it there. */
function bounceProblems({ BOUNCE_ADDRESS, BOUNCE_PORT }: Environment): string[] {
  return BOUNCE_PORT !== undefined && !BOUNCE_ADDRESS
    ? ['BOUNCE_ADDRESS: must be set with BOUNCE_PORT; it is where reports about mails are sent']
    : []
}

function bounceWarning(read: Environment): string[] {
  const { BOUNCE_ADDRESS, BOUNCE_PORT, BOUNCE_MAILBOX, ROLE } = read
  const isRead = BOUNCE_PORT !== undefined || BOUNCE_MAILBOX !== undefined || ROLE !== 'all'
  const isTold = Object.entries(read).some(([name, value]) => aProvider.test(name) && value !== undefined)
  return BOUNCE_ADDRESS && !isRead && !isTold
    ? ['BOUNCE_ADDRESS is set, but nothing reads what arrives there: set BOUNCE_PORT or BOUNCE_MAILBOX']
    : []
}

const aProvider = /^BOUNCE_(?:SES|POSTMARK|SENDGRID|MAILGUN|RESEND)_/

/** nodemailer's parameters were the only way to change them, and could be too short for what RFC 5321 asks. */
function timeoutWarning({ SMTP_URL }: Environment): string[] {
  const given = SMTP_URL ? timeoutsIn(SMTP_URL) : []
  if (given.length === 0) return []
  return [
    `SMTP_URL: ${given.join(', ')} isn't used; set SMTP_CONNECT_TIMEOUT, SMTP_GREETING_TIMEOUT or SMTP_REPLY_TIMEOUT`,
  ]
}

/** In decimal digits only: `0x50`, `1e3` and a blank are somebody's mistake. @param why of its least, for whoever gives less */
const whole = (least: number, most: number, why?: string) =>
  z.preprocess(
    text => (typeof text === 'string' && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : text),
    z
      .number()
      .int('must be a whole number')
      .min(least, why && `must be at least ${least} (${why})`)
      .max(most),
  )
const url = (...protocols: string[]) =>
  z.string().refine(text => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be an address that starts with ${protocols.map(protocol => `${protocol}//`).join(' or ')}`,
  })

/** All environment variables and their types; `.env.example` explains each. */
export const variables = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: whole(0, 65_535).default(8080),
  DATA_DIR: z.string().optional(),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL: z.literal('folder', 'must be folder or unset').optional(),
  ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  PUBLIC_URL: url('http:', 'https:').optional(),
  ADMIN: z.enum(['on', 'off']).optional(),
  ADMIN_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  METRICS: z.literal('open', 'must be open or unset').optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  SEARCH_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
  DEMO_API_KEY: z
    .string()
    .regex(/^[^:\s]{1,64}:\S{8,200}$/, 'must be id:secret, with at least 8 characters in the secret')
    .optional(),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  TLS_CERT_FILE: z.string().optional(),
  TLS_KEY_FILE: z.string().optional(),
  MAIL_FROM: z.email('must be an e-mail address').optional(),
  DKIM_DOMAIN: z.string().optional(),
  DKIM_SELECTOR: z.string().optional(),
  DKIM_KEY_FILE: z.string().optional(),
  BOUNCE_ADDRESS: z
    .email('must be an e-mail address')
    .regex(/^[^@+]{1,10}@/, 'must have at most 10 characters before the @, and no +, because 53 more follow them')
    .optional(),
  BOUNCE_HOST: z.string().optional(),
  BOUNCE_PORT: whole(0, 65_535).optional(),
  BOUNCE_MAILBOX: url('imaps:', 'imap:').optional(),
  BOUNCE_SES_TOPIC_ARN: z
    .string()
    .regex(
      /^arn:aws(?:-cn|-us-gov)?:sns:[a-z0-9-]{5,30}:\d{12}:[\w-]{1,256}$/,
      'must be arn:aws:sns:region:account:topic',
    )
    .optional(),
  BOUNCE_POSTMARK_USER: z.string().optional(),
  BOUNCE_POSTMARK_PASSWORD: z.string().min(16, 'must have at least 16 characters').optional(),
  BOUNCE_SENDGRID_KEY: z
    .string()
    .refine(isP256Key, 'must be the verification key of SendGrid’s Signed Event Webhook, a P-256 key in base64')
    .optional(),
  BOUNCE_MAILGUN_KEY: z.string().min(16, 'must be Mailgun’s HTTP webhook signing key').optional(),
  BOUNCE_RESEND_SECRET: z
    .string()
    .regex(/^whsec_[\w+/=-]{16,200}$/, 'must be the signing secret of Resend’s webhook: whsec_…')
    .optional(),
  MAIL_CONCURRENCY: whole(1, 100).default(5),
  SMTP_CONNECT_TIMEOUT: whole(1, 300).default(10),
  SMTP_GREETING_TIMEOUT: whole(300, 3600, 'seconds, RFC 5321 section 4.5.3.2.1').default(300),
  SMTP_REPLY_TIMEOUT: whole(600, 3600, 'seconds, RFC 5321 section 4.5.3.2.6').default(600),
  RATE_LIMIT: whole(0, 10_000_000).default(60_000),
  MAX_CONNECTIONS: whole(10, 100_000).default(1000),
  MAX_CONNECTIONS_PER_ADDRESS: whole(0, 100_000).optional(),
  TRUSTED_PROXIES: z
    .string()
    .refine(text => serversOf(text).every(isNetwork), 'must be IP addresses or networks, separated by commas')
    .optional(),
  SMTP_PROBE: z.enum(['on', 'off']).default('off'),
  DNS_SERVERS: z
    .string()
    .refine(
      text => serversOf(text).every(isServer),
      'must be IP addresses, each with an optional port, separated by commas',
    )
    .optional(),
  WEBHOOK_ALLOW: z
    .string()
    .refine(
      text => serversOf(text).every(isHostOrNetwork),
      'must be host names, IP addresses or networks, separated by commas',
    )
    .optional(),
  WEBHOOK_KEY: z
    .string()
    .refine(
      text => serversOf(text).every(key => key.length >= 16),
      'must be keys of at least 16 characters, separated by commas',
    )
    .optional(),
  OIDC_ISSUER: url('https:', 'http:')
    .refine(isConfidential, 'must start with https://, except on this machine')
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  SIGN_IN: z.enum(['password', 'second-factor', 'provider']).default('password'),
  OIDC_NAME: z.string().max(40, 'must have at most 40 characters').default('OpenID Connect'),
  TEMPLATES_DIR: z.string().optional(),
  FONTS_DIR: z.string().optional(),
  BROWSER_SANDBOX: z.enum(['on', 'off']).optional(),
  RECEIPT_BUDGET_MS: whole(100, 60_000).default(2000),
  PDF_TIMEOUT_MS: whole(1000, 300_000).default(15_000),
  PDF_MAX_PAGES: whole(1, 10_000).default(500),
})

/** The environment variables, checked, with their defaults. */
export type Environment = z.infer<typeof variables>

/** The servers of DNS_SERVERS, or the networks of TRUSTED_PROXIES. */
export function serversOf(text: string): string[] {
  return text.split(',').map(server => server.trim())
}

/** Whether what is sent there can't be read on the way. */
function isConfidential(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** A public key in DER, SubjectPublicKeyInfo, of the curve that SendGrid signs with. */
function isP256Key(text: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    return false
  }
}

/** `192.0.2.1`, `10.0.0.0/8`, `2001:db8::/32`. */
function isNetwork(text: string): boolean {
  const [, address = '', bits = '0'] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const family = isIP(address)
  return family !== 0 && Number(bits) <= (family === 4 ? 32 : 128)
}

/** `192.0.2.1`, `192.0.2.1:53`, `2001:db8::1`, `[2001:db8::1]:53`. */
function isServer(text: string): boolean {
  const [, bracketed, bare] = /^(?:\[([^\]]+)\]|([^:]+))(?::\d{1,5})?$/.exec(text) ?? []
  return isIP(text) !== 0 || isIP(bracketed ?? bare ?? '') !== 0
}

/** OpenSSL's and Nix's own, one letter from `TLS_CERT_FILE`. */
const known = new Set(['SSL_CERT_FILE', 'SSL_CERT_DIR', 'NIX_SSL_CERT_FILE'])

/** Variables that look like misspellings of ours. The environment is shared, so these are warnings, not errors. */
export function nearMisses(given: readonly string[], ours: readonly string[]): string[] {
  return given.flatMap(name => {
    const meant = ours.includes(name) || known.has(name) ? undefined : nearest(name, ours)
    return meant === undefined || isLongerName(name, meant) ? [] : [`${name}: did you mean ${meant}?`]
  })
}

/** PGHOST, MAILTO, TEST_DATABASE_URL: a longer name that contains ours belongs to another program. */
function isLongerName(name: string, ours: string): boolean {
  const plain = (text: string) => text.toUpperCase().replaceAll('_', '')
  return name.length > ours.length + 1 && plain(name).includes(plain(ours))
}
