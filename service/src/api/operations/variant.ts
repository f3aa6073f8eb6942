import { OptionError, type Variant, variants } from 'counterfoil'
import { z } from 'zod'
import { errors } from '../errors/error-response.ts'

export const variantParameter = z
  .enum(variants, `must be one of ${variants.join(', ')}`)
  .optional()
  .describe('The look; default: the merchant’s. `gift` is a gift receipt, without prices, payment or buyer.')

/**
 * Renders a receipt in a variant.
 *
 * @throws HttpError 422 with the reason, if this receipt can't have a gift receipt
 */
export async function inVariant<Result>(variant: Variant | undefined, render: () => Promise<Result>): Promise<Result> {
  try {
    return await render()
  } catch (error) {
    if (variant !== 'gift' || !(error instanceof OptionError)) throw error
    throw errors.invalid({ variant: [{ code: null, message: error.message.replace(/^variant: /, '') }] })
  }
}
