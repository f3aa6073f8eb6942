import { parseDateTime } from '../../standards/iso8601.ts'
import { urlProblem } from '../../standards/url.ts'
import { maskCardNumbers } from '../card-data/mask-text.ts'
import { limits } from '../limits.ts'
import type { Field, FieldMember, KnownCodes, Reshape, SentForm, TextField, VerbatimForm } from './field.ts'
import { zod } from './load-zod.ts'
import type * as z from './zod.ts'

/**
 * The vocabulary that the `*-data.ts` files use to describe the interface, once. Each word says how `tidy` gets a sent value into
 * shape, and that shape as a zod schema, which gives TypeScript types, checks and JSON Schema.
 */
export interface Schema<Value = unknown> {
  /** How `tidy` treats its values. */
  readonly field: Field
  /** Made when asked for first: a usual receipt needs neither schema nor library (`receipt/quick`). */
  readonly zod: () => Made
  /** The same as the interface declares it to be sent, for publishing: parsing drops some fields and makes one form of several. */
  readonly sent: () => Made
  /** `zod`, or absent: made once, as one schema serves many fields. */
  readonly optional: () => Made
  /** Only its type, for `Infer`. */
  readonly value?: Value
}

/** A zod schema. The published types don't name the library, which is no dependency of the package. */
interface Made {
  readonly description?: string | undefined
}

/** The type of a receipt part, inferred from its schema. */
export type Infer<S extends Schema> = S extends Schema<infer Value> ? Value : never

/** The fields of each object, by its name in the published interface. */
export const shapeOf = new Map<string, Shape>()

/** One line of text for people: control characters become spaces, card numbers are masked. */
export const text = textWord({})

/** One line of text with a minimum and maximum length. */
export function sizedText(least: number, most: number): Schema<string> {
  return textWord({ least, most })
}

/** Multi-line text: line breaks and tabs, real or escaped. */
export const lines = textWord(
  { lines: true, most: limits.lines },
  {
    description:
      'May have several lines: line breaks and tabs are sent as such, or written as `\\n` and `\\t`. `\\\\` is a backslash; a word that begins with it is a path, in which `\\n` and `\\t` are letters.',
  },
)

/** Multi-line text in which a backslash is a backslash. */
export const rawLines = textWord({ lines: true, raw: true, most: limits.lines })

/** An identifier: one line of text that may look like a card number but isn't one. */
export const id = textWord({ scanned: false })

/** A code with known values, in any spelling; unknown ones are accepted with a warning. */
export function code(known: KnownCodes): Schema<string> {
  return textWord({ known }, { examples: [...known.codes] })
}

/** A text that is often one of these. */
export function anyOf({ codes }: KnownCodes): Schema<string> {
  return textWord({}, { examples: [...codes] })
}

/** One of the listed values, spelled exactly. */
export function oneOf<const T extends readonly [string, ...string[]]>(values: T): Schema<T[number]> {
  const only = new Set<string>(values)
  const field: TextField = { kind: 'text', lines: false, scanned: false, least: 0, most: limits.text, only }
  return word(field, () => zod().enum(values))
}

/** A number; only its last four characters are kept. */
export const lastFour = word<string>({ kind: 'lastFour' }, () => sized(limits.text))

/** A date or date-time in ISO 8601, kept as sent; `parseDateTime` reads it. */
export const dateTime = verbatim(
  'dateTime',
  // Sic: the interface's spelling.
  text => (parseDateTime(text) ? undefined : 'must use ISO 8061 date format.'),
  'An ISO 8601 date or date-time, with or without an offset.',
)

/** The same where the interface declares a string: any other text is printed as sent. It tells when something happened. */
export const dateText = dateWord('happened')

/** The same of what is to come, such as a due date. */
export const dateToCome = dateWord('toCome')

function dateWord(date: NonNullable<TextField['date']>): Schema<string> {
  return textWord(
    { date },
    {
      description:
        "ISO 8601 is printed in the reader's language, any other text as sent. Midnight in UTC or without an offset stands for the day.",
    },
  )
}

/** The URL of a web page or image, kept as sent. */
export const url = verbatim('url', urlProblem, 'An http or https URL without credentials.')

/** The text of a barcode, kept as sent. Whether it is valid depends on the barcode's type. */
export const barcodeText = verbatim('barcodeText', () => undefined)

/** A base64 image, kept as sent. Decoding it shows whether it is valid. */
export const base64 = verbatim(
  'base64',
  () => undefined,
  'Base64 of a PNG, JPEG, GIF or BMP image, at most 256 KB. SVG, WebP, TIFF, HEIC, AVIF and broken images are accepted but not shown.',
)

/** Text kept exactly as sent, if `problem` returns undefined for it. */
function verbatim(
  form: VerbatimForm,
  problem: (text: string) => string | undefined,
  description?: string,
): Schema<string> {
  return word({ kind: 'verbatim', form }, () =>
    zod()
      .string()
      .superRefine((value, context) => {
        const message = problem(value)
        if (message !== undefined) context.addIssue({ code: 'custom', message })
      })
      .meta(description === undefined ? {} : { description }),
  )
}

/** A decimal number: money, a count, a fraction. */
export const amount = word<number>({ kind: 'amount' }, () =>
  zod()
    .number()
    .gt(-limits.amount, amountProblem())
    .lt(limits.amount, amountProblem())
    .refine(isNoCardNumber, 'must be an amount, not a card number'),
)

/** A field the interface allows but this package never keeps: `tidy` removes it before anything else can read it. */
export function withheld(type: 'string' | 'number', { deprecated = false } = {}): Schema<never> {
  return word({ kind: 'withheld', type }, () => {
    // Not `z.never()`, which would say so in the JSON Schema.
    return zod()
      .any()
      .refine(() => false, `must be a ${type}`)
      .meta({ type, writeOnly: true, ...(deprecated && { deprecated }) })
  })
}

/** Kept in one form, but sent in one of several. `isOneOnly` if no value has two of them. */
export function sentAs<S extends Schema>(kept: S, forms: readonly Schema[], { isOneOnly = false } = {}): S {
  const either = () => {
    const options = forms.map(published)
    return isOneOnly ? zod().xor(options) : zod().union(options)
  }
  return { ...kept, sent: once(either) }
}

/** An object's schema. `name` is its name in the published interface. */
export function object<const T extends Shape>(
  name: string,
  shape: T,
  reshape?: Reshape,
  sent?: SentForm,
): Schema<ValueOf<T>> {
  const parts = new Map<string, FieldMember>()
  shapeOf.set(name, shape)
  for (const [key, { schema, required, identifies = false }] of Object.entries(shape))
    parts.set(key, { field: schema.field, required, identifies })
  const kept = () => {
    const fields = Object.entries(shape).map(([key, { schema, required }]) => [
      key,
      (required ? schema.zod() : schema.optional()) as z.ZodType,
    ])
    return zod().object(Object.fromEntries(fields))
  }
  const sendable = () => {
    const fields = Object.entries(shape)
      .filter(([, { isAdded }]) => !isAdded)
      .map(([key, { schema, required }]) => [
        key,
        required ? published(schema) : zod().exactOptional(published(schema)),
      ])
    // Other fields are accepted (and kept under `extra`), so the published schema must allow them.
    return zod()
      .object(Object.fromEntries(fields))
      .meta({ id: name, additionalProperties: true, ...sent?.rules })
  }
  return word({ kind: 'object', name, parts, reshape, sent }, kept, sendable)
}

/** A list of `of`. */
export function listOf<S extends Schema>(of: S): Schema<Infer<S>[]> {
  return word(
    { kind: 'list', of: of.field },
    () => zod().array(whole(of)),
    () => zod().array(published(of)),
  )
}

/** A map of any keys to `of`. */
export function mapOf<S extends Schema>(of: S): Schema<Record<string, Infer<S>>> {
  const map = (value: z.ZodType) =>
    zod()
      .record(zod().string(), value)
      .refine(
        map => Object.keys(map).every(key => key.length <= limits.text),
        `keys must be at most ${limits.text} characters`,
      )
      .meta({ maxProperties: limits.entries })
  return word(
    { kind: 'map', of: of.field },
    () => map(whole(of)),
    () => map(published(of)),
  )
}

/** Fields that are not in the interface: path to text or number. */
export const extra = word<Record<string, string | number>>({ kind: 'extra' }, () =>
  zod().record(zod().string(), zod().union([sized(limits.lines), zod().number()])),
)

/** An optional field. `meaning` is its published description. */
export function field<S extends Schema>(schema: S, meaning: string): Described<S, false> {
  return { schema, meaning, required: false }
}

/** What parsing adds: nobody sends it under this name. */
export function added<S extends Schema>(schema: S, meaning: string): Described<S, false> {
  return { schema, meaning, required: false, isAdded: true }
}

/** A required field: neither missing nor null. */
export function required<S extends Schema>(schema: S, meaning: string): Described<S, true> {
  return { schema, meaning, required: true }
}

/** A required field that identifies the receipt: a blank is missing, too. */
export function identifying<S extends Schema>(schema: S, meaning: string): Described<S, true> {
  return { schema, meaning, required: true, identifies: true }
}

interface Described<S extends Schema, R extends boolean> {
  schema: S
  meaning: string
  required: R
  identifies?: true
  /** By parsing: it isn't in the published interface. */
  isAdded?: true
}

type Shape = Record<string, Described<Schema, boolean>>
type ValueOf<T extends Shape> = Flat<
  { -readonly [K in KeysOf<T, true>]: Infer<T[K]['schema']> } & {
    -readonly [K in KeysOf<T, false>]?: Infer<T[K]['schema']>
  }
>
type KeysOf<T extends Shape, R extends boolean> = {
  [K in keyof T]: T[K]['required'] extends R ? K : never
}[keyof T]
type Flat<T> = { [K in keyof T]: T[K] }

/** What is kept of a value. */
function whole(schema: Schema): z.ZodType {
  return schema.zod() as z.ZodType
}

/** What is published of it. */
function published(schema: Schema): z.ZodType {
  return schema.sent() as z.ZodType
}

function word<Value>(field: Field, make: () => z.ZodType, makeSent?: () => z.ZodType): Schema<Value> {
  const made = once(make)
  return { field, zod: made, optional: once(() => zod().exactOptional(made())), sent: makeSent ? once(makeSent) : made }
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

function textWord(
  rules: Partial<TextField>,
  published?: { description?: string; examples?: string[] },
): Schema<string> {
  const field: TextField = { kind: 'text', lines: false, scanned: true, least: 0, most: limits.text, ...rules }
  return word(field, () => {
    const schema = sized(field.most, field.least)
    return published ? schema.meta(published) : schema
  })
}

function amountProblem(): string {
  return `must be between -${limits.amount} and ${limits.amount}`
}

/** Card numbers of 14 and 15 digits are within the limit. */
function isNoCardNumber(value: number): boolean {
  return Math.abs(value) < 1e13 || maskCardNumbers(String(value)) === String(value)
}

function sized(maxLength: number, least = 0) {
  const message = `size must be between ${least} and ${maxLength}`
  const schema = zod().string().max(maxLength, message)
  return least > 0 ? schema.min(least, message) : schema
}
