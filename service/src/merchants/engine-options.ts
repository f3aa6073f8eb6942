import { join } from 'node:path'
import { createEngine, type Engine, type EngineOptions, type PdfOptions } from 'counterfoil'
import type { MissingField, Printer } from 'counterfoil/internal'
import { type AppearanceContent, type ChosenFolder, shownOf, templateFolderOf } from './appearances.ts'
import type { MerchantSettings } from './merchant-settings.ts'

/** A merchant's settings that an engine is opened with. */
export type Opening = Omit<AppearanceContent, 'folder'> & Pick<MerchantSettings, 'locales'>

/** What a merchant has of its own in an engine that others use, too. */
export type Own = Pick<PdfOptions, 'brand' | 'links' | 'paper'>

/** An engine's options for a merchant. */
function engineOptions(given: Opening, templates: EngineOptions['templates'], printer: Printer): EngineOptions {
  const { brand, paper, ...shown } = shownOf(given)
  const { locales, test } = given
  return { ...shown, locales, test, templates, brand: brandOf(brand), pdf: { printer, paper } }
}

/** Opens the engine of an appearance. */
export function openAppearance(
  { folder, ...content }: AppearanceContent & Opening,
  printer: Printer,
  onMissingField: (missing: MissingField) => void,
): Promise<Engine> {
  return createEngine({
    ...engineOptions(content, folder && templateFolderOf({ folder }), printer),
    // As before 0.2.0, whose appearances don't say.
    gtin12: content.gtin12 ?? 'by-check-digit',
    onMissingField,
  })
}

/** Opens an engine with settings and templates that aren't saved. Of a folder on this machine, errors say the path. */
export function openUnsaved(
  settings: MerchantSettings,
  folder: ChosenFolder | undefined,
  templatesDir: string,
  printer: Printer,
): Promise<Engine> {
  const own = settings.templates && join(templatesDir, settings.templates)
  return createEngine(
    engineOptions(settings, folder?.isUploaded ? templateFolderOf({ folder: folder.content }) : own, printer),
  )
}

/** Separates what merchants who share an engine have in common from what is each one's own. */
export function apart<Settings extends Opening>({ brand, links, paper, ...common }: Settings) {
  return { common, own: { brand: brandOf(brand), links, paper } satisfies Own }
}

/** The engine with a merchant's own options in each call; those of a call go first. */
export function withOwn(engine: Engine, { paper, ...own }: Own): Engine {
  const { view, email, html, text, slip, pdf, merge, image } = engine
  return {
    // Its locale stays: settings of a merchant's own change no language.
    ...engine,
    view: (receipt, options) => view(receipt, { ...own, ...options }),
    email: (receipt, options) => email(receipt, { ...own, ...options }),
    html: (receipt, options) => html(receipt, { ...own, ...options }),
    text: (receipt, options) => text(receipt, { ...own, ...options }),
    slip: (receipt, options) => slip(receipt, { ...own, ...options }),
    pdf: (receipt, options) => pdf(receipt, { ...own, paper, ...options }),
    merge: (parts, options) => merge(parts, { ...own, paper, ...options }),
    image: (receipt, options) => image(receipt, { ...own, ...options }),
  }
}

function brandOf(brand: Opening['brand']): EngineOptions['brand'] {
  if (!brand) return undefined
  const bytes = (picture: string | undefined) => (picture === undefined ? undefined : Buffer.from(picture, 'base64'))
  return { ...brand, logo: bytes(brand.logo), logoDark: bytes(brand.logoDark) }
}
