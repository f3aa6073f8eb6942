import { TemplateError } from '../errors.ts'
import { center, row, textColumns, wrap } from './columns.ts'
import type { ShownImage } from './images.ts'

/** What Handlebars hands to a helper after its arguments. */
interface HelperOptions {
  data: { root: { images: Record<string, ShownImage>; dir: 'ltr' | 'rtl' } }
}

type SafeString = new (text: string) => object

const isolates = /[\u2066-\u2069]/
const opening: Record<string, string> = {
  '\u2066': '<span dir="ltr">',
  '\u2067': '<span dir="rtl">',
  '\u2069': '</span>',
}

/**
 * The words an HTML template may use. Compiling puts `directed` around every plain `{{field}}`, so templates need not:
 * it is what turns isolates into `<span dir>`.
 */
export function htmlHelpers(SafeString: SafeString, escapeHtml: (text: string) => string) {
  return {
    /** A string of the view, escaped; values that run against the document's direction get a direction of their own. */
    directed(value: unknown, field: string) {
      if (typeof value !== 'string') throw noSuchField(value, field)
      if (!isolates.test(value)) return value
      return new SafeString(escapeHtml(value).replace(/[\u2066\u2067\u2069]/g, mark => opening[mark]!))
    },
    /** A string of the view for an attribute, where markup has no place. */
    plain(value: unknown, field: string) {
      if (typeof value !== 'string') throw noSuchField(value, field)
      return isolates.test(value) ? value.replace(/[\u2066-\u2069]/g, '') : value
    },
    /** A whole number of CSS px. */
    px: (value: number) => String(value),
    /** The picture of that key: `{{#with (image key)}}<img src="{{plain src}}" …>{{/with}}`. */
    image: (key: string, options: HelperOptions) => options.data.root.images[key],
    /** The drawing of that key. */
    drawing: (key: string, options: HelperOptions) => new SafeString(options.data.root.images[key]?.svg ?? ''),
    /** Markup that the view has sanitised: an offer's `html` and nothing else. */
    sanitized: (html: string) => new SafeString(html),
  }
}

/** The words a plain text template may use. Right to left, columns cannot be aligned: label and amount share a line instead. */
export const textHelpers = {
  /** `{{row label amount}}`, `{{row label amount note}}`. */
  row(label: string, amount: string, ...rest: (string | HelperOptions)[]) {
    const options = rest.at(-1) as HelperOptions
    const [note] = rest.slice(0, -1)
    const full = typeof note === 'string' && note ? `${label} ${note}` : label
    if (options.data.root.dir === 'rtl') return amount ? `${full}: ${amount}` : full
    return row(full, amount ?? '')
  },
  /** A row below a row, indented: `{{subrow label amount}}`. */
  subrow(label: string, amount: string, options: HelperOptions) {
    if (options.data.root.dir === 'rtl') return amount ? `${label}: ${amount}` : label
    return amount ? `  ${row(label, amount, textColumns - 2)}` : wrap(label, '  ')
  },
  wrap: (text: string, options: HelperOptions) => (options.data.root.dir === 'rtl' ? text : wrap(text)),
  indent: (text: string, options: HelperOptions) => (options.data.root.dir === 'rtl' ? text : wrap(text, '  ')),
  center: (text: string, options: HelperOptions) => (options.data.root.dir === 'rtl' ? text : center(text)),
  rule: () => '-'.repeat(textColumns),
  doubleRule: () => '='.repeat(textColumns),
}

/** Names of all helpers, for the compiler: any other name in a template is an error. */
export const helperNames = {
  html: ['directed', 'plain', 'px', 'image', 'drawing', 'sanitized'],
  text: Object.keys(textHelpers),
}

function noSuchField(value: unknown, field: string): TemplateError {
  return new TemplateError(
    value === undefined
      ? `{{${field}}} was printed, but the view of this receipt has no such field there; put {{#if ${field}}} around it, or correct its name`
      : `{{${field}}} is no text; print one of its fields`,
  )
}
