import { createPublicKey } from 'node:crypto'
import type { MailRecords } from '../email-validation/dns.ts'
import type { Config } from '../settings/config.ts'
import type { SettingFiles } from '../settings/files.ts'
import { type Found, fail, ok, warn } from './finding.ts'

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

/** A domain without mail can't take bounces, and many servers refuse its mails. */
export async function checkBounces(domains: readonly string[], { takesMail }: MailRecords): Promise<Found> {
  return worst(
    await Promise.all(
      domains.map(async domain => {
        if (await takesMail(domain)) return ok(`${domain} takes mail, so bounces arrive.`)
        return warn(`${domain} takes no mail, so bounces are lost.`, `Give ${domain} an MX record.`)
      }),
    ),
  )
}

/** The domain that an organization registers, without the list of all suffixes: two labels, three below such as co.uk. */
function organizationOf(domain: string): string {
  const labels = domain.toLowerCase().split('.')
  const isSecondLevel =
    /^(?:co|com|net|org|gov|edu|ac|or|ne|go)$/.test(labels.at(-2) ?? '') && labels.at(-1)?.length === 2
  return labels.slice(isSecondLevel ? -3 : -2).join('.')
}

/** The most serious of several findings, or all that are well. */
function worst(findings: readonly Found[]): Found {
  const worse = findings.find(({ state }) => state === 'fail') ?? findings.find(({ state }) => state === 'warn')
  return worse ?? ok(findings.map(({ says }) => says).join(' '))
}
