import { TemplateError } from '../../errors.ts'
import type { TakenLines } from '../text/tidy-lines.ts'

/** A template ready to be filled. @param lines for plain text: takes lines as they are written; the result is what it hasn't taken */
export type FilledBy = (context: object, lines?: TakenLines) => string

/** A compiled template (write.ts), evaluated. */
export type TemplateSpec = (helpers: object, words: Runtime) => FilledBy

/**
 * Makes a template callable.
 *
 * @param report called for each missing field, once per document, after it was filled; the field is empty text. Without it, a
 *   missing field throws a TemplateError
 */
export function fillWith(spec: TemplateSpec, helpers: object, report?: (field: string) => void): FilledBy {
  const missing = new Set<string>()
  const note = (value: unknown, field: string) => {
    if (!report) throw notText(value, field)
    missing.add(field)
    return ''
  }
  // Evaluated when it is filled first: few processes print all four pages of a look.
  let fill: FilledBy | undefined
  return (context, lines) => {
    fill ??= spec(helpers, runtimeWith(note))
    if (missing.size > 0) missing.clear()
    const filled = fill(context, lines)
    if (missing.size > 0) for (const field of missing) report?.(field)
    return filled
  }
}

/**
 * Escapes text for HTML elements and quoted attributes: the characters that Handlebars escapes, but of several `=` only the first, which
 * is enough to begin no attribute. A line of them looked like hidden text to spam filters.
 */
export function escapeHtml(text: string): string {
  let safe = ''
  let from = 0
  const { length } = text
  for (let at = 0; at < length; at++) {
    const entity = entities[text.charCodeAt(at)]
    if (entity === undefined || (text[at] === '=' && text[at - 1] === '=')) continue
    safe += text.slice(from, at) + entity
    from = at + 1
  }
  return from === 0 ? text : safe + text.slice(from)
}

const escaped: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
  '`': '&#x60;',
  '=': '&#x3D;',
}

/** By character code. */
const entities = Array.from({ length: 0x61 }, (_, code) => escaped[String.fromCharCode(code)])

/** An own property of the value, never an inherited one. */
export function own(value: unknown, name: string): unknown {
  return value != null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
}

/** What generated code calls in addition to helpers. */
type Runtime = ReturnType<typeof runtimeWith>

/**
 * Makes a template's runtime.
 *
 * @param missing called for each printed value that isn't text; its result is printed instead
 */
function runtimeWith(missing: (value: unknown, field: string) => string) {
  /** A printed value, or a helper's argument. `field` is as written in the template. */
  function text(value: unknown, field: string): string {
    if (typeof value === 'string') return value
    return typeof value === 'number' ? String(value) : missing(value, field)
  }

  /** The same for an optional argument. */
  function maybe(value: unknown, field: string): string | undefined {
    return value === undefined || value === null ? undefined : text(value, field)
  }

  return { own, text, maybe, holds, list, keyAt, indented, comparable }
}

/** The error for the template's author about a printed value that isn't text. */
function notText(value: unknown, field: string): TemplateError {
  return new TemplateError(
    value === undefined || value === null
      ? `{{${field}}} is printed, but this receipt has no such field there; put {{#if ${field}}} around it, or correct its name`
      : `{{${field}}} is not text; print one of its fields`,
  )
}

/** Whether a value is truthy as in Handlebars: not empty text, zero or an empty list. */
function holds(value: unknown): boolean {
  return Boolean(value) && !(Array.isArray(value) && value.length === 0)
}

/** What `each` loops over: a list's entries or an object's values. */
function list(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return typeof value === 'object' && value !== null ? Object.values(value) : []
}

/** A text to compare with later ones; anything else equals nothing, so that it is missed again. */
function comparable(value: unknown): unknown {
  return typeof value === 'string' ? value : Number.NaN
}

/** `@key`: the key in an object, the index in a list. */
function keyAt(value: object, index: number): string | number {
  return Array.isArray(value) ? index : (Object.keys(value)[index] ?? '')
}

/** Indents each line of a section, including lines within values, as Handlebars does. */
function indented(lines: string, indent: string): string {
  return lines.replace(/^(?!$(?![\s\S]))/gm, indent)
}
