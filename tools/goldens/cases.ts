import { join, parse } from 'node:path'
import { OptionError } from '../../src/errors.ts'
import type { PdfOptions } from '../../src/merchant/options.ts'
import { listFolder } from '../../src/options/folder.ts'
import { maxFileBytes, readRegularText } from '../../src/options/regular-file.ts'
import type { Paper } from '../../src/pdf/paper.ts'
import type { ReceiptSource } from '../../src/receipt/parse.ts'

/** A receipt to compare, with all defaults filled in. */
export interface GoldenCase {
  name: string
  receipt: ReceiptSource
  options: PdfOptions
  papers: readonly Paper[]
  pictures: boolean | 'ends'
  mailPicture: boolean
}

/** The defaults for receipts. */
type Usual = { [Name in 'papers' | 'pictures' | 'mailPicture']?: GoldenCase[Name] | undefined }

/**
 * Reads the receipts to compare: the JSON files of a folder, or a record by name.
 *
 * @throws OptionError if there is none, or a name leads outside the folder of goldens
 */
export function readCases(receipts: string | Readonly<Record<string, unknown>>, usual: Usual): GoldenCase[] {
  const named = typeof receipts === 'string' ? inFolder(receipts) : Object.entries(receipts)
  if (named.length === 0)
    throw new OptionError(
      `receipts: none found${typeof receipts === 'string' ? ` in ${receipts}; add <name>.json` : ''}`,
    )
  return named.map(([name, value]) => readCase(name, value, usual))
}

function inFolder(folder: string): [string, unknown][] {
  const listed = listFolder(folder, file => file.endsWith('.json'), 0)
  if ('problem' in listed)
    throw new OptionError(`receipts: ${join(folder, listed.at)}: ${listed.problem}`, { cause: listed.cause })
  return listed.files.map(file => {
    const text = readRegularText(file, maxFileBytes.input, folder)
    if (typeof text !== 'string') throw new OptionError(`receipts: ${join(folder, file)}: ${text.problem}`, text)
    return [parse(file).name, text]
  })
}

function readCase(name: string, value: unknown, usual: Usual): GoldenCase {
  if (!name.split('/').every(part => /^[^.\\:][^\\:]*$/.test(part)))
    throw new OptionError(`receipts: ${JSON.stringify(name)} cannot be a folder name; it must not start with a dot`)
  const { receipt, options = {}, papers, pictures } = asGoldenReceipt(value)
  const pictured = usual.pictures === false ? false : (pictures ?? usual.pictures ?? true)
  return {
    name,
    receipt,
    options,
    papers: papers ?? usual.papers ?? ['a4'],
    pictures: pictured,
    mailPicture: pictured !== false && (usual.mailPicture ?? true),
  }
}

/** No interface field is named `receipt`. */
function asGoldenReceipt(value: unknown): Partial<GoldenCase> & { receipt: ReceiptSource } {
  const golden = typeof value === 'object' && value !== null && 'receipt' in value ? value : { receipt: value }
  return golden as { receipt: ReceiptSource }
}

/** What to accept as golden: everything new or different, only what has no golden yet, or nothing. */
export type Accepted = 'all' | 'new' | 'none'

/**
 * Decides what to accept, by this order: the option `update`, `UPDATE_GOLDENS`, the test runner (`-u` of vitest and jest,
 * `--test-update-snapshots` of node:test), `CI`.
 */
export function whatIsAccepted(update: boolean | undefined, context: readonly unknown[]): Accepted {
  const mode = runnersMode(context)
  if (update ?? (isSet(process.env.UPDATE_GOLDENS) || mode === 'all')) return 'all'
  return mode === 'none' || isSet(process.env.CI) ? 'none' : 'new'
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false'].includes(value)
}

/** Vitest passes `expect` to each test, jest has it as a global. Both keep the snapshot mode in its state. */
function runnersMode([first]: readonly unknown[]): unknown {
  if (process.execArgv.includes('--test-update-snapshots')) return 'all'
  const { expect } = (first ?? globalThis) as { expect?: RunnersExpect }
  return (expect ?? (globalThis as { expect?: RunnersExpect }).expect)?.getState?.().snapshotState?._updateSnapshot
}

interface RunnersExpect {
  getState?(): { snapshotState?: { _updateSnapshot?: unknown } }
}
