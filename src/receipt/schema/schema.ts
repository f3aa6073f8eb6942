import * as z from 'zod'
import { parseDateTime } from '../../standards/iso8601.ts'
import { urlProblem } from '../../standards/url.ts'
import { maskCardNumbers } from '../card-data/mask-text.ts'
import { limits } from '../limits.ts'
import type { Field, Part, Reshape, SentForm } from './field.ts'

/**
 * The small vocabulary in which the interface is described, once, in the `*-data.ts` files. Each word gives a zod schema
 * (what a tidied receipt looks like; TypeScript types and JSON Schema come from it) and records what `tidy` needs to know
 * to bring a sent value into that shape.
 */

/** The type of a receipt part, inferred from its schema. */
export type Infer<S extends z.ZodType> = z.infer<S>

/** A schema of this vocabulary. */
export type Schema = z.ZodType

/** One thing zod found wrong: where, and in the interface's words what. */
export interface Issue {
  path: PropertyKey[]
  message: string
}

const fields = new WeakMap<Schema, Field>()

/** How `tidy` treats values of this schema. */
export function fieldOf(schema: Schema): Field {
  const field = fields.get(schema)
  if (!field) throw new TypeError('A schema of the receipt must be made with the words of schema.ts.')
  return field
}

/** Checks a tidied value. Gives it back with its type, or every issue, in the interface's words. */
export function check<S extends Schema>(schema: S, value: unknown): { value: Infer<S> } | { issues: Issue[] } {
  const result = compiled(schema).safeParse(value, { error: issueMessage })
  return result.success ? { value: result.data } : { issues: result.error.issues }
}

const checkers = new WeakMap<Schema, Schema>()

/** The schema as one generated function, five times as fast; made when first used, as it takes 50 ms. */
function compiled<S extends Schema>(schema: S): S {
  const checker = (checkers.get(schema) as S | undefined) ?? z.compile(schema)
  checkers.set(schema, checker)
  return checker
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

/** One schema serves many fields, so what a field means is put beside it only where it is published. */
function describeFields(name: string, { properties = {} }: JsonObject): void {
  const meanings = meaningsOf.get(name)
  for (const [key, published] of Object.entries(properties)) {
    const description = [meanings?.get(key), published.description].filter(Boolean).join(' ')
    properties[key] = { ...published, description }
  }
}

/** Name of an object to what each of its fields means. */
const meaningsOf = new Map<string, ReadonlyMap<string, string>>()

/** Text of one line, shown to people: control characters become spaces, card numbers are masked. */
export const text = recorded(sized(limits.text), { kind: 'text', lines: false, scanned: true })

/** Text of one line whose length has the given bounds. */
export function sizedText(least: number, most: number) {
  return recorded(sized(most, least), { kind: 'text', lines: false, scanned: true })
}

/** Text of several lines: `\n` and `\t`, real or as two characters, break and indent. */
export const lines = recorded(sized(limits.lines), { kind: 'text', lines: true, scanned: true })

/** An identifier: text of one line that may look like a card number and is none. */
export const id = recorded(sized(limits.text), { kind: 'text', lines: false, scanned: false })

/** A code with known values that may have others: an unknown one is accepted with a warning. */
export function code(known: readonly string[]) {
  const schema = sized(limits.text).meta({ examples: [...known] })
  return recorded(schema, { kind: 'text', lines: false, scanned: true, known: new Set(known) })
}

/** One of the values listed, in exactly that spelling. */
export function oneOf<const T extends readonly [string, ...string[]]>(values: T) {
  return recorded(z.enum(values), { kind: 'text', lines: false, scanned: false })
}

/** A number of which only the last four characters are kept. */
export const lastFour = recorded(sized(limits.text), { kind: 'lastFour' })

/** A date or date-time in ISO 8601, kept as sent; `parseDateTime` reads it. */
export const dateTime = verbatim(
  // The interface spells it so.
  text => (parseDateTime(text) ? undefined : 'must use ISO 8061 date format.'),
  'ISO 8601 date, or date and time with or without an offset.',
)

/** The address of a web page or picture, kept as sent. */
export const url = verbatim(urlProblem, 'An http or https address without credentials.')

/** The text of a barcode, kept as sent: whether it is fit depends on the type beside it. */
export const barcodeText = verbatim(() => undefined, undefined)

/** The base64 of an image, kept as sent: whether it is one is found out by decoding it. */
export const base64 = verbatim(() => undefined, 'Base64 of a PNG, JPEG, GIF or BMP image.')

/** A text that `problem` finds nothing wrong with (it gives undefined then), kept character by character. */
function verbatim(problem: (text: string) => string | undefined, description?: string) {
  const schema = z.string().superRefine((value, context) => {
    const message = problem(value)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })
  return recorded(schema.meta(description === undefined ? {} : { description }), { kind: 'verbatim' })
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

/** A field the interface allows and this package never keeps: `tidy` takes it away, nothing after it can reach it. */
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
  // Other fields are accepted (and kept under `extra`), so the published schema must not close the object.
  const schema = z.object(whole as Whole<T>).meta({ id: name, additionalProperties: true })
  return recorded(schema, { kind: 'object', parts, reshape, sent })
}

/** A list of `of`. */
export function listOf<S extends Schema>(of: S) {
  return recorded(z.array(of), { kind: 'list', of: fieldOf(of) })
}

/** A map of free keys to `of`. */
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

/** The map of what was sent outside the interface: path to text or number. */
export const extra = recorded(z.record(z.string(), z.union([sized(limits.lines), z.number()])), { kind: 'extra' })

/** A field that may be absent. `meaning` tells people what it holds, in the interface's words. */
export function field<S extends Schema>(schema: S, meaning: string): Described<S, false> {
  return { schema, meaning, required: false }
}

/** A field that may not be missing or null. */
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

function amountProblem(): string {
  return `must be between -${limits.amount} and ${limits.amount}`
}

/** Card numbers of 14 and 15 digits are below the limit. */
function isNoCardNumber(value: number): boolean {
  return Math.abs(value) < 1e13 || maskCardNumbers(String(value)) === String(value)
}

function sized(most: number, least = 0) {
  const message = `size must be between ${least} and ${most}`
  const schema = z.string().max(most, message)
  return least > 0 ? schema.min(least, message) : schema
}

const optionals = new WeakMap<Schema, Schema>()

/** The schema that may be absent: one for each, as making schemas is what importing this costs. */
function optional(schema: Schema): Schema {
  const made = optionals.get(schema) ?? z.exactOptional(schema)
  optionals.set(schema, made)
  return made
}

/** The interface's words for what zod finds; undefined leaves the message a schema brings itself. */
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
