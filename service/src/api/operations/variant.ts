import { OptionError, type Variant, variants } from 'counterfoil'
import { z } from 'zod'
import { errors } from '../error-response.ts'

/** The parameter of operations that render a receipt. */
export const variantParameter = z
  .enum(variants, `must be one of ${variants.join(', ')}`)
  .optional()
  .describe('The look; default the merchant’s. `gift` is a receipt for a present: it has no money and no buyer.')

/**
 * Runs what renders a receipt in a variant.
 *
 * @throws HttpError 422 when there is no gift receipt of this one, with the reason
 */
export async function inVariant<Result>(variant: Variant | undefined, render: () => Promise<Result>): Promise<Result> {
  try {
    return await render()
  } catch (error) {
    if (variant !== 'gift' || !(error instanceof OptionError)) throw error
    throw errors.invalid({ variant: [{ code: null, message: error.message.replace(/^variant: /, '') }] })
  }
}
