import { modes } from './modes.ts'
import { orderActions } from './order-actions.ts'
import { taxTypes } from './tax-types.ts'
import { tenderTypes } from './tender-types.ts'
import { transactionTypes } from './transaction-types.ts'

/** The tables by the fields whose codes they have: other codes are accepted there, with a warning. */
export const tables = {
  action: orderActions,
  mode: modes,
  taxTypeCode: taxTypes,
  tenderTypeCode: tenderTypes,
  transactionType: transactionTypes,
} as const
