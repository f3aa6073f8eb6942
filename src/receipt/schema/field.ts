import type { WarningCode } from '../warning.ts'

/** How `tidy` treats a sent value: which kind it is, and what its parts are. */
export type Field =
  | { kind: 'text'; lines: boolean; scanned: boolean; known?: ReadonlySet<string> }
  | { kind: 'lastFour' | 'verbatim' }
  | { kind: 'amount' | 'extra' }
  | { kind: 'withheld'; type: 'string' | 'number' }
  | { kind: 'object'; parts: ReadonlyMap<string, Part>; reshape: Reshape | undefined; sent: SentForm | undefined }
  | { kind: 'list' | 'map'; of: Field }

/** What the form in which an object is sent has besides its fields, and what of it is not stored. */
export interface SentForm {
  /** Fields of the interface's variants, which `reshape` brings into their place. */
  variants?: Readonly<Record<string, Field>>
  /** Names of fields that are never stored. */
  neverStored?: readonly string[]
  /** Names of fields that are not stored where as little of a card as possible is. */
  notInMinimal?: readonly string[]
}

/** A field inside an object. */
export interface Part {
  field: Field
  required: boolean
}

/** A JSON object as it was sent. */
export type Sent = Readonly<Record<string, unknown>>

/**
 * Brings one of the interface's variants of an object into the shape described here; gives `sent` itself when there is
 * nothing to do.
 */
export type Reshape = (sent: Sent, here: Reshaping) => Sent

/** What a reshape tells; both names are below the object. */
export interface Reshaping {
  /** A value sent under one name is found under another (`'creditDebit.emvData'`, `'emv'`): errors name the one sent. */
  moved(from: string, to: string): void
  warn(key: string, code: WarningCode): void
}
