import { codeTable } from './code-table.ts'
import { modes } from './modes.ts'
import { orderActions } from './order-actions.ts'
import { taxTypes } from './tax-types.ts'
import { tenderTypes } from './tender-types.ts'

/** The interface's transaction types, plus `BOPUS` (buy online, pick up in store), which tills also send. Others are accepted. */
export const transactionTypes = codeTable([
  { code: 'SaleTransaction' },
  { code: 'ReturnTransaction' },
  { code: 'OrderTransaction' },
  { code: 'PaymentLinkTransaction' },
  { code: 'BOPUS' },
])

/** The tables by the fields whose codes they have: other codes are accepted there, with a warning. */
export const tables = {
  action: orderActions,
  mode: modes,
  taxTypeCode: taxTypes,
  tenderTypeCode: tenderTypes,
  transactionType: transactionTypes,
} as const
