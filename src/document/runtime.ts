import { createRequire } from 'node:module'
import type Handlebars from 'handlebars'
import { htmlHelpers, textHelpers } from './helpers.ts'

// Only the runtime: templates arrive compiled, and no text can become a template.
const runtime = createRequire(import.meta.url)('handlebars/runtime') as typeof Handlebars

/** A template ready to be filled. */
export type FilledBy = (context: object) => string

/** What Handlebars' compiler makes of a template. */
export type TemplateSpec = object

/** Makes a compiled HTML template callable. Every value is escaped; properties of prototypes cannot be reached. */
export function htmlTemplate(spec: TemplateSpec): FilledBy {
  return html.template(spec as never) as FilledBy
}

/** Makes a compiled plain text template callable. */
export function textTemplate(spec: TemplateSpec): FilledBy {
  return text.template(spec as never) as FilledBy
}

const html = runtime.create()
html.registerHelper(htmlHelpers(html.SafeString, html.escapeExpression) as never)

const text = runtime.create()
text.registerHelper(textHelpers as never)
