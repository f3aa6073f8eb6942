import { X509Certificate } from 'node:crypto'
import { StartError } from '../../basics/errors/errors.ts'
import { isLoopback } from '../../basics/public-addresses.ts'
import type { DatabaseInspection } from '../../database/inspect.ts'
import { nameOf, placeOf, strangeOwner, whyUnwritable } from '../../database/location.ts'
import type { Config } from '../../settings/config.ts'
import type { SettingFiles } from '../../settings/files.ts'
import { type Found, fail, ok, warn } from './finding.ts'

/** The settings are valid, or there would be no config; repeats their warnings. */
export async function checkSettings(config: Config): Promise<Found> {
  const { warnings, role, databaseUrl, smtpUrl, metricsOpen, host, tls } = config
  if (warnings.length > 0) return warn(warnings.join(' '), 'Correct the settings (.env.example).')
  if (metricsOpen && tls && !isLoopback(host))
    return warn(
      '/metrics, with the ids of merchants, is open to whoever reaches this process (METRICS).',
      'Set METRICS_TOKEN instead, which Prometheus sends (`authorization`).',
    )
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

/** A process needs 10 connections (README); this leaves room for two. */
const fewConnections = 20

/**
 * Whether the database can be used.
 *
 * @param look rejects with a StartError if it can't
 */
export async function checkDatabase(config: Config, look: Promise<DatabaseInspection>): Promise<Found> {
  const place = nameOf(placeOf(config))
  try {
    const { tables, server, recounts } = await look
    const state = { none: 'no tables yet', older: 'tables of an earlier version', current: 'tables up to date' }[tables]
    const counts = (says: string) =>
      recounts === 0
        ? ok(says)
        : warn(
            `${says} Statistics of ${recounts} ${recounts === 1 ? 'merchant' : 'merchants'} are being counted anew after an upgrade.`,
            'Let a process with a worker run until its log says that it is done.',
          )
    if (!server)
      return judgeFiles(
        config.dataDir,
        tables === 'none' ? ok(`${place} will be created.`) : counts(`${place}: ${state}.`),
      )
    const { version, connections, isReadOnly, mayCreate, isEncrypted, isLocal } = server
    const says = `${place}: PostgreSQL ${version}, ${state}.`
    if (Number.parseInt(version, 10) < 15) return fail(says, 'Use PostgreSQL 15 or newer.')
    if (isReadOnly) return fail(`${says} It is a read-only standby.`, 'Set DATABASE_URL to the primary server.')
    if (!mayCreate) return fail(`${says} This user can't create tables.`, 'Grant it `create` on the schema public.')
    if (!isEncrypted && !isLocal)
      return warn(`${says} The connection is not encrypted.`, 'Add `?sslmode=verify-full` to DATABASE_URL.')
    if (connections < fewConnections)
      return warn(`${says} It allows ${connections} connections.`, 'Each process takes 10: raise max_connections.')
    return counts(says)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    // Such a message says what is wrong, and then what to do.
    const [, says = error.message, mend = ''] = /^(.*?[.)]) ([A-Z].*)$/s.exec(error.message) ?? []
    return fail(says, mend)
  }
}

/** Whether the embedded database could be written, by this user, and by the folder's owner, which the service usually is; else `otherwise`. */
function judgeFiles(folder: string, otherwise: Found): Found {
  const unwritable = whyUnwritable(folder)
  if (unwritable !== undefined)
    return fail(
      unwritable,
      'Ask the doctor as the user that the service runs as; if it is that one, give it the file (chown).',
    )
  const strange = strangeOwner(folder)
  if (strange !== undefined)
    return warn(`${otherwise.says} ${strange}`, 'Give all files in it to the user that the service runs as (chown).')
  return otherwise
}
