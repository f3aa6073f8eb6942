// Room `doctor`: what may be wrong with settings, network, spool and printer.
// Besides the ways in, `cli` may call it.

import { TillError } from '../basics/errors.ts'
import { plainText } from '../basics/values.ts'
import { isTlsOff, readOptions, type TillOptions, tlsIsOff } from '../settings/read-settings.ts'
import { openSeal } from '../spool/seal.ts'
import { openSpool } from '../spool/spool.ts'
import { type Finding, type Found, fail, ok, warn } from './finding.ts'
import { checkClock, checkKey, checkTls, checkValidation, checkWay, tryWay } from './network-checks.ts'
import { checkDisk, checkRights, checkSpool } from './spool-checks.ts'

/** Longest time for one check over the network; milliseconds. */
const checkTimeoutMs = 5000

/**
 * Checks everything a till needs; creates no receipt. Every fault comes with its mend.
 *
 * @param secretFiles those that hold keys
 */
export async function examine(
  options: TillOptions,
  now: () => number = Date.now,
  secretFiles: readonly string[] = [],
): Promise<Finding[]> {
  const findings: Finding[] = []
  const add = (check: string, found: Found | undefined) => found && findings.push({ check, ...found })
  const mend = 'Set it, as variable or in the settings file; "counterfoil-till help" lists all.'
  let settings: ReturnType<typeof readOptions>
  const { environment = {}, mode } = options
  if (isTlsOff(environment)) add('tls', (mode === 'test' ? warn : fail)(tlsIsOff.message, tlsIsOff.mend))
  try {
    // A live till checks certificates nevertheless, so the rest can be looked at.
    settings = readOptions({ ...options, environment: { ...environment, NODE_TLS_REJECT_UNAUTHORIZED: undefined } })
  } catch (error) {
    if (!(error instanceof TillError)) throw error
    add('settings', fail(error.message, mend))
    add('printer', await printerOf(options))
    return findings
  }
  const { service } = settings
  add('settings', ok(`Merchant ${service.merchant} in ${service.mode} mode.`))

  const addresses = new Map([service.receipts, service.host].map(url => [url.host, url]))
  for (const url of addresses.values()) {
    const way = await tryWay(new URL('/healthz', url), service, checkTimeoutMs)
    add('address', checkWay(url, way, service))
    add('tls', checkTls(url, way, now()))
    if (url.host === service.receipts.host) add('clock', checkClock(way, now()))
    if ('fault' in way) continue
    if (url.host === service.receipts.host) add('key', await checkKey(service, checkTimeoutMs))
    if (url.host === service.host.host) add('validation', await checkValidation(service, checkTimeoutMs))
  }

  try {
    const spool = await openSpool({ folder: settings.spool, seal: openSeal(settings.spoolKeys), now })
    add('disk', await checkDisk(spool))
    add('spool', await checkSpool(spool, settings.limits, now()))
  } catch (error) {
    if (!(error instanceof TillError)) throw error
    add('disk', fail(error.message, 'Set COUNTERFOIL_SPOOL to a folder that this user may write.'))
  }
  add('rights', await checkRights(settings.spool, secretFiles))
  add('printer', await printerOf(options))
  return findings
}

/** Loads the libraries for printers only if there is one. */
async function printerOf({ paper }: TillOptions): Promise<Found | undefined> {
  if (paper?.to === undefined) return undefined
  const { checkPrinter } = await import('./printer-check.ts')
  return await checkPrinter(paper)
}

/** A finding in one line. */
export function lineOf({ check, state, message, mend }: Finding): string {
  return `${state.padEnd(5)} ${check.padEnd(11)} ${plainText([message, mend].filter(Boolean).join(' '))}\n`
}
