import { z } from 'zod'

/** Where the process gets everything it may know of its surroundings; `.env.example` tells what each means. */
export interface Config {
  host: string
  port: number
  dataDir: string
  databaseUrl?: string
  smtpUrl?: string
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
}

/** The settings cannot be used. Lists every one, not only the first. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`The settings cannot work.\n${problems.map(problem => `  ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
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
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
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
  MAIL_FROM: z.email('must be an e-mail address').default('receipts@example.com'),
  DKIM_DOMAIN: z.string().optional(),
  DKIM_SELECTOR: z.string().optional(),
  DKIM_KEY_FILE: z.string().optional(),
  MAIL_CONCURRENCY: whole(1, 100).default(5),
  RATE_LIMIT: whole(0, 10_000_000).default(60_000),
  MAX_CONNECTIONS: whole(10, 100_000).default(1000),
  MAX_CONNECTIONS_PER_ADDRESS: whole(0, 100_000).optional(),
  SMTP_PROBE: z.enum(['on', 'off']).default('off'),
  TEMPLATES_DIR: z.string().optional(),
})

/**
 * Reads the settings from environment variables; an empty one counts as absent.
 *
 * @throws ConfigError that lists every variable that cannot be used and says what it must be
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const { data: read, error } = settings.safeParse(given)
  if (!read) throw new ConfigError(error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`))
  const problems = [
    ...together(given, ['TLS_CERT_FILE', 'TLS_KEY_FILE']),
    ...together(given, ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_KEY_FILE']),
  ]
  if (read.ROLE !== 'all' && !read.DATABASE_URL)
    problems.push(`ROLE: ${read.ROLE} needs DATABASE_URL; on the embedded database one process does everything`)
  if (problems.length > 0) throw new ConfigError(problems)

  return {
    host: read.HOST,
    port: read.PORT,
    dataDir: read.DATA_DIR,
    role: read.ROLE,
    logLevel: read.LOG_LEVEL,
    mailFrom: read.MAIL_FROM,
    mailConcurrency: read.MAIL_CONCURRENCY,
    rateLimit: read.RATE_LIMIT,
    maxConnections: read.MAX_CONNECTIONS,
    // Behind a proxy all come from its address.
    maxConnectionsPerAddress:
      read.MAX_CONNECTIONS_PER_ADDRESS ?? (read.PUBLIC_URL ? 0 : Math.ceil(read.MAX_CONNECTIONS / 2)),
    smtpProbe: read.SMTP_PROBE === 'on',
    templatesDir: read.TEMPLATES_DIR ?? `${read.DATA_DIR}/templates`,
    ...(read.DATABASE_URL && { databaseUrl: read.DATABASE_URL }),
    ...(read.SMTP_URL && { smtpUrl: read.SMTP_URL }),
    ...(read.PUBLIC_URL && { publicUrl: read.PUBLIC_URL.replace(/\/+$/, '') }),
    ...(read.ADMIN_TOKEN && { adminToken: read.ADMIN_TOKEN }),
    ...(read.DEMO_API_KEY && { demoApiKey: read.DEMO_API_KEY }),
    ...(read.TLS_CERT_FILE &&
      read.TLS_KEY_FILE && { tls: { certFile: read.TLS_CERT_FILE, keyFile: read.TLS_KEY_FILE } }),
    ...(read.DKIM_DOMAIN &&
      read.DKIM_SELECTOR &&
      read.DKIM_KEY_FILE && {
        dkim: { domainName: read.DKIM_DOMAIN, keySelector: read.DKIM_SELECTOR, keyFile: read.DKIM_KEY_FILE },
      }),
  }
}

/** Variables that make sense only together. */
function together(given: Record<string, unknown>, names: readonly string[]): string[] {
  const missing = names.filter(name => given[name] === undefined)
  return missing.length === 0 || missing.length === names.length
    ? []
    : [`${missing.join(', ')}: must be set too, or none of ${names.join(', ')}`]
}
