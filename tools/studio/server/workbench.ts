import { basename, resolve } from 'node:path'
import { readBrandFile } from '../../../src/brand/brand-file.ts'
import { shippedSections } from '../../../src/document/section-order.ts'
import { readTemplateFiles, type TemplateFiles } from '../../../src/document/template-files.ts'
import { templateFolder } from '../../../src/document/templates.ts'
import { localeOf, pageOf, slipPageOf, viewOf } from '../../../src/engine.ts'
import { CounterfoilError, OptionError } from '../../../src/errors.ts'
import type { ReceiptOptions } from '../../../src/merchant/merchant-options.ts'
import { type Merchant, openMerchant } from '../../../src/merchant/open.ts'
import { type Paper, papers } from '../../../src/pdf/paper.ts'
import { openPrinter } from '../../../src/pdf/print.ts'
import type { PrinterOptions } from '../../../src/pdf/printer-options.ts'
import type { Roll } from '../../../src/pdf/slip-page.ts'
import { parseReceipt } from '../../../src/receipt/parse.ts'
import { type Look, lookOf, type Variant, variants } from '../../../src/view/variant.ts'
import { type Fixture, readFixtures } from '../../lint/fixtures.ts'
import { lintTemplates } from '../../lint/lint.ts'
import { readPaperPlaces } from '../../trace/marks/paper-places.ts'
import { markedPage } from '../../trace/trace.ts'
import type { Fault, LintReport, Outcome, PaperPlaces, Refusal, RenderRequest, StudioState, Trace } from './api.ts'
import { openContents } from './contents.ts'
import { type FolderDesk, openFolderDesk } from './folder/folder-desk.ts'
import { inspect, trace } from './inspect.ts'
import { failureOf } from './request.ts'
import { type Outbox, openShareDesk, type ShareDesk } from './share.ts'

/** The studio's operations on receipts and templates; keeps no receipt data. */
export interface Workbench {
  /** What the page reads and writes of the template folder. */
  readonly folder: FolderDesk
  /** What leaves the studio. */
  readonly share: ShareDesk
  state(): Promise<StudioState>
  /** The JSON text of a fixture. @throws OptionError if there is no such fixture */
  receipt(fixture: string): string
  inspect(request: RenderRequest): Promise<Outcome>
  /** Where each field appears. @throws errors for `failure` */
  trace(request: RenderRequest, signal: AbortSignal): Promise<Trace>
  lint(variant?: string): Promise<LintReport>
  /**
   * The receipt as PDF.
   *
   * @param onMissingGlyphs called with the scripts of letters that no font has
   * @throws errors for `failure`
   */
  print(
    request: RenderRequest,
    paper: string,
    signal: AbortSignal,
    onMissingGlyphs?: MissingGlyphs,
  ): Promise<Uint8Array>
  /** Where each text is on that paper; nothing of a slip, which is only looked at. @throws errors for `failure` */
  places(request: RenderRequest, paper: string, signal: AbortSignal): Promise<PaperPlaces>
  /** An error for display. Rethrows errors that are not the package's. */
  failure(error: unknown): Fault | Refusal
  /** Drops the cached template folder, so that the next request reads it again. */
  renew(): void
  close(): Promise<void>
}

type MissingGlyphs = (scripts: readonly string[]) => void

/** Opens a workbench for a template folder, or for the package's templates. */
export function openWorkbench(
  folder: string | undefined,
  { pdf: printing = {}, outbox }: { pdf?: PrinterOptions | undefined; outbox?: Outbox | undefined } = {},
): Workbench {
  const name = folder === undefined ? undefined : basename(resolve(folder))
  const fixtures = new Map(readFixtures().map(fixture => [fixture.name, fixture]))
  const printer = openPrinter({ missingGlyphs: 'replace', processes: 2, ...printing })
  const opened = new Map<string, Promise<Merchant>>()
  const contents = new Map<Look, ReturnType<typeof openContents>>()

  function fixtureNamed(name: string): Fixture {
    const fixture = fixtures.get(name)
    if (!fixture) throw new OptionError(`fixture: there is no "${name}"`)
    return fixture
  }

  /** The merchant with the fixture's options, but the folder's brand. */
  function merchantFor(fixture: Fixture | undefined): Promise<Merchant> {
    const { brand, ...others } = fixture?.options ?? {}
    const options = {
      strict: true,
      ...others,
      ...(folder === undefined ? { brand } : { templates: folder }),
    }
    const key = JSON.stringify(options)
    const merchant = opened.get(key) ?? openMerchant(options)
    opened.set(key, merchant)
    return merchant
  }

  /** Called only if the folder works. */
  function usualLook(): Look {
    return (folder !== undefined && readBrandFile(folder).variant) || 'modern'
  }

  /** Which sections have something to show, in a variant's look. */
  function contentsIn(variant: Variant): ReturnType<typeof openContents> {
    const look = lookOf(variant, usualLook())
    const found = contents.get(look) ?? contentsOf(readTemplateFiles(templateFolder, look, folder))
    contents.set(look, found)
    return found
  }

  /** The folder's languages, or the package's while the folder has errors. */
  async function locales(): Promise<readonly string[]> {
    try {
      return (await merchantFor(undefined)).catalogue.languages
    } catch (error) {
      if (!(error instanceof CounterfoilError)) throw error
      return (await openMerchant()).catalogue.languages
    }
  }

  async function lay({ fixture: name, receipt, locale, variant }: RenderRequest) {
    const fixture = name === undefined ? undefined : fixtureNamed(name)
    const sent = receipt ?? fixture?.receipt
    if (sent === undefined) throw new OptionError('fixture or receipt: one is required')
    const options: ReceiptOptions = {
      acceptLanguage: locale,
      offers: fixture?.offers,
      variant: variant as Variant | undefined,
    }
    return { merchant: await merchantFor(fixture), sent, options }
  }

  async function view(request: RenderRequest, paper?: Paper) {
    const { merchant, sent, options } = await lay(request)
    const receipt = parseReceipt(sent)
    const decision = localeOf(merchant, receipt, options)
    return {
      merchant,
      options,
      receipt,
      view: viewOf(merchant, receipt, decision, { ...options, paper }),
    }
  }

  async function print(
    request: RenderRequest,
    name: string,
    signal: AbortSignal,
    onMissingGlyphs?: MissingGlyphs,
  ): Promise<Uint8Array> {
    const roll = slips.get(name)
    const paper = roll ?? paperNamed(name)
    const { merchant, options, view: shown } = await view(request, paper)
    const { html, issued } = roll ? slipPageOf(merchant, shown, roll, options) : pageOf(merchant, shown, paper, options)
    return await printer.print({ html, paper, signal, date: issued, onMissingGlyphs })
  }

  return {
    folder: openFolderDesk(folder),
    share: openShareDesk({ title: name ?? 'Counterfoil', fixtures: [...fixtures.values()], outbox, view, print }),
    state: async () => ({
      folder: name ?? null,
      fixtures: [...fixtures.values()].map(({ name, title, trade, acceptLanguage, paper }) => ({
        ...{ name, title, trade, locale: acceptLanguage, paper },
      })),
      locales: [...(await locales())],
      variants: [...variants],
      papers: [...papers],
      slips: [...slips.keys()],
      canSend: outbox !== undefined,
    }),
    receipt: name => fixtureNamed(name).receipt,
    async inspect(request) {
      try {
        const { merchant, sent, options } = await lay(request)
        return inspect(merchant, sent, options, { variant: usualLook(), contentsIn })
      } catch (error) {
        return failureOf(error, folder)
      }
    },
    async trace(request, signal) {
      const { merchant, sent, options } = await lay(request)
      return await trace(merchant, sent, options, signal)
    },
    lint: async variant => ({
      findings: await lintTemplates(folder, { variant: variant as Variant | undefined }),
    }),
    print,
    async places(request, name, signal) {
      if (slips.has(name)) return { kind: 'places', places: [] }
      const paper = paperNamed(name)
      const { merchant, options, view: shown } = await view(request)
      const { html, paths } = markedPage(merchant, shown, paper, options.variant)
      return { kind: 'places', places: readPaperPlaces(await printer.print({ html, paper, signal }), paths) }
    },
    failure: error => failureOf(error, folder),
    renew() {
      opened.clear()
      contents.clear()
    },
    close: () => printer.close(),
  }
}

function contentsOf(files: TemplateFiles): ReturnType<typeof openContents> {
  return openContents(files, shippedSections(files))
}

/** Beside the papers: what a till prints on a roll. */
const slips: ReadonlyMap<string, Roll> = new Map([
  ['slip80', 'roll80'],
  ['slip58', 'roll58'],
])

/** @throws OptionError if there is no such paper */
function paperNamed(name: string): Paper {
  const paper = papers.find(each => each === name)
  if (!paper) throw new OptionError(`paper: must be one of ${papers.join(', ')}`)
  return paper
}
