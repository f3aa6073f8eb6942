import { statSync } from 'node:fs'
import { codeOf } from '../errors/fault.ts'
import type { Log } from '../monitoring/log.ts'
import type { Config } from './config.ts'
import { readTls, type TlsPair } from './files.ts'

export interface CertificateWatchOptions {
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
 * @returns ends the watch
 */
export function watchCertificate({ files, take, log, interval = 10_000 }: CertificateWatchOptions): () => void {
  let taken = stateOf(files)
  let last = taken
  const timer = setInterval(look, interval).unref()
  return () => clearInterval(timer)

  function look(): void {
    const state = stateOf(files)
    const isSettled = state === last
    last = state
    if (!isSettled || state === taken) return
    taken = state
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
