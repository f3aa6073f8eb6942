/** What our own service and till need besides: no promise, any version may change it. */

import './node-version.ts'

export { createEngine } from './engine.ts'
export type { ErrorResponse, FieldErrors } from './errors.ts'
export { type LocalTime, localTimeOf, zoneOffsetAt } from './locale/format/local-time.ts'
export { isMeasure } from './locale/format/units.ts'
export { nearest } from './options/nearest.ts'
export { type FontGap, fontGaps } from './pdf/fonts/font-gaps.ts'
export { scriptNames } from './pdf/fonts/glyphs.ts'
export { type Roll, rolls, type SlipPrinter, slipPage } from './pdf/slip-page.ts'
export { type CardDataPolicy, cardDataPolicies, maskCardNumbersInJson } from './receipt/card-data/mask-json.ts'
export { maskCardNumbers } from './receipt/card-data/mask-text.ts'
export * from './stages.ts'
export type { CodeGroup } from './standards/codes/code-table.ts'
export { taxTypeOf } from './standards/codes/tax-types.ts'
export { cardBrandOf, tenderTypeOf } from './standards/codes/tender-types.ts'
export { type EmailAddress, isEmailAddress, readEmailAddress } from './standards/email-address.ts'
export { type DateTime, instantOf, parseDateTime, writeDateTime } from './standards/iso8601.ts'
export { linkProblem, urlProblem } from './standards/url.ts'
export { attachable } from './structured/data-file.ts'
export {
  type StructuredFormat,
  structuredEnding,
  structuredFormats,
  structuredReceipt,
} from './structured/structured.ts'
export { tenderTypeName } from './view/sections/payment/tenders.ts'
