import type { TemplatePlace } from '../errors.ts'
import type { Look } from '../view/variant.ts'
import type { Compiled, TemplateSpecs } from './compiled.ts'
import { compiledSpecs } from './compiled-specs.ts'
import { htmlHelpers, textHelpers } from './language/helpers.ts'
import { type FilledBy, fillWith, type TemplateSpec } from './language/run.ts'
import type { SectionOrder } from './section-order.ts'
import { shippedSpecs } from './shipped-specs.ts'
import type { PageName, TemplateFiles } from './template-files.ts'

/** The compiled pages of a receipt; a call only fills them in. */
export interface Templates {
  email: { ltr: FilledBy; rtl: FilledBy }
  print: FilledBy
  text: FilledBy
  /** How the web page prints, as CSS. */
  pageStyle: FilledBy
}

/**
 * The templates of every look, each opened on first use. `isStrict` overrides the mode they were opened with: a missing field
 * throws. @throws TemplateError as `loadTemplates` does
 */
export type TemplatesOf = (look: Look, isStrict?: boolean) => Templates

/** A field that a template printed as empty text, because the receipt lacks it or it isn't text. */
export interface MissingField {
  /** As written in the template: `loyalty.number`. Never contains receipt data. */
  field: string
  page: PageName
  /** Where the merchant's templates print that field on that page; at most five places. */
  places: readonly TemplatePlace[]
}

/** What to do if a template prints a field that a receipt's view lacks. */
export interface MissingFieldOptions {
  /** Throw a TemplateError that names the field. Default false: the field prints as empty text. */
  strict?: boolean | undefined
  /** Called once per document for each field that was printed as empty text. Must not throw. */
  onMissingField?: ((missing: MissingField) => void) | undefined
}

/** How an engine's templates are opened. */
export interface TemplateOptions extends MissingFieldOptions {
  /** The order of the sections, on all pages. */
  sections?: SectionOrder | undefined
}

/**
 * Opens an engine's templates.
 *
 * @param overlay a folder, or its content, whose files replace the package's, file by file. Without it, the templates that
 *   the build compiled are used, and neither compiler nor inliner is loaded.
 * @param look opened right away, so that errors surface now
 * @throws TemplateError with file, line and column
 */
export async function openTemplates(
  overlay?: string | TemplateFiles,
  look: Look = 'modern',
  options: TemplateOptions = {},
): Promise<TemplatesOf> {
  const isOwn = typeof overlay === 'string' || (overlay?.size ?? 0) > 0 || (options.sections?.length ?? 0) > 0
  const compiled = isOwn ? await compiledSpecs(overlay, options.sections ?? []) : await shippedSpecs(look)
  return openCompiled(compiled, look, options)
}

/** Opens templates that are compiled. @param look opened right away, so that errors surface now */
export function openCompiled(
  { specs, places }: Compiled,
  look: Look,
  { strict: defaultStrict = false, onMissingField }: MissingFieldOptions,
): TemplatesOf {
  const opened = new Map<string, Templates>()
  const report = (page: PageName, field: string) => onMissingField?.({ field, page, places: places(page, field) })
  const templatesOf: TemplatesOf = (page, isStrict = defaultStrict) => {
    const key = `${page} ${isStrict}`
    const templates = opened.get(key) ?? fromSpecs(specs(page), isStrict ? undefined : report)
    opened.set(key, templates)
    return templates
  }
  templatesOf(look)
  return templatesOf
}

/** The templates of one look. @throws TemplateError with file, line and column */
export async function loadTemplates(
  overlay?: string | TemplateFiles,
  look: Look = 'modern',
  options?: TemplateOptions,
): Promise<Templates> {
  return (await openTemplates(overlay, look, options))(look)
}

/** Makes compiled templates callable; without `report`, a missing field throws. */
function fromSpecs(
  { emailLtr, emailRtl, print, text, pageStyle }: TemplateSpecs,
  report?: (page: PageName, field: string) => void,
): Templates {
  const to = (page: PageName) => report && ((field: string) => report(page, field))
  return {
    email: { ltr: htmlTemplate(emailLtr, to('email')), rtl: htmlTemplate(emailRtl, to('email')) },
    print: htmlTemplate(print, to('print')),
    text: textTemplate(text, to('text')),
    pageStyle: htmlTemplate(pageStyle, to('email')),
  }
}

/** Makes a compiled HTML template callable (see `fillWith`). Every value is escaped. */
export function htmlTemplate(spec: TemplateSpec, report?: (field: string) => void): FilledBy {
  return fillWith(spec, htmlHelpers, report)
}

/** Makes a compiled plain-text template callable (see `fillWith`). */
export function textTemplate(spec: TemplateSpec, report?: (field: string) => void): FilledBy {
  return fillWith(spec, textHelpers, report)
}
