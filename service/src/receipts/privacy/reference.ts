import { z } from 'zod'

/** What an operator may note about a person's request. */
export const reference = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[^@]*$/, 'must be a number or name of the request, without an address')
  .optional()
  .describe('Your number of the person’s request, for the audit trail, which keeps no address.')
