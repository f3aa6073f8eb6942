import { isLoopback } from '../api/connections.ts'
import { type MailServerLook, talkToMailServer } from '../mail/smtp-talk.ts'
import { MailFault } from '../mail/transport.ts'
import type { Config } from '../settings/config.ts'
import { type Found, fail, ok, warn } from './finding.ts'

/**
 * Connects to the mail server, logs in, and names the sender; sends no mail.
 *
 * @param timeout milliseconds of silence
 */
export async function checkMailServer(
  { smtpUrl, mailFolder, mailFrom, role }: Config,
  timeout: number,
): Promise<Found> {
  if (smtpUrl === undefined) {
    if (mailFolder && role !== 'api')
      return warn('No mail server is set: mails are written to files and count as sent.', 'Set SMTP_URL and MAIL_FROM.')
    return ok('This process sends no mails.')
  }
  const { host } = new URL(smtpUrl)
  try {
    const look = await talkToMailServer({ url: smtpUrl, sender: mailFrom, timeout })
    return judge(look, host, mailFrom)
  } catch (error) {
    if (!(error instanceof MailFault)) throw error
    return fail(...explain(error, host))
  }
}

function judge({ encryption, login, sender }: MailServerLook, host: string, mailFrom: string): Found {
  const says = `${host}: ${encryption}, ${login}, takes ${mailFrom} as the sender.`
  if (!sender.startsWith('2'))
    return fail(
      `${host} rejects ${mailFrom} as the sender (${sender}).`,
      'Set MAIL_FROM to an address that this login may use, or allow it at the mail server.',
    )
  if (encryption !== 'no TLS' || isLoopback(new URL(`smtp://${host}`).hostname)) return ok(says)
  return warn(says, 'Mails and password travel in the clear: use smtps://, or a server that offers STARTTLS.')
}

/** What happened, and what to do. */
function explain({ code, detail, cause }: MailFault, host: string): [string, string] {
  const says = detail || code
  const tls = tlsFault(cause)
  if (tls !== undefined)
    return [
      `TLS with ${host} fails (${tls}).`,
      'smtps:// is for port 465, smtp:// for 587 and 25; the certificate must be trusted here, and be for this host name.',
    ]
  if (/^53\d$/.test(code))
    return [`${host} rejects our login (${says}).`, 'Correct user and password in SMTP_URL, percent-encoded.']
  if (/^\d/.test(code))
    return [`${host} refuses (${says}).`, 'See its reply: it may not know this machine, or want a login.']
  if (code === 'dns') return [`There is no host ${host}.`, 'Correct the host in SMTP_URL.']
  return [
    `${host} doesn't answer (${code}).`,
    'Correct host and port in SMTP_URL, and let this machine through the firewall.',
  ]
}

/** Why TLS failed, if it did: nodemailer reports that as any broken connection, with OpenSSL's words. */
function tlsFault(cause: unknown): string | undefined {
  const { code, originalCode = '', message } = cause as { code?: string; originalCode?: string; message: string }
  if (/CERT|SIGNED|VERIFY|ERR_TLS/.test(originalCode)) return originalCode
  if (/SSL routines/.test(message)) return 'the server speaks none on this port, or an older version'
  return code === 'ETLS' ? message : undefined
}
