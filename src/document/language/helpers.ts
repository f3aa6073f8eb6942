import { emsOf } from '../../locale/format/ems.ts'
import { isOneLetter } from '../../locale/format/one-piece.ts'
import type { FormatsView } from '../../view/receipt-view.ts'
import { labelMark, type SlipStyle, slipMarks } from '../../view/slip.ts'
import type { ShownImage } from '../images.ts'
import { center, fitted, narrowColumns, row, signDrawn, spaces, textWidth, wrap, wrapFacts } from '../text/columns.ts'
import { ruleMark } from '../text/rules.ts'
import { forms, isForm } from './forms.ts'
import { escapeHtml, own } from './run.ts'
import { wholeFacts, wholeWords } from './whole-facts.ts'

/** What a helper can use of the page, in addition to its arguments; the code that write.ts writes gives no more. */
interface Page {
  images: Record<string, ShownImage>
  dir: 'ltr' | 'rtl'
  /** Of plain text. */
  columns: number
  /** Of a till's own text on paper. */
  rawColumns?: number
  /** The space of price notations behind the amounts. */
  notation: { columns: number } | undefined
  /** Whether isolates stay characters in HTML: elements for each value of a long list take half of what Gmail shows of a mail. */
  keepsIsolates?: boolean | undefined
  /** Whether it is the mail of a long list, which has no room for an element between two facts. */
  isLong?: boolean | undefined
  /** The receipt's languages, if there are several. */
  languages?: readonly string[] | undefined
  /** Whether it is a till's paper. */
  slip?: boolean | undefined
  /** Whether lines that stand out have a mark, for a till's paper. */
  marked?: boolean | undefined
  /** How forms write values. */
  formats?: FormatsView | undefined
}

/** Columns of a till's own text on a phone, as many as most printers have: mail is of one layout for all screens. */
const phoneColumns = 48

/** Room for a text on 58 mm, in heights of its letters; a phone has more. */
const narrowestEms = 16

/** A full-width bracket, which has its space, at a text's beginning but for marks. */
const ownSpace = /^\p{Cf}*（/u

/**
 * The helpers of HTML templates; each returns markup. The compiler wraps every plain `{{field}}` in `directed`, which turns
 * isolates into `<span dir>`.
 */
export const htmlHelpers = {
  /**
   * Text of the view, escaped; a value that runs against the document's direction gets its own `dir`, and what must not break
   * at its hyphens a class.
   */
  directed({ keepsIsolates, isLong, languages }: Page, value: string): string {
    if (isOneLetter(value) || !special.test(value)) return value
    const text = escaped.test(value) ? escapeHtml(value) : value
    const whole = text.includes('·') ? wholeFacts(text, isLong === true) : wholeWords(text)
    if (!isolates.test(whole)) return whole
    const shown = languages
      ? whole.replace(/\u2068+/g, marks => openingOf(languages[marks.length], marks.length))
      : whole
    return keepsIsolates ? shown : shown.replace(/[\u2066\u2067\u2069]/g, mark => opening[mark] ?? '')
  },
  /** Text of the view for an attribute, which cannot contain markup. */
  plain(_: Page, value: string): string {
    return special.test(value) ? escapeHtml(value).replace(/[\u2060\u2066-\u2069]/g, '') : value
  },
  /** A line of a text: one that a till drew across its paper is no longer than the narrowest of ours is wide. `{{drawn line}}` */
  drawn(page: Page, line: string): string {
    const sign = signDrawn(line)
    const most = sign === undefined ? 0 : Math.floor(narrowestEms / emsOf(sign))
    return htmlHelpers.directed(page, sign !== undefined && line.length > most * sign.length ? sign.repeat(most) : line)
  },
  /** A text as a till printed it, with less blank where its paper was wider: `{{printed text}}`. */
  printed: (page: Page, text: string) => htmlHelpers.directed(page, fitted(text, page.rawColumns ?? phoneColumns)),
  /** Text of the view as a string in a stylesheet, quotes included: `content: {{quoted title}}` (CSS Syntax 3, 4.3.5 and 4.3.7). */
  quoted: (_: Page, value: string) =>
    `"${value.replace(/[\u2060\u2066-\u2069]/g, '').replace(/[\p{Cc}"\\<>&]/gu, sign => `\\${sign.codePointAt(0)?.toString(16)} `)}"`,
  /** A measure, such as a whole number of CSS px. */
  px: (_: Page, value: string) => escapeHtml(value),
  /** The image with that key: `{{#with (image key)}}<img src="{{plain src}}" …>{{/with}}`. */
  image: ({ images }: Page, key: string) => own(images, key),
  is,
  /** The drawing with that key. */
  drawing: ({ images }: Page, key: string) => (own(images, key) as ShownImage | undefined)?.svg ?? '',
  /** Markup that the view sanitized: an offer's `html`, nothing else. */
  sanitized: (_: Page, html: string) => html,
  /** The view's JSON within `<script type="application/ld+json">`; what could end the script is written as `\\u003c`. */
  json: (_: Page, data: string) =>
    data.replace(/[<>&\u2028\u2029]/g, sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
  ...forms,
}

/**
 * The helpers of plain-text templates. Amounts end at one edge, behind which is the space of price notations, if there are any.
 * Right-to-left columns cannot be aligned: label and amount share a line instead.
 */
export const textHelpers = {
  /** `{{row label amount}}`, `{{row label amount note}}`; with a shorter note as well, that one on narrow paper, so that all rows are alike. */
  row({ dir, columns, notation }: Page, label: string, amount?: string, long?: string, short?: string): string {
    const note = short && columns < narrowColumns ? short : long
    const full = note ? label + (ownSpace.test(note) ? '' : ' ') + note : label
    if (dir === 'rtl') return wrap(amount ? `${full}: ${amount}` : full, '', columns)
    if (!amount) return row(full, '', columns)
    const room = columns - endOf(notation)
    const beside = note ? textWidth(amount) + 1 : 0
    const fits = (text: string) => textWidth(text) + beside <= room
    if (!note || fits(full)) return row(full, amount, room)
    if (fits(note)) return `${wrap(label, '', columns)}\n${row(note, amount, room)}`
    return fits(label) && textWidth(note) <= columns ? `${row(label, amount, room)}\n${note}` : row(full, amount, room)
  },
  /** A text at the start and one at the end of a line, or of a line each where they have no room on one: `{{apart kind date}}`. */
  apart({ dir, columns }: Page, start: string, end: string): string {
    const gap = columns - textWidth(start) - textWidth(end)
    if (dir === 'rtl' || gap >= 1 || textWidth(end) > columns)
      return textHelpers.row({ dir, columns } as Page, start, end)
    return `${wrap(start, '', columns)}\n${spaces(columns - textWidth(end))}${end}`
  },
  /** A row with the price notation behind the amount: `{{marked name mark amount}}`. */
  marked({ dir, columns, notation }: Page, name: string, mark: string | undefined, amount: string | undefined): string {
    if (dir === 'rtl')
      return wrap(mark || amount ? `${name}: ${[amount, mark].filter(Boolean).join(' ')}` : name, '', columns)
    if (!mark) return amount ? row(name, amount, columns - endOf(notation)) : row(name, '', columns)
    return `${row(name, amount || ' ', columns - endOf(notation))} ${mark}`
  },
  /** Indented, below a row: label and amount one behind the other, for the row has the amount already: `{{subrow label amount}}`. */
  subrow({ dir, columns }: Page, label: string, amount: string | undefined): string {
    const full = amount && `${label}${dir === 'rtl' ? ':' : ''} ${amount}`
    return wrap(full || label, dir === 'rtl' ? '' : '  ', columns)
  },
  /** One of many goods: what belongs to its name stands behind it where both fit, else below: `{{dense name summary mark amount}}`. */
  dense(
    page: Page,
    name: string,
    summary: string | undefined,
    mark: string | undefined,
    amount: string | undefined,
  ): string {
    if (!summary) return textHelpers.marked(page, name, mark, amount)
    const { dir, columns, notation } = page
    const gap = columns - endOf(notation) - textWidth(name) - 2 - textWidth(summary) - (amount ? textWidth(amount) : 0)
    if (dir === 'ltr' && gap >= 1)
      return `${name}  ${summary}${amount ? spaces(gap) + amount : mark ? spaces(gap) : ''}${mark ? ` ${mark}` : ''}`
    return `${textHelpers.marked(page, name, mark, amount)}\n${textHelpers.indent(page, summary)}`
  },
  /** A label, bold on a till's paper, and its facts, in a column of their own: `{{facts label line}}`, `{{facts label line more}}`. */
  facts({ dir, columns, marked }: Page, label: string, first: string, more?: string): string {
    const line = more ? `${first}\n${more}` : first
    if (dir === 'ltr') return withLabel(wrapFacts(label, line, columns), marked ? label : '')
    return wrap(label ? `${label}: ${line}` : line, '', columns)
  },
  /** What stands out by its size: twice as wide and high on a till's paper, in the middle. */
  big(page: Page, text: string): string {
    const { dir, columns, marked } = page
    if (!marked) return center(text, columns)
    return eachLine(dir === 'rtl' ? wrap(text, '', columns >> 1) : center(text, columns >> 1), markOf('double'))
  },
  /** A row that stands out by its size, twice as wide and high where it fits: `{{bigRow label amount}}`. */
  bigRow(page: Page, label: string, amount: string): string {
    const half = { ...page, columns: (page.columns >> 1) - Math.ceil(endOf(page.notation) / 2), notation: undefined }
    if (!page.marked) return textHelpers.row(page, label, amount, undefined)
    const fits = textWidth(label) + textWidth(amount) < half.columns
    return eachLine(textHelpers.row(fits ? half : page, label, amount, undefined), markOf(fits ? 'double' : 'tall'))
  },
  /** A row that stands out by bold letters on a till's paper: `{{strongRow label amount}}`. */
  strongRow(page: Page, label: string, amount: string | undefined): string {
    const text = textHelpers.row(page, label, amount, undefined)
    return page.marked ? eachLine(text, markOf('bold')) : text
  },
  /** What stands out by bold letters on a till's paper. */
  strong: ({ columns, marked }: Page, text: string) =>
    marked ? eachLine(wrap(text, '', columns), markOf('bold')) : wrap(text, '', columns),
  /** The tear line. */
  tear: ({ columns, slip }: Page) => across('- '.repeat(columns >> 1).trimEnd(), slip),
  wrap: ({ columns }: Page, text: string) => wrap(text, '', columns),
  /** What stands for a picture in text: `{{bracketed alt}}`. */
  bracketed: ({ columns }: Page, alt: string) => wrap(`[${alt}]`, '', columns),
  indent: ({ dir, columns }: Page, text: string) => wrap(text, dir === 'rtl' ? '' : '  ', columns),
  /** A text as a till printed it, with less blank on narrower paper: `{{printed text}}`. */
  printed: ({ columns }: Page, text: string) => fitted(text, columns),
  center: ({ dir, columns }: Page, text: string) => (dir === 'rtl' ? wrap(text, '', columns) : center(text, columns)),
  is,
  rule: ({ columns, slip }: Page) => across('-'.repeat(columns), slip),
  doubleRule: ({ columns, slip }: Page) => across('='.repeat(columns), slip),
  ...forms,
}

/** Marks a label that facts begin with: within its line, or the lines that it takes for itself. */
function withLabel(text: string, label: string): string {
  if (!label) return text
  const rest = text.slice(label.length)
  if (text.startsWith(label) && rest && !rest.startsWith('\n')) return `${labelMark}${label}${labelMark}${rest}`
  const lines = text.split('\n')
  const end = lines.findIndex(line => line.startsWith(' '))
  const [own, others] = [lines.slice(0, end), lines.slice(end)]
  return end < 1 ? text : [eachLine(own.join('\n'), markOf('bold')), ...others].join('\n')
}

/** A line across the page. */
function across(line: string, slip: boolean | undefined): string {
  return slip ? ruleMark + line : line
}

function eachLine(text: string, mark: string): string {
  return mark + text.replaceAll('\n', `\n${mark}`)
}

function markOf(style: SlipStyle): string {
  return slipMarks.find(each => each.style === style)?.mark ?? ''
}

/** Columns behind the amounts. */
function endOf(notation: Page['notation']): number {
  return notation?.columns ?? 0
}

/** Whether a code of the view, or what a till sent in a field of its own, is that one: `{{#if (is kind "tax")}}`. */
function is(_: Page, code: string | undefined, wanted: string): boolean {
  if (code === wanted || code === undefined || !isMarked.test(code)) return code === wanted
  return code.replace(/[\u2060\u2066-\u2069]/g, '').replaceAll('\u00a0', ' ') === wanted
}

/** Marks of direction and of what stays on a line, which no code has. */
const isMarked = /[\u00a0\u2060\u2066-\u2069]/

/** What a template produces. */
export type TemplateKind = 'html' | 'text'

/** The helpers for a kind of template, by name. The first parameter is the page; templates pass the others. */
export function helpersOf(kind: TemplateKind): Readonly<Record<string, (...parameters: never[]) => unknown>> {
  return kind === 'html' ? htmlHelpers : textHelpers
}

/** Whether a mustache calls a helper, and doesn't print a field: by its arguments, or by a name that no field has. */
export function isCall({ path, params }: Pick<hbs.AST.MustacheStatement, 'path' | 'params'>, helpers: object): boolean {
  const { original: word } = path as hbs.AST.PathExpression
  return params.length > 0 || (Object.hasOwn(helpers, word) && !isForm(word))
}

/** All blocks. */
export const blocks: readonly string[] = ['if', 'unless', 'each', 'with']

/** Helpers that return no text, and the block that takes what they return. */
export const lookups: Readonly<Record<string, string>> = { image: 'with', is: 'if' }

/** Whether the argument at that position may be absent: lookups then find nothing; other helpers need the first. */
export function canDoWithout(helper: string, at: number): boolean {
  return at > 0 || Object.hasOwn(lookups, helper)
}

/** Characters that are not printed as is; very few values have any. */
const special = /[&<>"'`=\u00b7\u2060\u2066-\u2069]/
const escaped = /[&<>"'`=]/
const isolates = /[\u2066-\u2069]/

/** The beginning of a text in another language; each mark has an end of its own. */
function openingOf(lang: string | undefined, marks: number): string {
  return `${lang === undefined ? '<span>' : `<span lang="${escapeHtml(lang)}">`}${'<span>'.repeat(marks - 1)}`
}

const opening: Record<string, string> = {
  '\u2066': '<span dir="ltr">',
  '\u2067': '<span dir="rtl">',
  '\u2069': '</span>',
}
