import type { TemplatePlace } from '../errors.ts'
import type { Look } from '../view/variant.ts'
import type { TemplateSpec } from './language/run.ts'
import type { PageName } from './template-files.ts'

/** JavaScript source of every template, each a `TemplateSpec`. */
export interface CompiledTemplates {
  emailLtr: string
  emailRtl: string
  print: string
  text: string
  /** How the web page prints, as CSS. */
  pageStyle: string
}

/** The places where templates print each field, by name. */
export type PrintedAt = (page: PageName, field: string) => readonly TemplatePlace[]

/** A look's compiled templates, by page. */
export type TemplateSpecs = Record<keyof CompiledTemplates, TemplateSpec>

/** A folder's compiled templates, each look compiled once. */
export interface Compiled {
  specs(look: Look): TemplateSpecs
  places: PrintedAt
}
