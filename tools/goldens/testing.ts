import '../../src/node-version.ts'
import { AssertionError } from 'node:assert'
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { readPixels } from '../../src/document/pixels.ts'
import type { Engine } from '../../src/engine.ts'
import type { PdfOptions } from '../../src/merchant/options.ts'
import { writeInFolder } from '../../src/options/folder.ts'
import { type Paper, paperName, paperNamed } from '../../src/pdf/paper.ts'
import type { ReceiptSource } from '../../src/receipt/parse.ts'
import { type Accepted, type GoldenCase, readCases, whatIsAccepted } from './cases.ts'
import { compareGoldens, displayPath } from './golden-files.ts'
import { barcodesOf, mailOf, mailPicture, type Pdfs, pagesOf, pictureOf, viewOf } from './made.ts'

/** Where goldens are, and what they are made with. */
export interface GoldenOptions {
  /** The folder of goldens, with a folder for each receipt. */
  dir: string
  /** Papers to print each receipt on; one of other measures is `76mm` or `148x210mm` in the names of files. Default: `['a4']`. */
  papers?: readonly Paper[] | undefined
  /**
   * Whether to compare images of the pages and read back barcodes; `ends`: first and last page only. Without images, the
   * packages pixelmatch and zxing-wasm are not needed. Default: true.
   */
  pictures?: boolean | 'ends' | undefined
  /** Whether to compare an image of each mail, too, of 600 px. Default: if there are pictures. */
  mailPicture?: boolean | undefined
  /** Rewrites all goldens. Default: if `-u` or `UPDATE_GOLDENS=1` is given. */
  update?: boolean | undefined
}

/** A receipt to compare, with its options. */
export interface GoldenReceipt {
  /** JSON value or JSON text. */
  receipt: ReceiptSource
  options?: Omit<PdfOptions, 'paper' | 'signal'> | undefined
  papers?: readonly Paper[] | undefined
  pictures?: boolean | 'ends' | undefined
}

/** A test for a test runner. */
export interface Golden {
  /** Receipt and stage: `grocery: mail`. */
  name: string
  /** Runs the comparison. Pass the runner's test context, which tells whether `-u` was given. */
  check: (...context: unknown[]) => Promise<void>
}

/**
 * Makes golden tests of receipts, for any test runner:
 *
 *     for (const { name, check } of goldens(engine, 'receipts', { dir: 'goldens' })) test(name, check)
 *
 * `engine` is an engine, or a function from a receipt's name to one. `receipts` is a folder of JSON files, or a record of
 * receipts or `GoldenReceipt`s by name; a name may contain a slash, `grocery/gift`. Writes missing goldens, unless `CI` is set.
 *
 * Each check throws AssertionError on a difference, TemplateError if a template prints a field that the receipt lacks, and
 * OptionError if a package it needs is not installed.
 *
 * @throws OptionError if there is no receipt
 */
export function goldens(
  engine: Engine | ((name: string) => Engine | Promise<Engine>),
  receipts: string | Readonly<Record<string, unknown>>,
  options: GoldenOptions,
): Golden[] {
  const cases = readCases(receipts, options)
  const made: MadeFiles = new Map()
  const engineOf = async (name: string) => (typeof engine === 'function' ? await engine(name) : engine)
  return [
    ...cases.flatMap(each => goldensOf(each, engineOf, options, made)),
    {
      name: 'no golden is left over',
      check: async (...context) => checkLeftOver(options.dir, cases, made, whatIsAccepted(options.update, context)),
    },
  ]
}

function goldensOf(
  each: GoldenCase,
  engineOf: (name: string) => Promise<Engine>,
  { dir, update }: GoldenOptions,
  made: MadeFiles,
): Golden[] {
  const { name, receipt } = each
  // In production a missing field costs a word; here it is an error.
  const options = { ...each.options, strict: true }
  const pdfs = printedOnce({ ...each, options }, engineOf)
  const golden = (stage: string, make: (engine: Engine) => ReturnType<typeof pagesOf>): Golden => ({
    name: `${name}: ${stage}`,
    async check(...context) {
      const files = await make(await engineOf(name))
      made.set(name, new Set([...(made.get(name) ?? []), ...files.map(({ file }) => file)]))
      await compareGoldens({ dir, name }, files, whatIsAccepted(update, context))
    },
  })
  return [
    golden('view', async engine => viewOf(engine.view(receipt, options))),
    golden('mail', async engine => mailOf(engine.email(receipt, options))),
    ...(each.mailPicture
      ? [
          golden('picture', async engine =>
            pictureOf(readPixels(await engine.image(receipt, { ...options, scale: 1 }))),
          ),
        ]
      : []),
    golden('pages', async () => pagesOf(await pdfs(), each.pictures)),
    ...(each.pictures
      ? [golden('barcodes', async engine => barcodesOf(engine.email(receipt, options), await pdfs(), each.pictures))]
      : []),
  ]
}

/** Prints on first use. */
function printedOnce(
  { name, receipt, options, papers }: GoldenCase,
  engineOf: (name: string) => Promise<Engine>,
): () => Promise<Pdfs> {
  let printed: Promise<Pdfs> | undefined
  return () => {
    printed ??= engineOf(name).then(engine =>
      Promise.all(papers.map(async paper => [paper, await engine.pdf(receipt, { ...options, paper })] as const)),
    )
    return printed
  }
}

/** The files made in this run, by receipt. */
type MadeFiles = Map<string, ReadonlySet<string>>

/**
 * Finds goldens that no receipt produces any longer, of a deleted receipt or a page no longer needed, and removes them if everything
 * is accepted.
 *
 * @throws AssertionError that lists them otherwise
 */
function checkLeftOver(dir: string, cases: readonly GoldenCase[], made: MadeFiles, accepted: Accepted): void {
  const folders = new Set(cases.map(({ name }) => join(dir, name)))
  const found = [
    ...cases.flatMap(each => leftOverOf(each, join(dir, each.name), made.get(each.name) ?? new Set())),
    ...[...new Set([...folders].map(folder => dirname(folder)))]
      .flatMap(foldersIn)
      .filter(folder => !folders.has(folder))
      .flatMap(goldensIn),
  ]
  if (accepted === 'all') for (const path of found) writeInFolder(dir, relative(dir, path), null)
  else if (found.length > 0) throw failure(found)
}

/** A receipt's own; pages are only known if it was printed in this run. */
function leftOverOf({ pictures, mailPicture: hasMailPicture }: GoldenCase, folder: string, made: ReadonlySet<string>) {
  return goldensIn(folder).filter(path => {
    const file = basename(path)
    if (file === mailPicture) return !hasMailPicture
    return isPicture(file) ? made.has('pages.txt') && !made.has(file) : file === 'barcodes.json' && pictures === false
  })
}

const texts = ['view.json', 'email.html', 'receipt.txt', 'mail.json', 'pages.txt', 'barcodes.json']

function isPicture(file: string): boolean {
  const [, name = ''] = /^(.+)-[0-9]+\.png$/.exec(file) ?? []
  const paper = paperNamed(name)
  return paper !== undefined && paperName(paper) === name
}

function goldensIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter(file => texts.includes(file) || file === mailPicture || isPicture(file))
    .map(file => join(folder, file))
}

function foldersIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { withFileTypes: true })
  return entries
    .filter(entry => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(entry => join(folder, entry.name))
}

function failure(found: readonly string[]): AssertionError {
  const files = found.map(displayPath).sort()
  const message = [
    'No receipt produces these goldens any longer:',
    ...files.map(file => `  ${file}`),
    'Delete them, or run the tests with -u or UPDATE_GOLDENS=1.',
  ]
  return new AssertionError({
    message: message.join('\n'),
    actual: files.join('\n'),
    expected: '',
    operator: 'strictEqual',
  })
}
