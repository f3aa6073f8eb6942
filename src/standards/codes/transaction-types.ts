import { codeTable } from './code-table.ts'

/** The interface's transaction types, plus `BOPUS` (buy online, pick up in store), which tills also send. Others are accepted. */
export const transactionTypes = codeTable([
  { code: 'SaleTransaction' },
  { code: 'ReturnTransaction' },
  { code: 'OrderTransaction' },
  { code: 'PaymentLinkTransaction' },
  { code: 'BOPUS' },
])
