import { nearest } from 'counterfoil/internal'
import { timeoutsIn } from './smtp-url.ts'
import type { Environment } from './variables.ts'

/** What is wrong with variables that are valid one by one: a sentence each, which begins with the variable. */
export function mistakesIn(read: Environment): string[] {
  return [
    ...together(read, ['TLS_CERT_FILE', 'TLS_KEY_FILE']),
    ...together(read, ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_KEY_FILE']),
    ...together(read, ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']),
    ...(read.SIGN_IN === 'provider' && read.OIDC_ISSUER === undefined
      ? ['OIDC_ISSUER: must be set with SIGN_IN=provider; otherwise nobody could sign in']
      : []),
    ...together(read, ['BOUNCE_POSTMARK_USER', 'BOUNCE_POSTMARK_PASSWORD']),
  ]
}

/** The same of what a command doesn't need. */
export function serviceMistakesIn(read: Environment): string[] {
  return [
    ...bounceProblems(read),
    ...mailProblems(read),
    ...(read.ROLE !== 'all' && !read.DATABASE_URL
      ? [`ROLE: ${read.ROLE} needs DATABASE_URL; with the embedded database, one process does everything`]
      : []),
  ]
}

/** Likely mistakes with which a service starts anyway. */
export function oddities(read: Environment): string[] {
  return [...senderWarning(read), ...timeoutWarning(read), ...bounceWarning(read)]
}

/** Reports variables that only work together. */
function together(read: Environment, names: readonly (keyof Environment)[]): string[] {
  const missing = names.filter(name => read[name] === undefined)
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

/** They used to be nodemailer's parameters, which could be shorter than RFC 5321 asks. */
function timeoutWarning({ SMTP_URL }: Environment): string[] {
  const given = SMTP_URL ? timeoutsIn(SMTP_URL) : []
  if (given.length === 0) return []
  return [
    `SMTP_URL: ${given.join(', ')} isn't used; set SMTP_CONNECT_TIMEOUT, SMTP_GREETING_TIMEOUT or SMTP_REPLY_TIMEOUT`,
  ]
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
