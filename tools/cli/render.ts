import { basename, dirname, resolve } from 'node:path'
import type { MissingField } from '../../src/document/templates.ts'
import { envelopeFor, writeEml } from '../../src/email/eml.ts'
import { createEngine, type Engine, type EngineOptions } from '../../src/engine.ts'
import { CounterfoilError, OptionError } from '../../src/errors.ts'
import { unknownRegionOf } from '../../src/locale/resolve/lookup.ts'
import type { LocaleDecision } from '../../src/locale/resolve/resolve.ts'
import type { ImageOptions, PdfOptions } from '../../src/merchant/options.ts'
import { printableLine } from '../../src/options/printable.ts'
import { type Paper, paperNamed, paperSize, papers } from '../../src/pdf/paper.ts'
import { parseReceipt, readReceipt } from '../../src/receipt/parse.ts'
import { attachable, structuredEndings, structuredFormats } from '../../src/structured/formats.ts'
import { structuredReceipt } from '../../src/structured/structured.ts'
import type { Offer } from '../../src/view/sections/offers.ts'
import { variants } from '../../src/view/variant.ts'
import {
  makeFolder,
  oneOf,
  readArgs,
  readBytes,
  readJson,
  readText,
  UsageError,
  writeFile,
  writeInto,
} from './files.ts'
import { platforms, receiptFrom, sellerHint } from './order.ts'
import { say } from './terminal.ts'

const formats = ['html', 'text', 'eml', 'pdf', 'png', 'view', ...structuredFormats] as const
type OutputFormat = (typeof formats)[number]

/** Each call takes the options of all. */
type RenderOptions = PdfOptions & ImageOptions

/** Receipts rendered at the same time, enough to keep all browser processes busy. */
const together = 4

/**
 * `counterfoil render FILE.json… --out DIR`: writes `<name>.html`, `.txt`, `.eml`, `.pdf`, `.png`, `.view.json`, `.ekabs.json`, `.poslog.xml` for each file, where
 * `<name>` is the file's name without `.json`, or its folder's name for `receipt.json`. Reports a file that fails and
 * continues with the others.
 */
export async function render(args: readonly string[]): Promise<number> {
  const { files, out, wanted, options, engineOptions, read } = readOptions(args)
  makeFolder(out)
  const warn = warner()
  await using engine = await openEngine(engineOptions, warn)
  let done = 0
  let failed = 0
  const waiting = files.map(file => ({ file, name: nameOf(file) }))
  checkNames(waiting.map(({ name }) => name))

  async function work(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { file, name } = next
      const write: Write = (ending, content) => writeInto(out, name + ending, content)
      try {
        const sent = read(readText(file), warn)
        await writeReceipt(engine, sent, write, wanted, options, warn)
        for (const line of writeStructured(sent, write, wanted)) say(about(file, line))
        const { acceptLanguage } = options
        if (acceptLanguage) warn(aboutLanguage(acceptLanguage, engine.locale(sent, { acceptLanguage })))
        done++
        say(`[${done + failed}/${files.length}] ${printableLine(file)}\n`)
      } catch (error) {
        if (!(error instanceof CounterfoilError)) throw error
        failed++
        say(`[${done + failed}/${files.length}] ${about(file, error.message)}\n`)
      }
    }
  }

  await Promise.all(Array.from({ length: together }, work))
  say(`${done} of ${files.length} rendered to ${out}\n`)
  return failed ? 1 : 0
}

/** Errors about a file begin with its name, others don't. */
function about(file: string, message: string): string {
  return printableLine(file) + (message.startsWith(`${file}: `) ? message.slice(file.length) : `: ${message}`)
}

/** About a language that there are no words in, or a country that there isn't. */
function aboutLanguage(options: string, { source, languages, requested }: LocaleDecision): string {
  const region = unknownRegionOf(requested ?? 'und')
  if (source === 'header')
    return region === undefined
      ? ''
      : `--locale ${options}: there is no country "${region}", so receipts are as in ${languages.join(' and ')}\n`
  return `--locale ${options}: there are no words in that language, so receipts are in ${languages.join(' and ')}; counterfoil locales lists the languages\n`
}

function readOptions(args: readonly string[]) {
  const { values, positionals } = readArgs(args, {
    ...receiptArgs,
    out: { type: 'string' },
    format: { type: 'string', default: 'html,text,eml,pdf' },
    width: { type: 'string' },
    dark: { type: 'boolean' },
    from: { type: 'string' },
    seller: { type: 'string' },
  })
  if (!positionals.length)
    throw new UsageError('render needs at least one file: counterfoil render FILE.json --out DIR')
  if (!values.out) throw new UsageError('render needs an output folder: --out DIR')
  const wanted = values.format.split(',').map(format => oneOf('--format', format.trim(), formats))
  const { options, engineOptions } = receiptOptionsOf(values)
  const drawn: RenderOptions = {
    ...options,
    ...(values.width !== undefined && { width: Number(values.width) }),
    ...(values.dark && { colorScheme: 'dark' }),
  }
  const platform = values.from === undefined ? undefined : oneOf('--from', values.from, platforms)
  const read = (sent: string, warn: (warning: string) => void): string => {
    if (platform === undefined) return sent
    if (values.seller === undefined) warn(sellerHint)
    return receiptFrom(sent, platform, values.seller)
  }
  return { files: positionals, out: values.out, wanted: new Set(wanted), options: drawn, engineOptions, read }
}

/** Writes a file of a receipt, by the end of its name. */
type Write = (ending: string, content: string | Uint8Array) => void

async function writeReceipt(
  engine: Engine,
  sent: string,
  write: Write,
  wanted: ReadonlySet<OutputFormat>,
  options: RenderOptions,
  warn: (warning: string) => void,
): Promise<void> {
  // Rendered before anything is written, so that a receipt that cannot be printed leaves no partial output.
  const { paper, width, colorScheme, attachData, ...all } = options
  const onUnclaimed = (reasons: readonly string[]) => {
    for (const reason of reasons) warn(`${reason}\n`)
  }
  const pdf = wanted.has('pdf') ? await engine.pdf(sent, { ...all, paper, attachData, onUnclaimed }) : undefined
  const png = wanted.has('png') ? await engine.image(sent, { ...all, paper, width, colorScheme }) : undefined
  const html = wanted.has('html') ? engine.html(sent, all) : undefined
  const mail = wanted.has('text') || wanted.has('eml') ? engine.email(sent, all) : undefined
  const view = wanted.has('view') ? engine.view(sent, all) : undefined
  const eml = mail && wanted.has('eml') ? writeEml(mail, envelopeFor(readReceipt(sent).receipt)) : undefined
  if (html !== undefined) write('.html', html)
  if (mail && wanted.has('text')) write('.txt', mail.text)
  if (eml) write('.eml', eml)
  if (pdf) write('.pdf', pdf)
  if (png) write('.png', png)
  if (view) write('.view.json', `${JSON.stringify(view, shortBytes, 2)}\n`)
}

/** Writes the formats for other programs. @returns what they can't carry, a line each */
function writeStructured(sent: string, write: Write, wanted: ReadonlySet<OutputFormat>): string[] {
  const receipt = parseReceipt(sent)
  return structuredFormats
    .filter(format => wanted.has(format))
    .flatMap(format => {
      const { text, notCarried } = structuredReceipt(receipt, format)
      write(`.${structuredEndings[format]}`, text)
      return notCarried.map(({ path, reason }) => `not in ${format}: ${path}: ${reason}\n`)
    })
}

/** Replaces image bytes by their count. */
function shortBytes(_: string, value: unknown): unknown {
  return value instanceof Uint8Array ? `${value.length} bytes` : value
}

function nameOf(file: string): string {
  if (file === '-') return 'receipt'
  return basename(file) === 'receipt.json' ? basename(dirname(resolve(file))) : basename(file).replace(/\.json$/i, '')
}

function checkNames(names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw new OptionError(`two files would be written as ${twice}; rename one, or use two output folders`)
}

/**
 * `counterfoil merge FILE… --out DAY.pdf`: writes one PDF of receipts (JSON) and of PDFs that were made of some, in the order of the files.
 * Nothing is written if one can't be merged.
 */
export async function merge(args: readonly string[]): Promise<number> {
  const { values, positionals: files } = readArgs(args, {
    ...receiptArgs,
    out: { type: 'string' },
    title: { type: 'string' },
  })
  if (!files.length) throw new UsageError('merge needs at least one file: counterfoil merge FILE… --out DAY.pdf')
  if (!values.out) throw new UsageError('merge needs an output file: --out DAY.pdf')
  const { options, engineOptions } = receiptOptionsOf(values)
  await using engine = await openEngine(engineOptions, warner())
  const parts = files.map(readBytes)
  const pdf = await engine.merge(parts, { ...options, title: values.title }).catch(error => {
    if (!(error instanceof CounterfoilError)) throw error
    const message = error.message.replace(/parts\[(\d+)\](?:: |\.)/g, (_: string, at: number) => `${files[at]}: `)
    throw new OptionError(message, { cause: error })
  })
  writeFile(values.out, pdf)
  say(`${files.length} merged into ${values.out}\n`)
  return 0
}

/** Options of the commands that render receipts. */
const receiptArgs = {
  locale: { type: 'string' },
  paper: { type: 'string' },
  variant: { type: 'string' },
  templates: { type: 'string' },
  offers: { type: 'string' },
  'attach-data': { type: 'string' },
  config: { type: 'string' },
} as const

/** Options of each call, and of the engine. @throws UsageError for an unknown paper or look; OptionError for a wrong file */
function receiptOptionsOf(values: { [Name in keyof typeof receiptArgs]?: string | undefined }): {
  options: PdfOptions
  engineOptions: EngineOptions
} {
  const options: PdfOptions = {
    ...(values.locale && { acceptLanguage: values.locale }),
    ...(values.paper && { paper: paperOf(values.paper) }),
    ...(values.variant && { variant: oneOf('--variant', values.variant, variants) }),
    ...(values['attach-data'] && { attachData: oneOf('--attach-data', values['attach-data'], attachable) }),
    ...(values.offers && { offers: readJson(values.offers) as Offer[] }),
  }
  return {
    options,
    engineOptions: { ...readConfig(values.config), ...(values.templates && { templates: values.templates }) },
  }
}

/** @throws UsageError if there is no such paper */
function paperOf(written: string): Paper {
  const paper = paperNamed(written)
  if (paper === undefined)
    throw new UsageError(
      `--paper: there is no "${written}"; there are ${papers.join(', ')}, and millimeters: 76 for a roll, 148x210 for a sheet, 76@6 with its margin`,
    )
  try {
    paperSize(paper)
  } catch (error) {
    throw new UsageError(`--paper ${written}: ${(error as Error).message.replace('paper.', '')}`)
  }
  return paper
}

/** Engine options from a file; paths in it are relative to the file. */
function readConfig(file: string | undefined): EngineOptions {
  if (!file) return {}
  const config = readJson(file) as EngineOptions
  const near = (path: string) => resolve(dirname(file), path)
  if (typeof config.templates === 'string') config.templates = near(config.templates)
  if (typeof config.brand?.logo === 'string') config.brand.logo = near(config.brand.logo)
  if (typeof config.brand?.logoDark === 'string') config.brand.logoDark = near(config.brand.logoDark)
  if (config.locales?.messages) config.locales.messages = near(config.locales.messages)
  return config
}

/** Opens the engine, which warns of fields that templates print and receipts lack. */
function openEngine(options: EngineOptions, warn: (warning: string) => void): Promise<Engine> {
  return createEngine({ ...options, onMissingField: missing => warn(aboutField(missing)) })
}

/** Writes each warning to stderr once. */
function warner(): (warning: string) => void {
  const written = new Set<string>()
  return warning => {
    if (!written.has(warning)) say(warning)
    written.add(warning)
  }
}

/** About a field that templates print and receipts lack. */
function aboutField({ field, page, places: [place] }: MissingField): string {
  const where = place ? `${place.file}:${place.line}:${place.column}` : `the page ${page}`
  return `${where}: {{${field}}} is printed, but a receipt has no such text there; left empty\n`
}
