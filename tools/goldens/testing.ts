/** Golden tests for those who use Counterfoil: what is made of a receipt today is held against what was made before. */
import '../../src/node-version.ts'
import type { Engine, PdfOptions } from '../../src/engine.ts'
import type { Paper } from '../../src/pdf/paper.ts'
import type { ReceiptSource } from '../../src/receipt/parse.ts'
import { whatIsAccepted } from './accept.ts'
import { type GoldenCase, readCases } from './cases.ts'
import { compareGoldens } from './golden-files.ts'
import { LeftOver } from './left-over.ts'
import { barcodesOf, mailOf, type Pdfs, pagesOf, viewOf } from './made.ts'

export interface GoldenOptions {
  /** The folder of the goldens. Those of a receipt are in a folder of its name. */
  dir: string
  /** What each receipt is printed on. Default: `['a4']`. */
  papers?: readonly Paper[]
  /**
   * Whether pages are compared as pictures too, and their barcodes read back; `ends`: pictures of the first and the last page
   * only. Without pictures the packages pixelmatch, pngjs and zxing-wasm are not needed. Default: true.
   */
  pictures?: boolean | 'ends'
  /** Writes all goldens anew. Default: whether `-u` or `UPDATE_GOLDENS=1` says so. */
  update?: boolean
}

/** A receipt that is to be compared, and how it is to be rendered. */
export interface GoldenReceipt {
  /** JSON value or JSON text. */
  receipt: ReceiptSource
  options?: Omit<PdfOptions, 'paper' | 'signal'>
  papers?: readonly Paper[]
  pictures?: boolean | 'ends'
}

/** One test, to be handed to a test runner. */
export interface Golden {
  /** The receipt and its stage: `grocery: mail`. */
  name: string
  /** Compares. The context that the runner gives tells whether it was called with `-u`. */
  check: (...context: unknown[]) => Promise<void>
}

/**
 * Gives the golden tests of some receipts, for any test runner:
 *
 *     for (const { name, check } of goldens(engine, 'receipts', { dir: 'goldens' })) test(name, check)
 *
 * `engine` is the engine, or gives that of a receipt's name. `receipts` is a folder of JSON files, or has by name a receipt or
 * a `GoldenReceipt`; `grocery/gift` is a name too. A golden that is not there is written, except where `CI` is set.
 *
 * Each check throws `AssertionError` on a difference, TemplateError where a template prints a field that the receipt has not, and OptionError when a package it needs is not installed.
 *
 * @throws OptionError when there is no receipt
 */
export function goldens(
  engine: Engine | ((name: string) => Engine | Promise<Engine>),
  receipts: string | Readonly<Record<string, unknown>>,
  options: GoldenOptions,
): Golden[] {
  const cases = readCases(receipts, options)
  const leftOver = new LeftOver(options.dir, cases)
  const engineOf = async (name: string) => (typeof engine === 'function' ? await engine(name) : engine)
  return [
    ...cases.flatMap(each => goldensOf(each, engineOf, options, leftOver)),
    {
      name: 'no golden is left over',
      check: async (...context) => leftOver.check(whatIsAccepted(options.update, context)),
    },
  ]
}

function goldensOf(
  each: GoldenCase,
  engineOf: (name: string) => Promise<Engine>,
  { dir, update }: GoldenOptions,
  leftOver: LeftOver,
): Golden[] {
  const { name, receipt } = each
  const options = { ...each.options, ...strictly }
  const pdfs = printedOnce(each, engineOf)
  const golden = (stage: string, make: (engine: Engine) => ReturnType<typeof pagesOf>): Golden => ({
    name: `${name}: ${stage}`,
    async check(...context) {
      const made = await make(await engineOf(name))
      leftOver.made(
        name,
        made.map(({ file }) => file),
      )
      await compareGoldens({ dir, name }, made, whatIsAccepted(update, context))
    },
  })
  return [
    golden('view', async engine => viewOf(engine.view(receipt, options))),
    golden('mail', async engine => mailOf(engine.email(receipt, options))),
    golden('pages', async () => pagesOf(await pdfs(), each.pictures)),
    ...(each.pictures
      ? [golden('barcodes', async engine => barcodesOf(engine.email(receipt, options), await pdfs()))]
      : []),
  ]
}

/** A field that is missing in production costs a word; here it is a mistake to be told of. */
const strictly = { strict: true }

/** Prints when the first asks. */
function printedOnce(
  { name, receipt, options, papers }: GoldenCase,
  engineOf: (name: string) => Promise<Engine>,
): () => Promise<Pdfs> {
  let printed: Promise<Pdfs> | undefined
  return () => {
    printed ??= engineOf(name).then(engine =>
      Promise.all(
        papers.map(async paper => [paper, await engine.pdf(receipt, { ...options, ...strictly, paper })] as const),
      ),
    )
    return printed
  }
}
