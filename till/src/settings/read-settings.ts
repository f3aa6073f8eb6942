import { readFileSync } from 'node:fs'
import { codeOf, TillError } from '../basics/errors.ts'
import type { Mode } from '../basics/sale.ts'
import { isObject, readJson } from '../basics/values.ts'
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
    return readFileSync(file, 'utf8').trim()
  } catch (cause) {
    throw new TillError(`${name}: ${file} can't be read (${codeOf(cause)}).`, { cause })
  }
}
