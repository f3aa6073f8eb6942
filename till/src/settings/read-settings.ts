// Room `settings`: options and environment variables, checked.
// Besides the ways in, `doctor` and `cli` may call it.

import { codeOf, TillError } from '../basics/errors.ts'
import { readInput } from '../basics/files.ts'
import { type Log, logToStderr } from '../basics/log.ts'
import type { Mode } from '../basics/sale.ts'
import { isObject, readJson } from '../basics/values.ts'
import type { ServiceSettings } from '../operations/connect.ts'
import type { PrintingOptions } from '../paper/printing.ts'
import type { Limits } from '../spool/tidy.ts'

/** The settings of the command: an environment variable each, or a field of the settings file. */
const variables = {
  receipts: 'COUNTERFOIL_RECEIPTS',
  host: 'COUNTERFOIL_HOST',
  merchant: 'COUNTERFOIL_MERCHANT',
  key: 'COUNTERFOIL_KEY',
  keyFile: 'COUNTERFOIL_KEY_FILE',
  spool: 'COUNTERFOIL_SPOOL',
  spoolKey: 'COUNTERFOIL_SPOOL_KEY',
  spoolKeyFile: 'COUNTERFOIL_SPOOL_KEY_FILE',
  caFile: 'COUNTERFOIL_CA_FILE',
  mode: 'COUNTERFOIL_MODE',
  language: 'COUNTERFOIL_LANGUAGE',
  printer: 'COUNTERFOIL_PRINTER',
  printerModel: 'COUNTERFOIL_PRINTER_MODEL',
  printerWidth: 'COUNTERFOIL_PRINTER_WIDTH',
  templates: 'COUNTERFOIL_TEMPLATES',
} as const

type Name = keyof typeof variables

/** A till's options, as the command found them. */
export interface ReadSettings extends TillOptions {
  /** The files that hold keys. */
  secretFiles: readonly string[]
}

/**
 * Reads the settings: variables win over the file; `…File` settings are read, so that secrets needn't be in either.
 *
 * @param file a JSON file with the fields of `variables`, and `limits` and `concurrency`; undefined for none
 * @throws TillError that names what can't be read or isn't known
 */
export function readSettings(environment: Record<string, string | undefined>, file: string | undefined): ReadSettings {
  const fields = file === undefined ? {} : readFields(file)
  const value = (name: Name): string | undefined => environment[variables[name]] || (fields[name] as string | undefined)
  const secret = (name: Name, from: Name) => value(name) ?? contentOf(from, value(from))
  const spoolKey = secret('spoolKey', 'spoolKeyFile')
  const holdsKey = 'key' in fields || 'spoolKey' in fields
  const secretFiles = [holdsKey ? file : undefined, value('keyFile'), value('spoolKeyFile')]
  return {
    receipts: value('receipts') ?? '',
    host: value('host') ?? '',
    merchant: value('merchant') ?? '',
    key: secret('key', 'keyFile') ?? '',
    spool: value('spool') ?? '',
    spoolKey: spoolKey?.split(/[\s,]+/),
    ca: contentOf('caFile', value('caFile')),
    mode: value('mode') as Mode | undefined,
    language: value('language'),
    limits: isObject(fields.limits) ? fields.limits : undefined,
    concurrency: fields.concurrency as number | undefined,
    environment,
    secretFiles: secretFiles.filter(path => path !== undefined),
    paper: paperOf(value),
  }
}

/** The printer's address, model and paper, and the merchant's template folder. */
function paperOf(value: (name: Name) => string | undefined): PrintingOptions {
  const [width, templates] = [value('printerWidth'), value('templates')]
  return {
    printer: { model: value('printerModel'), width: width === undefined ? undefined : (Number(width) as 80) },
    merchant: { test: value('mode') === 'test', ...(templates !== undefined && { templates }) },
    to: value('printer'),
  }
}

function readFields(file: string): Record<string, unknown> {
  const fields = readJson(contentOf('--settings', file) ?? '')
  if (!isObject(fields)) throw new TillError(`${file}: must be a JSON object.`)
  const unknown = Object.keys(fields).find(name => !(name in variables) && name !== 'limits' && name !== 'concurrency')
  if (unknown !== undefined)
    throw new TillError(
      `${file}: there is no setting "${unknown}"; there are ${Object.keys(variables).join(', ')}, limits and concurrency.`,
    )
  return fields
}

function contentOf(name: string, file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  try {
    return readInput(file, 1024 * 1024)
      .toString('utf8')
      .trim()
  } catch (cause) {
    throw new TillError(`${name}: ${file} can't be read (${codeOf(cause)}).`, { cause })
  }
}

/** A till's settings, as its program gives them. */
export interface TillOptions {
  /** The interface's `{base_url}`: `https://receipts.example.com/ws/rest/v1`. */
  receipts: string
  /** The interface's `{host_url}`: `https://receipts.example.com`. */
  host: string
  /** The merchant's id. */
  merchant: string
  /** The merchant's API key, `id:secret`. */
  key: string
  /** A folder on a local disk, for this till or shared by the programs on it. */
  spool: string
  /** Whether real customers are served; default `live`. A service that says otherwise gets nothing. */
  mode?: Mode | undefined
  /** The language of confirmation and notice, such as `fr-CA`; default `en`. */
  language?: string | undefined
  /** Encrypts the spool: 32 bytes as base64 or hexadecimal. Of several, the first encrypts and all decrypt. */
  spoolKey?: string | readonly string[] | undefined
  /** A certificate authority to trust besides the usual ones, PEM. */
  ca?: string | undefined
  /** Waiting receipts sent at a time, one for each register; default 2. */
  concurrency?: number | undefined
  /** When to warn, and to give up; defaults: 10,000 receipts may wait, for 90 days; sent ones are kept for 7, refused ones for 30. */
  limits?: Partial<Limits> | undefined
  /** Where HTTPS_PROXY, HTTP_PROXY and NO_PROXY are read; default `process.env`. */
  environment?: Record<string, string | undefined> | undefined
  /** The printer, and how receipts look on its paper. */
  paper?: PrintingOptions | undefined
  /** Gets what happens; default: warnings and errors go to the standard error stream. */
  log?: Log | undefined
}

/** Options, read: addresses are addresses, and what wasn't given has its default. */
interface TillSettings {
  service: ServiceSettings
  spool: string
  spoolKeys: readonly string[]
  language: string
  concurrency: number
  limits: Limits
  paper: PrintingOptions
  log: Log
}

const defaultLimits: Limits = { pendingCount: 10_000, pendingDays: 90, sentDays: 7, refusedDays: 30 }

/** Whether the environment tells Node to take any certificate. */
export function isTlsOff(environment: Record<string, string | undefined> = {}): boolean {
  return environment.NODE_TLS_REJECT_UNAUTHORIZED === '0'
}

/** What is wrong with that, and what to do. */
export const tlsIsOff = {
  message: 'NODE_TLS_REJECT_UNAUTHORIZED=0 lets anyone be the service and read key and receipts.',
  mend: 'Unset it; to trust an authority of your own, set ca (COUNTERFOIL_CA_FILE).',
}

/** @throws TillError that names the option and says what it must be */
export function readOptions(options: TillOptions): TillSettings {
  for (const name of ['merchant', 'spool'] as const) if (!options[name]) throw new TillError(`${name}: must be set.`)
  if (!/^[^:\s]+:\S+$/.test(options.key ?? '')) throw new TillError('key: must be the API key, id:secret.')
  const { mode = 'live', spoolKey = [], concurrency = 2 } = options
  if (mode !== 'live' && mode !== 'test') throw new TillError('mode: must be live or test.')
  if (mode === 'live' && isTlsOff(options.environment)) throw new TillError(`${tlsIsOff.message} ${tlsIsOff.mend}`)
  if (!String(options.merchant).isWellFormed() || /^\.{1,2}$/.test(options.merchant))
    throw new TillError("merchant: must be the merchant's id.")
  if (!Number.isInteger(concurrency) || concurrency < 1) throw new TillError('concurrency: must be 1 or more.')
  const limits = { ...defaultLimits, ...options.limits }
  for (const [name, value] of Object.entries(limits))
    if (typeof value !== 'number' || !(value >= 0)) throw new TillError(`limits.${name}: must be a number, 0 or more.`)
  return {
    service: {
      receipts: readAddress('receipts', options.receipts),
      host: readAddress('host', options.host),
      merchant: options.merchant,
      key: options.key,
      mode,
      environment: options.environment ?? {},
      alwaysChecks: mode === 'live',
      ca: options.ca,
    },
    spool: options.spool,
    spoolKeys: typeof spoolKey === 'string' ? [spoolKey] : spoolKey,
    language: options.language ?? 'en',
    concurrency,
    limits,
    paper: mode === 'test' ? marked(options.paper) : (options.paper ?? {}),
    log: options.log ?? logToStderr,
  }
}

/** A test till's paper says that it is a test. */
function marked({ merchant, ...rest }: PrintingOptions = {}): PrintingOptions {
  return { ...rest, merchant: { ...merchant, test: true } }
}

function readAddress(name: string, text: string | undefined): URL {
  const url = URL.parse(text ?? '')
  const isHere = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url === null || !(url.protocol === 'https:' || (url.protocol === 'http:' && isHere)))
    throw new TillError(`${name}: must be an https address; http only on this machine.`)
  if (url.username || url.password || url.search || url.hash)
    throw new TillError(`${name}: must be a plain address, without credentials or a query.`)
  return url
}
