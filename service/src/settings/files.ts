import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { StartError } from '../basics/errors/errors.ts'
import { codeOf, reasonOf } from '../basics/errors/fault.ts'
import type { Log } from '../basics/monitoring/log.ts'
import type { Config } from './config.ts'

/** A certificate chain and its private key, PEM. */
export interface TlsPair {
  cert: Buffer
  key: Buffer
}

/** What variables name by path, read. */
export interface SettingFiles {
  tls?: TlsPair
  dkim?: { domainName: string; keySelector: string; privateKey: string }
}

/**
 * Reads the files named by settings, before anything is opened. They are the operator's, who is trusted with the host: links are followed, which
 * renewal programs and Kubernetes make of them. Template folders are a merchant's, and are read through the engine's gate
 * (`readTemplateFolder`), which lets no link lead out.
 *
 * @throws StartError for one that can't be read or has the wrong content
 */
export function readSettingFiles({ tls, dkim }: Pick<Config, 'tls' | 'dkim'>): SettingFiles {
  return {
    ...(tls && { tls: readTls(tls) }),
    ...(dkim && { dkim: readDkim(dkim) }),
  }
}

/** @throws StartError if they can't be read or don't belong together */
function readTls({ certFile, keyFile }: NonNullable<Config['tls']>): TlsPair {
  const files = { cert: read('TLS_CERT_FILE', certFile), key: read('TLS_KEY_FILE', keyFile) }
  try {
    createSecureContext(files)
  } catch (cause) {
    const problem = `TLS_CERT_FILE, TLS_KEY_FILE: are not a PEM certificate chain and its private key`
    throw new StartError(`${problem} (${codeOf(cause)}).`, { cause })
  }
  return files
}

function readDkim({ domainName, keySelector, keyFile }: NonNullable<Config['dkim']>) {
  const privateKey = read('DKIM_KEY_FILE', keyFile).toString('utf8')
  let key: KeyObject
  try {
    key = createPrivateKey(privateKey)
  } catch (cause) {
    throw new StartError(`DKIM_KEY_FILE: ${keyFile} is not a PEM private key (${codeOf(cause)}).`, { cause })
  }
  // nodemailer signs with RSA only, and would send mails without a signature.
  const { asymmetricKeyType: kind, asymmetricKeyDetails: { modulusLength: bits = 0 } = {} } = key
  if (kind !== 'rsa') throw new StartError(`DKIM_KEY_FILE: ${keyFile} is a key for ${kind}; give an RSA key.`)
  if (bits < minKeyBits)
    throw new StartError(`DKIM_KEY_FILE: ${keyFile} has ${bits} bits, which no mail server trusts; give a key of 2048.`)
  return { domainName, keySelector, privateKey }
}

/** RFC 8301: verifiers take no signature by a shorter key. */
const minKeyBits = 1024

function read(setting: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (cause) {
    const fix = 'Give the path of a file that this user may read.'
    throw new StartError(`${setting}: ${path} can't be read (${reasonOf(cause)}). ${fix}`, { cause })
  }
}

interface CertificateWatchOptions {
  files: NonNullable<Config['tls']>
  /** Makes new connections use this pair. */
  take: (pair: TlsPair) => void
  log: Log
  /** Milliseconds between two looks; default 10 s. */
  interval?: number | undefined
}

/**
 * Takes a renewed certificate without a restart. It looks at the files by their names, because renewal programs and Kubernetes
 * replace them or the links to them. A change counts once it was the same in two looks, so that a pair is never taken while it
 * is being written. A pair that can't be used is logged once, and the last good one stays.
 *
 * @returns `stop` ends the watch, `reload` takes what is there at once
 */
export function watchCertificate({ files, take, log, interval = 10_000 }: CertificateWatchOptions) {
  let taken = stateOf(files)
  let last = taken
  const timer = setInterval(look, interval).unref()
  return { stop: () => clearInterval(timer), reload: () => takeThem(stateOf(files)) }

  function look(): void {
    const state = stateOf(files)
    const isSettled = state === last
    last = state
    if (isSettled && state !== taken) takeThem(state)
  }

  function takeThem(state: string): void {
    taken = state
    last = state
    try {
      take(readTls(files))
      log.info('New connections use the new certificate', { place: files.certFile })
    } catch (error) {
      log.error("The new certificate can't be used; the last good one stays", { place: files.certFile, error })
    }
  }
}

/** What changes whenever one of the files does. */
function stateOf({ certFile, keyFile }: NonNullable<Config['tls']>): string {
  return [certFile, keyFile]
    .map(file => {
      try {
        const { ino, size, mtimeMs } = statSync(file)
        return `${ino} ${size} ${mtimeMs}`
      } catch (error) {
        return codeOf(error)
      }
    })
    .join(', ')
}
