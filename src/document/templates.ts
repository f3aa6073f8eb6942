import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { TemplatePlace } from '../errors.ts'
import { createBoundedCache } from '../locale/bounded-cache.ts'
import { packageRoot } from '../package-root.ts'
import type { Look } from '../view/variant.ts'
import type { CompiledTemplates, PrintedAt } from './compile.ts'
import { htmlHelpers, textHelpers } from './language/helpers.ts'
import { type FilledBy, fillWith, type TemplateSpec } from './language/run.ts'
import type { SectionOrder } from './section-order.ts'
import { type PageName, readOverlay, type TemplateFiles } from './template-files.ts'

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

/** The folder of the package's templates. */
export const templateFolder = join(packageRoot, 'templates')

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
  { strict: defaultStrict = false, onMissingField, sections = [] }: TemplateOptions = {},
): Promise<TemplatesOf> {
  const opened = new Map<string, Templates>()
  const isOwn = typeof overlay === 'string' || (overlay?.size ?? 0) > 0 || sections.length > 0
  const { specs, places } = isOwn ? await compiledSpecs(overlay, sections) : await shippedSpecs(look)
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

type TemplateSpecs = Record<keyof CompiledTemplates, TemplateSpec>

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

/** A folder's compiled templates, each look compiled once. */
interface Compiled {
  specs(look: Look): TemplateSpecs
  places: PrintedAt
}

/** The package's own templates: as built or, when running from source, compiled once for all engines. */
function shippedSpecs(look: Look): Compiled | Promise<Compiled> {
  if (builtSpecs(look)) return built
  shipped ??= compiledSpecs(undefined, [])
  return shipped
}

let shipped: Promise<Compiled> | undefined

// biome-ignore lint/style/noNonNullAssertion: a build has every look
const built: Compiled = { specs: look => builtSpecs(look)!, places: () => [] }

/** Kept, because a newer version's files may replace them while this one runs. */
const builtLooks = new Map<Look, TemplateSpecs>()

/** Written next to this file by `npm run build`; absent when running from source. */
function builtSpecs(look: Look): TemplateSpecs | undefined {
  const known = builtLooks.get(look)
  const file = join(import.meta.dirname, `built-templates/${look}.cjs`)
  if (known || !existsSync(file)) return known
  const specs: TemplateSpecs = createRequire(import.meta.url)(file)
  builtLooks.set(look, specs)
  return specs
}

async function compiledSpecs(overlay: string | TemplateFiles | undefined, sections: SectionOrder): Promise<Compiled> {
  const [{ checkNesting, compileTemplates, printedAt }, { readOrderedFiles }] = await Promise.all([
    import('./compile.ts'),
    import('./section-order.ts'),
  ])
  const own: TemplateFiles = typeof overlay === 'string' ? readOverlay(overlay) : new Map(overlay)
  const order = [...sections]
  checkNesting(own)
  const compiled = new Map<Look, TemplateSpecs>()
  let places: PrintedAt | undefined
  return {
    places(page, field) {
      places ??= printedAt(own)
      return places(page, field)
    },
    specs(look) {
      const known = compiled.get(look)
      if (known) return known
      const files = readOrderedFiles(templateFolder, look, own, order)
      const digest = createHash('sha256')
        .update(JSON.stringify([...files]))
        .digest('base64')
      const specs = compiledLately.get(digest, () => evaluated(compileTemplates(files)))
      compiled.set(look, specs)
      return specs
    },
  }
}

/** By their files' digest: most changes of a brand leave its templates as they are, and compiling them is most of opening it. */
const compiledLately = createBoundedCache<TemplateSpecs>(4)

function evaluated({ emailLtr, emailRtl, print, text, pageStyle }: CompiledTemplates): TemplateSpecs {
  // When it is filled first: V8 keeps what was evaluated until memory is short.
  const evaluate =
    (source: string): TemplateSpec =>
    (helpers, words) =>
      new Function(`return ${source}`)()(helpers, words)
  return {
    emailLtr: evaluate(emailLtr),
    emailRtl: evaluate(emailRtl),
    print: evaluate(print),
    text: evaluate(text),
    pageStyle: evaluate(pageStyle),
  }
}
