import { CounterfoilError } from 'counterfoil'
import { InvalidInputError } from '../errors/invalid-input.ts'
import type { Engines } from './engines.ts'
import type { MerchantInput } from './merchant-settings.ts'
import type { Merchant, Merchants } from './merchants.ts'

/** Saves a merchant if its settings work. @throws InvalidInputError that says what doesn't */
export async function saveMerchant(
  { merchants, engines }: { merchants: Merchants; engines: Engines },
  id: string,
  input: MerchantInput,
): Promise<Merchant> {
  const problems = await engines.check({ settings: input.settings ?? {} }).catch(error => {
    if (!(error instanceof CounterfoilError)) throw error
    throw new InvalidInputError({ settings: [{ code: error.code, message: error.message }] })
  })
  if (problems.length > 0)
    throw new InvalidInputError({ 'settings.templates': problems.map(message => ({ code: 'template', message })) })
  return merchants.save(id, input)
}
