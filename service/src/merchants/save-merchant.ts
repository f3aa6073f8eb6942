import { CounterfoilError, type FieldErrors } from 'counterfoil'
import { senderNameProblem } from '../basics/addresses.ts'
import { InvalidInputError } from '../errors/errors.ts'
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
  const fields = problemsOf(input)
  if (Object.keys(fields).length > 0) throw new InvalidInputError(fields)
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

/** What the schema lets through, because merchants that were saved by earlier versions have it. */
function problemsOf({ name, settings: { sender, links } = {} }: MerchantInput): FieldErrors {
  const found = {
    name: senderNameProblem(name),
    'settings.sender.name': sender?.name === undefined ? undefined : senderNameProblem(sender.name),
    'settings.links.page': links?.page?.match(/^http:/i) ? 'must be an https address' : undefined,
  }
  return Object.fromEntries(
    Object.entries(found).flatMap(([field, message]) =>
      message === undefined ? [] : [[field, [{ code: null, message }]]],
    ),
  )
}
