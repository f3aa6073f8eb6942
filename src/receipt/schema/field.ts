import type { WarningCode } from '../notes.ts'

/** How `tidy` treats a sent value: its kind and its parts. */
export type Field =
  | TextField
  | ObjectField
  | { kind: 'verbatim'; form: VerbatimForm }
  | { kind: 'withheld'; type: 'string' | 'number' }
  | { kind: 'list'; of: Field }
  | { kind: 'map'; of: Field }
  | { kind: 'lastFour' }
  | { kind: 'amount' }
  | { kind: 'extra' }

/** A text that is cleaned. */
export interface TextField {
  kind: 'text'
  lines: boolean
  /** Backslashes in its lines are no escapes. */
  raw?: true
  scanned: boolean
  /**
   * ISO 8601 is kept as sent, for `parseDateTime`; other text is accepted with a warning. It tells of what happened, such as a payment, or
   * of what is to come, such as a due date.
   */
  date?: 'happened' | 'toCome'
  /** Bounds of its length. */
  least: number
  most: number
  /** Other values are accepted with a warning. */
  known?: KnownCodes
  /** No other values are accepted. */
  only?: ReadonlySet<string>
}

/** An object with declared fields. */
export interface ObjectField {
  kind: 'object'
  /** Its name in the published interface. */
  name: string
  parts: ReadonlyMap<string, FieldMember>
  reshape: Reshape | undefined
  sent: SentForm | undefined
}

/** Codes that have a meaning. */
export interface KnownCodes {
  /** As they are published. */
  readonly codes: ReadonlySet<string>
  /** Whether it is one of them, in whatever spelling. */
  has(sent: string): boolean
}

/** What a text kept as sent is. */
export type VerbatimForm = 'dateTime' | 'url' | 'barcodeText' | 'base64'

/** What tills may send in an object besides its fields, and which fields are not stored. */
export interface SentForm {
  /** Fields of the interface's variants, which `reshape` moves to their final names. */
  variants?: Readonly<Record<string, Field>>
  /** Rules between its fields, as JSON Schema, for publishing; `receipt/check` applies them. */
  rules?: Readonly<Record<string, unknown>>
  /** Names of fields that are never stored. */
  neverStored?: readonly string[]
  /** Names of fields that are not stored under the `minimal` card data policy. */
  notInMinimal?: readonly string[]
}

/** A field inside an object. */
export interface FieldMember {
  field: Field
  required: boolean
  /** It identifies the receipt, so a blank is missing. */
  identifies?: boolean
}

/** A JSON object as sent. */
export type SentObject = Readonly<Record<string, unknown>>

/**
 * Converts a variant of an object to the shape described here. Returns `sent` itself if there is nothing to do.
 */
export type Reshape = (sent: SentObject, here: Reshaping) => SentObject

/** What a reshape reports. Names are relative to the object. */
export interface Reshaping {
  /** Whether the receipt was accepted before, maybe by an earlier version. */
  readonly isStored: boolean
  /** A value was moved to another name (`'creditDebit.emvData'`, `'emv'`), so that errors can report the sent name. */
  moved(from: string, to: string): void
  warn(key: string, code: WarningCode): void
}
