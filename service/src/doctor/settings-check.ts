import { X509Certificate } from 'node:crypto'
import { isLoopback } from '../api/connections.ts'
import type { Config } from '../settings/config.ts'
import type { SettingFiles } from '../settings/files.ts'
import { type Found, fail, ok, warn } from './finding.ts'

/** The settings are valid, or there would be no config; repeats their warnings. */
export async function checkSettings({ warnings, role, databaseUrl, smtpUrl }: Config): Promise<Found> {
  if (warnings.length > 0) return warn(warnings.join(' '), 'Correct the settings (.env.example).')
  const database = databaseUrl === undefined ? 'the embedded database' : 'PostgreSQL'
  return ok(`Role ${role}, on ${database}, ${smtpUrl === undefined ? 'without' : 'with'} a mail server.`)
}

const day = 86_400_000

/** The certificate's dates, and whether it is for the public address. */
export async function checkCertificate(
  { host: listensOn, tls, publicUrl }: Config,
  files: SettingFiles,
  now: number,
): Promise<Found> {
  const host = publicUrl?.startsWith('https:') ? new URL(publicUrl).hostname : undefined
  if (!tls || !files.tls) {
    if (host !== undefined) return ok('A proxy serves HTTPS; TLS_CERT_FILE is not set.')
    if (isLoopback(listensOn)) return ok('Not needed: only this machine can connect (HOST).')
    return warn(
      'Requests are answered without TLS.',
      'Set TLS_CERT_FILE and TLS_KEY_FILE, or use a proxy and set PUBLIC_URL.',
    )
  }
  const certificate = new X509Certificate(files.tls.cert)
  const [from, until] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)]
  const renew = `Renew ${tls.certFile}; the service takes the new one without a restart.`
  const date = new Date(until).toISOString().slice(0, 10)
  if (now >= until) return fail(`The certificate expired on ${date}.`, renew)
  if (now < from) return fail('The certificate is not valid yet.', 'Correct the clock, or wait.')
  if (host !== undefined && !certificate.checkHost(host))
    return fail(`The certificate is not for ${host}.`, `Get one for it, or correct PUBLIC_URL.`)
  const days = Math.floor((until - now) / day)
  return days < 14
    ? warn(`The certificate expires in ${days} days.`, renew)
    : ok(`The certificate is good until ${date}.`)
}
