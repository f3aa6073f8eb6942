import { TemplateError } from '../../errors.ts'

/** A template ready to be filled. */
export type FilledBy = (context: object) => string

/** What the compiler makes of a template (write.ts), evaluated. */
export type TemplateSpec = (helpers: object, words: Runtime) => FilledBy

/** Escapes a text for HTML, for elements and quoted attributes alike; the characters are those that Handlebars escapes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`=]/g, character => escaped[character]!)
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

/** A property that is the value's own, never one that it inherits. */
export function own(value: unknown, name: string): unknown {
  return value != null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
}

/** All that written code calls besides helpers. */
export type Runtime = ReturnType<typeof runtimeWith>

/**
 * Makes the runtime of a template.
 *
 * @param missing is told of each value that is printed and is no text; what it gives is printed instead
 */
export function runtimeWith(missing: (value: unknown, field: string) => string) {
  /** What is printed, or given to a helper that prints it. `field` is as it stands in the template. */
  function text(value: unknown, field: string): string {
    if (typeof value === 'string') return value
    return typeof value === 'number' ? String(value) : missing(value, field)
  }

  /** The same where a helper can do without. */
  function maybe(value: unknown, field: string): string | undefined {
    return value === undefined || value === null ? undefined : text(value, field)
  }

  return { own, text, maybe, holds, list, keyAt, indented }
}

/** What a field is not, said to whoever wrote the template. */
export function notText(value: unknown, field: string): TemplateError {
  return new TemplateError(
    value === undefined || value === null
      ? `{{${field}}} was printed, but the view of this receipt has no such field there; put {{#if ${field}}} around it, or correct its name`
      : `{{${field}}} is no text; print one of its fields`,
  )
}

/** Whether a value counts as there, as Handlebars counts: not empty text, not zero, not an empty list. */
function holds(value: unknown): boolean {
  return Boolean(value) && !(Array.isArray(value) && value.length === 0)
}

/** What `each` goes through: entries of a list, values of an object. */
function list(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return typeof value === 'object' && value !== null ? Object.values(value) : []
}

/** `@key`: the name of an object's entry, the number of a list's. */
function keyAt(value: object, index: number): string | number {
  return Array.isArray(value) ? index : Object.keys(value)[index]!
}

/** Lines of a section that is indented, each with the indentation; as Handlebars does it, so also lines within values. */
function indented(lines: string, indent: string): string {
  return lines.replace(/^(?!$(?![\s\S]))/gm, indent)
}
