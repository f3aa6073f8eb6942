import { createPublicKey } from 'node:crypto'
import { isLoopback } from '../../basics/public-addresses.ts'
import { tlsFault } from '../../delivery/mail/faults.ts'
import { type MailServerLook, talkToMailServer } from '../../delivery/mail/smtp.ts'
import { MailFault } from '../../delivery/mail/transport.ts'
import type { MailRecords } from '../../delivery/validation/dns.ts'
import type { Config } from '../../settings/config.ts'
import type { SettingFiles } from '../../settings/files.ts'
import { type Found, fail, ok, warn, worst } from './finding.ts'

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

function judge({ encryption, login, sender, isUtf8 }: MailServerLook, host: string, mailFrom: string): Found {
  const utf8 = isUtf8 ? '' : ' It offers no SMTPUTF8, so mails to addresses such as zoë@example.com fail.'
  const says = `${host}: ${encryption}, ${login}, takes ${mailFrom} as the sender.${utf8}`
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

/** SPF (RFC 7208) of each sender's domain: exactly one record, which doesn't allow everybody. */
export async function checkSpf(domains: readonly string[], { textsOf }: MailRecords): Promise<Found> {
  return worst(
    await Promise.all(
      domains.map(async domain => {
        const records = (await textsOf(domain)).filter(text => /^v=spf1(?: |$)/i.test(text))
        const publish = `Publish \`v=spf1 include:<your mail provider> -all\` at ${domain}, as your provider says.`
        if (records.length === 0) return warn(`${domain} has no SPF record, so its mails look forged.`, publish)
        if (records.length > 1)
          return fail(`${domain} has ${records.length} SPF records, which count as none.`, 'Merge them into one.')
        const [record = ''] = records
        if (/ \+?all$/i.test(record.trim()))
          return warn(`${domain} lets everybody send in its name.`, 'End its SPF record in -all.')
        return ok(`${domain} has one.`)
      }),
    ),
  )
}

/** DKIM (RFC 6376): the published key is the one that signs, in a domain that DMARC takes for the sender's. */
export async function checkDkim(
  domains: readonly string[],
  { dkim }: Pick<Config, 'dkim'>,
  files: SettingFiles,
  { textsOf }: MailRecords,
): Promise<Found> {
  if (!dkim || !files.dkim) return ok('DKIM_* is not set: signing is left to the mail server.')
  const name = `${dkim.keySelector}._domainkey.${dkim.domainName}`
  const ours = createPublicKey(files.dkim.privateKey).export({ type: 'spki', format: 'der' }).toString('base64')
  const publish = `Publish \`v=DKIM1; k=rsa; p=${ours}\` at ${name}.`
  const published = (await textsOf(name)).map(text => /(?:^|;)\s*p=([^;]*)/.exec(text)?.[1]?.replace(/\s/g, ''))
  if (published.length === 0) return fail(`${name} has no key, so our signatures can't be checked.`, publish)
  if (!published.includes(ours)) return fail(`${name} has another key than DKIM_KEY_FILE.`, publish)
  const stranger = domains.find(domain => organizationOf(domain) !== organizationOf(dkim.domainName))
  if (stranger !== undefined)
    return warn(
      `${dkim.domainName} signs for ${stranger}, which DMARC doesn't accept.`,
      'Let that sender’s own mail server sign.',
    )
  return ok(`${name} has the key of DKIM_KEY_FILE.`)
}

/** DMARC (RFC 7489) of each sender's domain, or of the one it belongs to. */
export async function checkDmarc(domains: readonly string[], { textsOf }: MailRecords): Promise<Found> {
  return worst(
    await Promise.all(
      domains.map(async domain => {
        for (const name of new Set([domain, organizationOf(domain)])) {
          const records = (await textsOf(`_dmarc.${name}`)).filter(text => /^v=DMARC1\s*;/i.test(text))
          if (records.length > 1)
            return fail(`_dmarc.${name} has ${records.length} records, which count as none.`, 'Keep one.')
          if (records.length === 1) return ok(`${domain} has one.`)
        }
        const publish = `Publish \`v=DMARC1; p=none; rua=mailto:postmaster@${domain}\` at _dmarc.${domain}.`
        return warn(`${domain} has no DMARC record; Gmail and Yahoo want one.`, publish)
      }),
    ),
  )
}

/**
 * A domain without mail can't take bounces, and many servers refuse its mails; and reports that nobody could read may be of our mails.
 *
 * @param kept how many reports couldn't be read, or are about no known mail
 */
export async function checkBounces(domains: readonly string[], { takesMail }: MailRecords): Promise<Found> {
  const found = await Promise.all(
    domains.map(async domain => {
      if (await takesMail(domain)) return ok(`${domain} takes mail, so bounces arrive.`)
      return warn(`${domain} takes no mail, so bounces are lost.`, `Give ${domain} an MX record.`)
    }),
  )
  return worst(found)
}

/** The domain that an organization registers, without the list of all suffixes: two labels, three below such as co.uk. */
function organizationOf(domain: string): string {
  const labels = domain.toLowerCase().split('.')
  const isSecondLevel =
    /^(?:co|com|net|org|gov|edu|ac|or|ne|go)$/.test(labels.at(-2) ?? '') && labels.at(-1)?.length === 2
  return labels.slice(isSecondLevel ? -3 : -2).join('.')
}
