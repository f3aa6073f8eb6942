import { createPublicKey } from 'node:crypto'
import { isIP } from 'node:net'
import { z } from 'zod'
import { isHostOrNetwork } from '../basics/public-addresses.ts'

/** In decimal digits only: `0x50`, `1e3` and a blank are mistakes. @param why it has a minimum, for whoever gives less */
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
  TEMPLATE_UPLOADS: z.enum(['on', 'off']).default('on'),
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
