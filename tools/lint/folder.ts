import type { SectionOrder } from '../../src/document/section-order.ts'
import type { TemplateFiles } from '../../src/document/template-files.ts'
import type { Look } from '../../src/view/variant.ts'

/** A template folder as lint rules see it. */
export interface LintedFolder {
  look: Look
  /** The files to report on: the merchant's, as they are on disk. */
  own: TemplateFiles
  /** All files of the pages: the package's and the look's, with the merchant's replacing them. */
  files: TemplateFiles
  /** The order of the sections in `brand.json`, which `files` have. */
  sections?: SectionOrder
  /** The merchant's words, `{{own.name}}`; each exists in every language. Undefined if unknown. */
  words?: ReadonlySet<string>
}
