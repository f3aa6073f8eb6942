import { join } from 'node:path'
import { packageRoot } from '../package-root.ts'
import type { Look } from '../view/variant.ts'
import type { Compiled, PrintedAt, TemplateSpecs } from './compiled.ts'
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
  // When it is filled first: V8 keeps what was evaluated until memory is short.
  const evaluate =
    (source: string): TemplateSpec =>
    (helpers, words) =>
      new Function(`return ${source}`)()(helpers, words)
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
      const sources = compileTemplates(readOrderedFiles(templateFolder, look, own, order))
      const specs = {
        emailLtr: evaluate(sources.emailLtr),
        emailRtl: evaluate(sources.emailRtl),
        print: evaluate(sources.print),
        text: evaluate(sources.text),
        pageStyle: evaluate(sources.pageStyle),
      }
      compiled.set(look, specs)
      return specs
    },
  }
}
