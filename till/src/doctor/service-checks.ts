import { checkMode } from '../operations/check-mode.ts'
import { connectService, type ServiceSettings } from '../operations/connect.ts'
import { validateAddresses } from '../operations/validate-addresses.ts'
import { type Found, fail, ok } from './finding.ts'

/** Key, merchant and mode, by a question that changes nothing. */
export async function checkKey(settings: ServiceSettings, milliseconds: number): Promise<Found> {
  const service = connectService(settings)
  try {
    const problem = await checkMode(service, { signal: AbortSignal.timeout(milliseconds), now: Date.now })
    if (problem === undefined)
      return ok(`The service knows the key of ${settings.merchant}, for ${settings.mode} sales.`)
    if (problem.kind === 'halted') return fail(problem.message, 'Set what it names, then flush what waited.')
    const isOther = problem.kind === 'failed' && problem.code === 'not_receipt'
    return fail(
      `The service can't say whether it knows the key: ${problem.message}`,
      isOther ? 'See the address, and what is in between.' : 'Try again; if it stays so, tell who runs the service.',
    )
  } finally {
    service.close()
  }
}

/** The address of the validation, with an address that nobody has. */
export async function checkValidation(settings: ServiceSettings, milliseconds: number): Promise<Found> {
  const service = connectService(settings)
  try {
    const { problem } = await validateAddresses(service, ['nobody'], AbortSignal.timeout(milliseconds))
    if (problem === undefined) return ok('Addresses can be validated.')
    return fail(`Addresses can't be validated: ${problem.message}`, 'See the host address; sales are sent nevertheless.')
  } finally {
    service.close()
  }
}
