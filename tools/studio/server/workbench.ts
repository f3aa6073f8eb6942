import { basename, resolve } from 'node:path'
import { readBrandFile } from '../../../src/brand/template-folder.ts'
import { templateFolder } from '../../../src/document/compiled-specs.ts'
import { readTemplateFiles } from '../../../src/document/template-files.ts'
import { CounterfoilError, OptionError } from '../../../src/errors.ts'
import { localeOf, pageOf, sentMailOf, slipPageOf, viewOf } from '../../../src/merchant/documents.ts'
import type { Merchant } from '../../../src/merchant/merchant.ts'
import { openMerchant } from '../../../src/merchant/open.ts'
import type { ReceiptOptions } from '../../../src/merchant/options.ts'
import { scriptNames } from '../../../src/pdf/fonts/glyphs.ts'
import { type Paper, papers } from '../../../src/pdf/paper.ts'
import { openPrinter } from '../../../src/pdf/print.ts'
import type { Roll } from '../../../src/pdf/slip-page.ts'
import { parseReceipt } from '../../../src/receipt/parse.ts'
import type { Lean } from '../../../src/view/presenting.ts'
import { type Look, lookOf, type Variant, variants } from '../../../src/view/variant.ts'
import { type Fixture, readFixtures } from '../../lint/fixtures.ts'
import { lintTemplates } from '../../lint/lint.ts'
import { readPaperPlaces } from '../../trace/marks.ts'
import { markedPage } from '../../trace/trace.ts'
import type {
  FolderFault,
  LintReport,
  PaperPlaces,
  Refusal,
  Rendering,
  RenderRequest,
  StudioState,
  Trace,
} from './api.ts'
import { openFolderDesk } from './folder/folder-desk.ts'
import { type Contents, inspect, openContents, trace } from './inspect.ts'
import { failureOf } from './request.ts'

/** Where the studio's test mails go out. */
export interface Outbox {
  /** `smtp://` or `smtps://`, with user and password if the server wants them. */
  url: string
  /** The sender's address. */
  from: string
}

/** The studio's operations on receipts and templates; keeps no receipt data. */
export type Workbench = ReturnType<typeof openWorkbench>

/** Opens a workbench for a template folder, or for the package's templates. */
export function openWorkbench(folder: string | undefined, outbox: Outbox | undefined) {
  const name = folder === undefined ? undefined : basename(resolve(folder))
  const fixtures = new Map(readFixtures().map(fixture => [fixture.name, fixture]))
  const printer = openPrinter({ missingGlyphs: 'replace', processes: 2 })
  const opened = new Map<string, Promise<Merchant>>()
  const contents = new Map<Look, Contents>()

  function fixtureNamed(name: string): Fixture {
    const fixture = fixtures.get(name)
    if (!fixture) throw new OptionError(`fixture: there is no "${name}"`)
    return fixture
  }

  /** The merchant with the fixture's options, but the folder's brand. */
  function merchantFor(fixture: Fixture | undefined): Promise<Merchant> {
    const { brand, ...others } = fixture?.options ?? {}
    const options = { strict: true, ...others, ...(folder === undefined ? { brand } : { templates: folder }) }
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
  function contentsIn(variant: Variant): Contents {
    const look = lookOf(variant, usualLook())
    const found = contents.get(look) ?? openContents(readTemplateFiles(templateFolder, look, folder))
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

  /** What was asked for, with the merchant and the options to render it. */
  async function open({ fixture: name, receipt, locale, variant }: RenderRequest) {
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

  /** The receipt's view, on a paper if one is given. @throws errors for `failure` */
  async function present(request: RenderRequest, paper?: Paper) {
    const { merchant, sent, options } = await open(request)
    const receipt = parseReceipt(sent)
    const decision = localeOf(merchant, receipt, options)
    const viewAt = (lean?: Lean) => viewOf(merchant, receipt, decision, { ...options, paper, lean })
    return { merchant, options, receipt, viewAt, view: viewAt() }
  }

  /** The receipt as the mail that is sent, and the view that its HTML shows. @throws errors for `failure` */
  async function mailed(request: RenderRequest) {
    const { merchant, options, receipt, viewAt } = await present(request)
    return { merchant, options, receipt, ...sentMailOf(merchant, receipt, viewAt, options) }
  }

  return {
    /** The template folder's name; undefined for the package's templates. */
    name,
    outbox,
    fixtures: [...fixtures.values()],
    /** What the page reads and writes of the template folder. */
    folder: openFolderDesk(folder),
    async state(): Promise<StudioState> {
      return {
        folder: name ?? null,
        fixtures: [...fixtures.values()].map(({ name, title, trade, acceptLanguage, paper }) => ({
          ...{ name, title, trade, locale: acceptLanguage, paper },
        })),
        locales: [...(await locales())],
        variants: [...variants],
        papers: [...papers],
        slips: [...slips.keys()],
        canSend: outbox !== undefined,
      }
    },
    /** The JSON text of a fixture. @throws OptionError if there is no such fixture */
    receipt: (fixture: string) => fixtureNamed(fixture).receipt,
    /** The receipt as mail, with its figures. @throws errors for `failure` */
    async inspect(request: RenderRequest): Promise<Rendering | Refusal> {
      const { merchant, sent, options } = await open(request)
      const variant = options.variant ?? usualLook()
      return inspect(merchant, sent, options, variant, contentsIn(variant))
    },
    /** Where each field appears. @throws errors for `failure` */
    async trace(request: RenderRequest, signal: AbortSignal): Promise<Trace> {
      const { merchant, sent, options } = await open(request)
      return await trace(merchant, sent, options, signal)
    },
    async lint(variant?: string): Promise<LintReport> {
      return { findings: await lintTemplates(folder, { variant: variant as Variant | undefined }) }
    },
    mailed,
    /** The receipt as PDF, and the scripts of letters that no font has, as names. @throws errors for `failure` */
    async print(request: RenderRequest, name: string, signal: AbortSignal) {
      let missing = ''
      const onMissingGlyphs = (scripts: readonly string[]) => {
        missing = scriptNames(scripts)
      }
      const roll = slips.get(name)
      const paper = roll ?? paperNamed(name)
      const { merchant, options, view } = await present(request, paper)
      const { html, issued } = roll ? slipPageOf(merchant, view, roll, options) : pageOf(merchant, view, paper, options)
      const pdf = await printer.print({ html, paper, signal, date: issued, onMissingGlyphs })
      return { pdf, missing }
    },
    /** Where each text is on that paper; nothing of a slip, which is only looked at. @throws errors for `failure` */
    async places(request: RenderRequest, name: string, signal: AbortSignal): Promise<PaperPlaces> {
      if (slips.has(name)) return { kind: 'places', places: [] }
      const paper = paperNamed(name)
      const { merchant, options, view } = await present(request)
      const { html, paths } = markedPage(merchant, view, paper, options.variant)
      return { kind: 'places', places: readPaperPlaces(await printer.print({ html, paper, signal }), paths) }
    },
    /** An error for display. Rethrows errors that are not the package's. */
    failure: (error: unknown): FolderFault | Refusal => failureOf(error, folder),
    /** Drops the cached template folder, so that the next request reads it again. */
    renew() {
      opened.clear()
      contents.clear()
    },
    close: () => printer.close(),
  }
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
