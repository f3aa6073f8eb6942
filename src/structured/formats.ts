import type { OptionKind } from '../options/check-options.ts'

/** The formats of structured receipts, and how their files end, after a dot. */
export const structuredEndings = { ekabs: 'ekabs.json', poslog: 'poslog.xml' } as const

/** A format of structured receipts. */
export type StructuredFormat = keyof typeof structuredEndings

/** The formats of structured receipts. */
export const structuredFormats = Object.keys(structuredEndings) as readonly StructuredFormat[]

/** What of a receipt's data is attached to a PDF: `true` is `receipt`, the interface's own JSON. */
export type AttachData = boolean | 'receipt' | StructuredFormat

/** What `attachData` may be. */
export const attachable = ['receipt', ...structuredFormats] as const

/** An option of that kind. */
export const anAttachment: OptionKind = {
  is: value => typeof value === 'boolean' || attachable.some(name => name === value),
  must: `must be true, false, or one of ${attachable.join(', ')}`,
}
