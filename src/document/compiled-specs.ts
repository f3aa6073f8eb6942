import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { createBoundedCache } from '../locale/bounded-cache.ts'
import { packageRoot } from '../package-root.ts'
import type { Look } from '../view/variant.ts'
import type { Compiled, CompiledTemplates, PrintedAt, TemplateSpecs } from './compiled.ts'
import type { TemplateSpec } from './language/run.ts'
import type { SectionOrder } from './section-order.ts'
import { readOverlay, type TemplateFiles } from './template-files.ts'

/** The folder of the package's templates. */
export const templateFolder: string = join(packageRoot, 'templates')

/** Compiles the package's templates, overlaid by a folder's. @throws TemplateError with file, line and column */
export async function compiledSpecs(
  overlay: string | TemplateFiles | undefined,
  sections: SectionOrder,
): Promise<Compiled> {
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

function evaluated(compiled: CompiledTemplates): TemplateSpecs {
  // When it is filled first: V8 keeps what was evaluated until memory is short.
  const evaluate =
    (page: keyof CompiledTemplates): TemplateSpec =>
    (helpers, words) =>
      new Function(`return ${compiled[page]}`)()(helpers, words)
  return {
    emailLtr: evaluate('emailLtr'),
    emailRtl: evaluate('emailRtl'),
    print: evaluate('print'),
    text: evaluate('text'),
    pageStyle: evaluate('pageStyle'),
  }
}
