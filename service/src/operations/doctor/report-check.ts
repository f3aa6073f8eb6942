import { codeOf } from '../../basics/errors/fault.ts'
import { isLoopback } from '../../basics/public-addresses.ts'
import type { DatabaseInspection } from '../../database/inspect.ts'
import { countKeptReports } from '../../delivery/bounces/kept.ts'
import { openMailbox } from '../../delivery/bounces/mailbox/imap.ts'
import type { Config } from '../../settings/config.ts'
import { type Found, fail, ok, warn, worst } from './finding.ts'

type Reading = Pick<Config, 'smtpUrl' | 'bounceAddress' | 'bouncePort' | 'bounceMailbox' | 'bounceProviders'>

/**
 * Whether reports about mails are read: the mailbox lets us in, what the mail provider sends can be checked, and few couldn't be read.
 *
 * @param silence milliseconds of the mailbox's server
 */
export async function checkReports(
  config: Reading,
  look: Promise<DatabaseInspection>,
  silence: number,
): Promise<Found> {
  return worst([await checkMailbox(config.bounceMailbox, silence), checkSources(config), ...(await checkKept(look))])
}

async function checkMailbox(address: string | undefined, silence: number): Promise<Found> {
  if (address === undefined) return ok('No mailbox is read (BOUNCE_MAILBOX).')
  const { hostname, pathname } = new URL(address)
  try {
    const mailbox = await openMailbox(address, { connectMs: silence, greetingMs: silence, silenceMs: silence })
    await mailbox.close()
    return ok(`The mailbox of bounces at ${hostname} can be read.`)
  } catch (error) {
    const { authenticationFailed, mailboxMissing } = error as { authenticationFailed?: true; mailboxMissing?: true }
    if (authenticationFailed)
      return fail(
        `${hostname} rejects the sign-in to the mailbox of bounces.`,
        'Correct user and password in BOUNCE_MAILBOX, percent-encoded; many providers want a password for programs.',
      )
    if (mailboxMissing)
      return fail(
        `${hostname} has no mailbox ${decodeURIComponent(pathname.slice(1)) || 'INBOX'}.`,
        'Correct the name at the end of BOUNCE_MAILBOX.',
      )
    return fail(
      `The mailbox of bounces at ${hostname} can't be opened (${codeOf(error)}).`,
      'Correct host and port in BOUNCE_MAILBOX, and see that no firewall is in between.',
    )
  }
}

/** Providers put their own senders into mails, so that reports go to them: by the last part of their servers' names. */
const providers = [
  { name: 'Amazon SES', servers: 'amazonaws.com', key: 'ses', needs: 'BOUNCE_SES_TOPIC_ARN' },
  {
    name: 'Postmark',
    servers: 'postmarkapp.com',
    key: 'postmark',
    needs: 'BOUNCE_POSTMARK_USER and BOUNCE_POSTMARK_PASSWORD',
  },
  { name: 'SendGrid', servers: 'sendgrid.net', key: 'sendgrid', needs: 'BOUNCE_SENDGRID_KEY' },
  { name: 'Mailgun', servers: 'mailgun.org', key: 'mailgun', needs: 'BOUNCE_MAILGUN_KEY' },
  { name: 'Resend', servers: 'resend.com', key: 'resend', needs: 'BOUNCE_RESEND_SECRET' },
] as const

function checkSources({ smtpUrl, bounceAddress, bouncePort, bounceMailbox, bounceProviders }: Reading): Found {
  if (smtpUrl === undefined) return ok('No mails go out, so no reports come.')
  const { hostname } = new URL(smtpUrl)
  const provider = providers.find(({ servers }) => hostname === servers || hostname.endsWith(`.${servers}`))
  if (provider && bounceProviders[provider.key] === undefined)
    return warn(
      `Mails go out by ${provider.name}, and what it says of them isn't believed: no secret is set.`,
      `Set ${provider.needs}, and its webhook to this service (README, Bounces).`,
    )
  const sources = [
    ...(bouncePort ? [`port ${bouncePort.port}`] : []),
    ...(bounceMailbox ? ['a mailbox'] : []),
    ...providers.filter(({ key }) => bounceProviders[key]).map(({ name }) => name),
  ]
  if (sources.length > 0) return ok(`Reports come by ${sources.join(', ')}.`)
  // A machine's own mail server is one for tests, or hands on what it gets.
  if (bounceAddress !== undefined || isLoopback(hostname)) return ok('This process reads no reports.')
  return warn(
    'Nobody reads what comes back: mails to addresses that nobody has stay "sent".',
    'Set BOUNCE_ADDRESS with BOUNCE_PORT or BOUNCE_MAILBOX, or the secret of your mail provider (.env.example).',
  )
}

const words = { unreadable: 'unreadable', unmatched: 'about no known mail' } as const

async function checkKept(look: Promise<DatabaseInspection>): Promise<Found[]> {
  const found = await look.catch(() => undefined)
  if (!found?.db || found.tables !== 'current') return []
  const kept = await countKeptReports(found.db)
  if (kept.length === 0) return []
  const counted = kept.map(({ kind, count }) => `${count} ${words[kind]}`).join(', ')
  const lastAt = new Date(Math.max(...kept.map(each => each.lastAt))).toISOString().slice(0, 10)
  return [
    warn(
      `Reports of the last 30 days couldn't be used: ${counted}; the last came on ${lastAt}.`,
      'Look at them: counterfoil-service deliveries reports.',
    ),
  ]
}
