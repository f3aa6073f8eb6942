import * as z from 'zod'
import { parseDateTime } from '../../standards/iso8601.ts'
import { urlProblem } from '../../standards/url.ts'
import { maskCardNumbers } from '../card-data/mask-text.ts'
import { limits } from '../limits.ts'
import type { Field, Part, Reshape, SentForm, VerbatimForm } from './field.ts'

/**
 * The vocabulary that the `*-data.ts` files use to describe the interface, once. Each word returns a zod schema (the shape of
 * a tidied receipt, and the source of TypeScript types and JSON Schema) and records how `tidy` gets a sent value into that
 * shape.
 */

/** The type of a receipt part, inferred from its schema. */
export type Infer<S extends z.ZodType> = z.infer<S>

/** A schema of this vocabulary. */
export type Schema = z.ZodType

/** One problem zod found: where, and what, in the interface's words. */
export interface Issue {
  path: PropertyKey[]
  message: string
}

const fields = new WeakMap<Schema, Field>()

/** How `tidy` treats values of this schema. */
export function fieldOf(schema: Schema): Field {
  const field = fields.get(schema)
  if (!field) throw new TypeError('A schema of the receipt must be made with the functions of schema.ts.')
  return field
}

/** Checks a tidied value. Returns it typed, or every issue in the interface's words. */
export function check<S extends Schema>(schema: S, value: unknown): { value: Infer<S> } | { issues: Issue[] } {
  const result = checkerOf(schema).safeParse(value, { error: issueMessage })
  return result.success ? { value: result.data } : { issues: result.error.issues }
}

/** Checks before a schema is compiled. */
const rare = 20

const checks = new WeakMap<Schema, { count: number; compiled?: Schema }>()

/** The schema, compiled to one function once it is used often: five times as fast, but compiling takes 50 ms. */
function checkerOf<S extends Schema>(schema: S): S {
  const known = checks.get(schema) ?? { count: 0 }
  checks.set(schema, known)
  if (++known.count <= rare) return schema
  known.compiled ??= z.compile(schema)
  return known.compiled as S
}

/** The JSON Schema (draft 2020-12) of a receipt part, for publishing the interface. */
export function toJsonSchema(schema: Schema): Record<string, unknown> {
  const published = z.toJSONSchema(schema, { io: 'output' })
  for (const [name, part] of Object.entries(published.$defs ?? {})) describeFields(name, part as JsonObject)
  return published
}

interface JsonObject {
  properties?: Record<string, { description?: string }>
}

/** One schema serves many fields, so descriptions are added per field when the schema is published. */
function describeFields(name: string, { properties = {} }: JsonObject): void {
  const meanings = meaningsOf.get(name)
  for (const [key, published] of Object.entries(properties)) {
    const description = [meanings?.get(key), published.description].filter(Boolean).join(' ')
    properties[key] = { ...published, description }
  }
}

/** Object name to the descriptions of its fields. */
const meaningsOf = new Map<string, ReadonlyMap<string, string>>()

/** One line of text for people: control characters become spaces, card numbers are masked. */
export const text = textWord(limits.text, { lines: false, scanned: true })

/** One line of text with a minimum and maximum length. */
export function sizedText(least: number, most: number) {
  return textWord(most, { lines: false, scanned: true, least })
}

/** Multi-line text: `\n` and `\t`, real or escaped, are line breaks and tabs. */
export const lines = textWord(limits.lines, { lines: true, scanned: true })

/** An identifier: one line of text that may look like a card number but isn't one. */
export const id = textWord(limits.text, { lines: false, scanned: false })

/** A code with known values; unknown ones are accepted with a warning. */
export function code(known: readonly string[]) {
  const most = limits.text
  const schema = sized(most).meta({ examples: [...known] })
  return recorded(schema, { kind: 'text', lines: false, scanned: true, least: 0, most, known: new Set(known) })
}

/** One of the listed values, spelled exactly. */
export function oneOf<const T extends readonly [string, ...string[]]>(values: T) {
  const only = new Set<string>(values)
  return recorded(z.enum(values), { kind: 'text', lines: false, scanned: false, least: 0, most: limits.text, only })
}

/** A number; only its last four characters are kept. */
export const lastFour = recorded(sized(limits.text), { kind: 'lastFour' })

/** A date or date-time in ISO 8601, kept as sent; `parseDateTime` reads it. */
export const dateTime = verbatim(
  'dateTime',
  // Sic: the interface's spelling.
  text => (parseDateTime(text) ? undefined : 'must use ISO 8061 date format.'),
  'ISO 8601 date or date-time, with or without an offset.',
)

/** The URL of a web page or image, kept as sent. */
export const url = verbatim('url', urlProblem, 'An http or https URL without credentials.')

/** The text of a barcode, kept as sent. Whether it is valid depends on the barcode's type. */
export const barcodeText = verbatim('barcodeText', () => undefined)

/** A base64 image, kept as sent. Decoding it shows whether it is valid. */
export const base64 = verbatim('base64', () => undefined, 'Base64 of a PNG, JPEG, GIF or BMP image.')

/** Text kept exactly as sent, if `problem` returns undefined for it. */
function verbatim(form: VerbatimForm, problem: (text: string) => string | undefined, description?: string) {
  const schema = z.string().superRefine((value, context) => {
    const message = problem(value)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })
  return recorded(schema.meta(description === undefined ? {} : { description }), { kind: 'verbatim', form })
}

/** A decimal number: money, a count, a fraction. */
export const amount = recorded(
  z
    .number()
    .gt(-limits.amount, amountProblem())
    .lt(limits.amount, amountProblem())
    .refine(isNoCardNumber, 'must be an amount, not a card number'),
  { kind: 'amount' },
)

/** A field the interface allows but this package never keeps: `tidy` removes it before anything else can read it. */
export function withheld(type: 'string' | 'number') {
  const schema = z
    .any()
    .refine(() => false, `must be a ${type}`)
    .meta({ type, writeOnly: true })
  return recorded(schema as unknown as z.ZodType<never>, { kind: 'withheld', type })
}

/** An object's schema. `name` is its name in the published interface. */
export function object<const T extends Shape>(name: string, shape: T, reshape?: Reshape, sent?: SentForm) {
  const parts = new Map<string, Part>()
  const whole: Record<string, Schema> = {}
  meaningsOf.set(name, new Map(Object.entries(shape).map(([key, { meaning }]) => [key, meaning])))
  for (const [key, { schema, required }] of Object.entries(shape)) {
    parts.set(key, { field: fieldOf(schema), required })
    whole[key] = required ? schema : optional(schema)
  }
  // Other fields are accepted (and kept under `extra`), so the published schema must allow them.
  const schema = z.object(whole as Whole<T>).meta({ id: name, additionalProperties: true })
  return recorded(schema, { kind: 'object', name, parts, reshape, sent })
}

/** A list of `of`. */
export function listOf<S extends Schema>(of: S) {
  return recorded(z.array(of), { kind: 'list', of: fieldOf(of) })
}

/** A map of any keys to `of`. */
export function mapOf<S extends Schema>(of: S) {
  const keysProblem = `must have at most ${limits.keys} keys`
  const schema = z
    .record(z.string(), of)
    .refine(map => Object.keys(map).length <= limits.keys, keysProblem)
    .refine(
      map => Object.keys(map).every(key => key.length <= limits.key),
      `keys must be at most ${limits.key} characters`,
    )
    .meta({ maxProperties: limits.keys })
  return recorded(schema, { kind: 'map', of: fieldOf(of) })
}

/** Fields that are not in the interface: path to text or number. */
export const extra = recorded(z.record(z.string(), z.union([sized(limits.lines), z.number()])), { kind: 'extra' })

/** An optional field. `meaning` is its published description. */
export function field<S extends Schema>(schema: S, meaning: string): Described<S, false> {
  return { schema, meaning, required: false }
}

/** A required field: neither missing nor null. */
export function required<S extends Schema>(schema: S, meaning: string): Described<S, true> {
  return { schema, meaning, required: true }
}

interface Described<S extends Schema, R extends boolean> {
  schema: S
  meaning: string
  required: R
}

type Shape = Record<string, Described<Schema, boolean>>
type Whole<T extends Shape> = {
  [K in keyof T]: T[K]['required'] extends true ? T[K]['schema'] : z.ZodExactOptional<T[K]['schema']>
}

function recorded<S extends Schema>(schema: S, field: Field): S {
  fields.set(schema, field)
  return schema
}

function textWord(most: number, { least = 0, ...rest }: { lines: boolean; scanned: boolean; least?: number }) {
  return recorded(sized(most, least), { kind: 'text', ...rest, least, most })
}

function amountProblem(): string {
  return `must be between -${limits.amount} and ${limits.amount}`
}

/** Card numbers of 14 and 15 digits are within the limit. */
function isNoCardNumber(value: number): boolean {
  return Math.abs(value) < 1e13 || maskCardNumbers(String(value)) === String(value)
}

function sized(most: number, least = 0) {
  const message = `size must be between ${least} and ${most}`
  const schema = z.string().max(most, message)
  return least > 0 ? schema.min(least, message) : schema
}

const optionals = new WeakMap<Schema, Schema>()

/** The optional form of a schema, made once each: creating schemas is most of this module's import time. */
function optional(schema: Schema): Schema {
  const made = optionals.get(schema) ?? z.exactOptional(schema)
  optionals.set(schema, made)
  return made
}

/** The interface's wording for zod's issues; undefined keeps the schema's own message. */
function issueMessage(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type')
    return issue.input == null ? 'may not be null' : `must be ${named[issue.expected] ?? issue.expected}`
  if (issue.code === 'invalid_value')
    return issue.input == null ? 'may not be null' : `must be one of ${issue.values.join(', ')}`
  return undefined
}

const named: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  array: 'an array',
  object: 'an object',
  record: 'an object',
}
