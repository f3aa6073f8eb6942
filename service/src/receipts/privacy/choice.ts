import { z } from 'zod'
import { dateOrInstant, spanOf } from '../instant.ts'

/** Which receipts and mails of a merchant are erased or exported. */
export type Choice =
  /** The receipts of the customer with this address, and the mails of other receipts to it. */
  | { emailAddress: string }
  | { receiptId: string }
  /** The receipts dated so, inclusive, milliseconds since 1970. */
  | { from: number; to: number }

/** The fields of a choice, for the API and the commands. */
export const choiceFields = {
  emailAddress: z
    .string()
    .trim()
    .min(1)
    .max(1000)
    .optional()
    .describe('The customer’s receipts, in any case of letters, and the mails of other receipts to this address.'),
  receiptId: z.string().min(1).max(100).optional().describe('One receipt and its mails.'),
  from: dateOrInstant
    .optional()
    .describe('Receipts dated from then on; only with `to`. Without an offset, by the merchant’s clock.'),
  to: dateOrInstant
    .optional()
    .describe('Receipts dated until then; without a time, the whole day. Without an offset, by the merchant’s clock.'),
}

type Fields = z.output<z.ZodObject<typeof choiceFields>>

/** Whether exactly one choice is made. */
export function isOneChoice({ emailAddress, receiptId, from, to }: Fields): boolean {
  return [emailAddress, receiptId, from ?? to].filter(part => part !== undefined).length === 1 && !from === !to
}

/** What a schema says if not. */
export const notOneChoice = {
  message: 'must have one of emailAddress, receiptId, and from with to',
  path: ['emailAddress'],
}

/**
 * The choice that such fields make.
 *
 * @param timeZone the merchant's
 */
export function choiceOf({ emailAddress, receiptId, from = '', to = '' }: Fields, timeZone: string): Choice {
  if (emailAddress !== undefined) return { emailAddress }
  if (receiptId !== undefined) return { receiptId }
  return spanOf(from, to, timeZone)
}

/** The choice as the audit trail keeps it: without the address. */
export function toldChoice(choice: Choice): Record<string, unknown> {
  if ('emailAddress' in choice) return { by: 'emailAddress' }
  if ('receiptId' in choice) return { by: 'receiptId', receiptId: choice.receiptId }
  return { by: 'date', from: new Date(choice.from).toISOString(), to: new Date(choice.to).toISOString() }
}

/** What an operator may note about a person's request. */
export const reference = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[^@]*$/, 'must be a number or name of the request, without an address')
  .optional()
  .describe('Your number of the person’s request, for the audit trail, which keeps no address.')
