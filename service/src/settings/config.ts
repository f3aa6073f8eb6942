// Room `settings`: environment variables, read and checked once.
// `variables.ts` lists them, `mistakes.ts` says which contradict each other, `files.ts` reads what they name.
// Besides the wiring, `delivery`, `operations` and `commands` may call it.

import { resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { issueMessage, StartError } from '../basics/errors/errors.ts'
import { defined } from '../basics/maps.ts'
import { mistakesIn, nearMisses, oddities, serviceMistakesIn } from './mistakes.ts'
import { withoutTimeouts } from './smtp-url.ts'
import { type Environment, serversOf, variables } from './variables.ts'

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
  const problems = purpose === 'service' ? [...mistakesIn(read), ...serviceMistakesIn(read)] : mistakesIn(read)
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
    /** Merchants' own people may upload and publish templates. */
    templateUploads: read.TEMPLATE_UPLOADS === 'on',
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
    warnings: purpose === 'service' ? [...warnings, ...oddities(read)] : warnings,
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
