import type { PageName } from '../../../src/document/pages.ts'
import type { Scope, Unknown, Value } from './scope.ts'

/** A file by which a page comes to a place. */
export interface Step {
  file: string
  /** The `{{> section}}` of the file before that leads here; a page and its stylesheets need none. */
  by?: hbs.AST.PartialStatement
}

/** A place where a template names a field. */
export interface FieldUse {
  page: PageName
  /** The files by which the page comes here; the last holds the place. */
  trail: readonly Step[]
  node: hbs.AST.PathExpression
  /** `printed` needs a text; `given` to a helper, it may be absent; `asked` is by `if` and `unless`, `entered` by `with`. */
  how: 'printed' | 'given' | 'asked' | 'entered' | 'looped'
  found: Value | Unknown
  scope: Scope
}

/** A place where a section cannot be put. */
export interface SectionFault {
  page: PageName
  trail: readonly Step[]
  node: hbs.AST.PartialStatement
  name: string
  /** The file that contains itself; without it, there is no such file. */
  again?: string
}
