import type { TemplateFiles } from '../../src/document/template-files.ts'
import type { Look } from '../../src/view/variant.ts'

/** A template folder as a rule of the lint sees it. */
export interface LintedFolder {
  look: Look
  /** The files to report on: the merchant's own, as they stand on disk. */
  own: TemplateFiles
  /** All files that pages are made of: the package's and the look's, the merchant's in their place. */
  files: TemplateFiles
  /** The names of the merchant's own words, `{{own.name}}`; each is there in every language. Without it, they cannot be told. */
  words?: ReadonlySet<string>
}
