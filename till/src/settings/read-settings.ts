import { readFileSync } from 'node:fs'
import { codeOf, TillError } from '../basics/errors.ts'
import { isObject, readJson } from '../basics/json.ts'
import type { PrintingOptions } from '../paper/printing.ts'
import type { TillOptions } from './options.ts'

/** The settings of the command: an environment variable each, or a field of the settings file. */
export const variables = {
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
  const ca = contentOf('caFile', value('caFile'))
  const [mode, language] = [value('mode'), value('language')]
  const holdsKey = 'key' in fields || 'spoolKey' in fields
  const secretFiles = [holdsKey ? file : undefined, value('keyFile'), value('spoolKeyFile')]
  return {
    receipts: value('receipts') ?? '',
    host: value('host') ?? '',
    merchant: value('merchant') ?? '',
    key: secret('key', 'keyFile') ?? '',
    spool: value('spool') ?? '',
    environment,
    secretFiles: secretFiles.filter(path => path !== undefined),
    paper: paperOf(value),
    ...(spoolKey !== undefined && { spoolKey: spoolKey.split(/[\s,]+/) }),
    ...(ca !== undefined && { ca }),
    ...(mode !== undefined && { mode: mode as 'live' }),
    ...(language !== undefined && { language }),
    ...(isObject(fields.limits) && { limits: fields.limits }),
    ...(fields.concurrency !== undefined && { concurrency: fields.concurrency as number }),
  }
}

/** The printer's address, model and paper, and the merchant's template folder. */
function paperOf(value: (name: Name) => string | undefined): PrintingOptions {
  const [to, model, width, templates] = [
    value('printer'),
    value('printerModel'),
    value('printerWidth'),
    value('templates'),
  ]
  const printer = { ...(model !== undefined && { model }), ...(width !== undefined && { width: Number(width) as 80 }) }
  const test = value('mode') === 'test'
  return {
    printer,
    merchant: { test, ...(templates !== undefined && { templates }) },
    ...(to !== undefined && { to }),
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
    return readFileSync(file, 'utf8').trim()
  } catch (cause) {
    throw new TillError(`${name}: ${file} can't be read (${codeOf(cause)}).`, { cause })
  }
}
