import { CounterfoilError } from 'counterfoil'
import { InvalidInputError } from '../errors/invalid-input.ts'
import type { Engines } from './engines.ts'
import type { MerchantInput } from './merchant-settings.ts'
import type { Merchant, Merchants } from './merchants.ts'
import { describeGaps, fontAdvice } from './printing/fonts.ts'

export interface Saved {
  merchant: Merchant
  /** What works, but not as it should: for whoever runs the service. */
  warning?: string
}

/** Saves a merchant if its settings work. @throws InvalidInputError that says what doesn't */
export async function saveMerchant(
  { merchants, engines }: { merchants: Merchants; engines: Engines },
  id: string,
  input: MerchantInput,
): Promise<Saved> {
  const { problems, fontGaps } = await engines.check({ settings: input.settings ?? {} }).catch(error => {
    if (!(error instanceof CounterfoilError)) throw error
    throw new InvalidInputError({ settings: [{ code: error.code, message: error.message }] })
  })
  if (problems.length > 0)
    throw new InvalidInputError({ 'settings.templates': problems.map(message => ({ code: 'template', message })) })
  const gaps = describeGaps(fontGaps)
  const merchant = await merchants.save(id, input)
  return { merchant, ...(gaps !== undefined && { warning: `${gaps} ${fontAdvice}` }) }
}
