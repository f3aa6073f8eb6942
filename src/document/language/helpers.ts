import type { ShownImage } from '../images.ts'
import { center, row, textColumns, wrap } from '../text/columns.ts'
import { escapeHtml, own } from './run.ts'

/** What a helper may know of the page, beside its arguments. */
interface Page {
  images: Record<string, ShownImage>
  dir: 'ltr' | 'rtl'
}

/**
 * The words an HTML template may use; each gives markup. Compiling puts `directed` around every plain `{{field}}`, so
 * templates need not: it is what turns isolates into `<span dir>`.
 */
export const htmlHelpers = {
  /** A string of the view, escaped; values that run against the document's direction get a direction of their own. */
  directed(_: Page, value: string): string {
    if (!special.test(value)) return value
    return escapeHtml(value).replace(/[\u2066\u2067\u2069]/g, mark => opening[mark]!)
  },
  /** A string of the view for an attribute, where markup has no place. */
  plain(_: Page, value: string): string {
    return special.test(value) ? escapeHtml(value).replace(/[\u2066-\u2069]/g, '') : value
  },
  /** A whole number of CSS px. */
  px: (_: Page, value: string) => escapeHtml(value),
  /** The picture of that key: `{{#with (image key)}}<img src="{{plain src}}" …>{{/with}}`. */
  image: ({ images }: Page, key: string) => own(images, key),
  /** The drawing of that key. */
  drawing: ({ images }: Page, key: string) => (own(images, key) as ShownImage | undefined)?.svg ?? '',
  /** Markup that the view has sanitised: an offer's `html` and nothing else. */
  sanitized: (_: Page, html: string) => html,
}

/** The words a plain text template may use. Right to left, columns cannot be aligned: label and amount share a line instead. */
export const textHelpers = {
  /** `{{row label amount}}`, `{{row label amount note}}`. */
  row({ dir }: Page, label: string, amount: string | undefined, note: string | undefined): string {
    const full = note ? `${label} ${note}` : label
    if (dir === 'rtl') return amount ? `${full}: ${amount}` : full
    return row(full, amount ?? '')
  },
  /** A row below a row, indented: `{{subrow label amount}}`. */
  subrow({ dir }: Page, label: string, amount: string | undefined): string {
    if (dir === 'rtl') return amount ? `${label}: ${amount}` : label
    return amount ? `  ${row(label, amount, textColumns - 2)}` : wrap(label, '  ')
  },
  wrap: ({ dir }: Page, text: string) => (dir === 'rtl' ? text : wrap(text)),
  indent: ({ dir }: Page, text: string) => (dir === 'rtl' ? text : wrap(text, '  ')),
  center: ({ dir }: Page, text: string) => (dir === 'rtl' ? text : center(text)),
  rule: (_: Page) => '-'.repeat(textColumns),
  doubleRule: (_: Page) => '='.repeat(textColumns),
}

/** What a template makes: markup, or plain text. */
export type TemplateKind = 'html' | 'text'

/** The helpers of a kind of template, by name. The page comes first; a template writes what comes after it. */
export function helpersOf(kind: TemplateKind): Readonly<Record<string, (...parameters: never[]) => unknown>> {
  return kind === 'html' ? htmlHelpers : textHelpers
}

/** The blocks there are. */
export const blocks: readonly string[] = ['if', 'unless', 'each', 'with']

/** Helpers that find a part of the view for `{{#with}}` and give no text. */
export const lookups = ['image']

/** Whether a helper can do without the argument at that place: a lookup finds nothing then; others need the first. */
export function canDoWithout(helper: string, at: number): boolean {
  return at > 0 || lookups.includes(helper)
}

/** What is not printed as it is: nearly no value has any of it. */
const special = /[&<>"'`=\u2066-\u2069]/
const opening: Record<string, string> = {
  '\u2066': '<span dir="ltr">',
  '\u2067': '<span dir="rtl">',
  '\u2069': '</span>',
}
