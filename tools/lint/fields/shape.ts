/** A field that a template can name. */
export interface FieldShape {
  /** `text`, `number`, `boolean`, or the name of a type in page-shape.ts. */
  type: string
  /** Some receipts lack it. */
  optional?: true
  /** The codes it can be. */
  choices?: readonly string[]
  /** Several of them: by position, or by name. */
  many?: 'list' | 'record'
  doc: string
}

/** The fields of a type, by name. */
export type TypeShape = Readonly<Record<string, FieldShape>>
