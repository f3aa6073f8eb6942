import type { PageName } from '../../../src/document/pages.ts'
import type { Scope, Unknown, Value } from './scope.ts'

/** A file on the way from a page to a place. */
export interface Step {
  file: string
  /** The `{{> section}}` in the previous file; a page and its stylesheets have none. */
  by?: hbs.AST.PartialStatement
}

/** A place where a template names a field. */
export interface FieldUse {
  page: PageName
  /** The files from the page to here; the last holds the place. */
  trail: readonly Step[]
  node: hbs.AST.PathExpression
  /** `printed` must be text; `given` to a helper, it may be absent; `asked` by `if` and `unless`, `entered` by `with`. */
  how: 'printed' | 'given' | 'asked' | 'entered' | 'looped'
  found: Value | Unknown
  scope: Scope
  /** The code that `is` compares it with. */
  code?: string
}

/** A `{{> section}}` that cannot work. */
export interface SectionFault {
  page: PageName
  trail: readonly Step[]
  node: hbs.AST.PartialStatement
  name: string
  /** The file that contains itself; undefined if there is no such file. */
  again?: string
}
