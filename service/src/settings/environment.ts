import { isIP } from 'node:net'
import { nearest } from 'counterfoil/internal'
import { z } from 'zod'

/** In decimal digits only: `0x50`, `1e3` and a blank are somebody's mistake. */
const whole = (least: number, most: number) =>
  z.preprocess(
    text => (typeof text === 'string' && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : text),
    z.number().int('must be a whole number').min(least).max(most),
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
  MAIL_CONCURRENCY: whole(1, 100).default(5),
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
  TEMPLATES_DIR: z.string().optional(),
  FONTS_DIR: z.string().optional(),
  BROWSER_SANDBOX: z.enum(['on', 'off']).optional(),
})

/** The environment variables, checked, with their defaults. */
export type Environment = z.infer<typeof variables>

/** The servers of DNS_SERVERS, or the networks of TRUSTED_PROXIES. */
export function serversOf(text: string): string[] {
  return text.split(',').map(server => server.trim())
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
