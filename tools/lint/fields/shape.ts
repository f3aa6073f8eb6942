/** A field as a template may name it: what it is, and whether every receipt has it. */
export interface FieldShape {
  /** `text`, `number`, `boolean`, or the name of a type in page-shape.ts. */
  type: string
  /** Not every receipt has it. */
  optional?: true
  /** Several of them: by place, or by name. */
  many?: 'list' | 'record'
  /** What it is, in words. */
  doc: string
}

/** The fields of a type, by name. */
export type TypeShape = Readonly<Record<string, FieldShape>>
