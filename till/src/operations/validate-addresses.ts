import { isObject } from '../basics/values.ts'
import { failedBy, type ServiceConnection } from './connect.ts'
import { readAnswerJson, readError } from './read-answer.ts'

/** Whether mail may arrive; `unknown` is no reason to refuse it. */
export type AddressStatus = 'valid' | 'invalid' | 'unknown'

/** What the service knows of an address. */
export interface AddressAdvice {
  status: AddressStatus
  /** The interface recommends to send to `valid` and `unknown`. */
  maySend: boolean
}

/** Advice on each address, in the order given, and why the service couldn't be asked, if so. */
export interface Validation {
  advice: Record<string, AddressAdvice>
  problem?: { message: string; status?: number; referenceId?: string | undefined } | undefined
}

/** Asks about addresses; whatever the service can't tell is `unknown`. */
export async function validateAddresses(
  service: ServiceConnection,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<Validation> {
  const portions = Array.from({ length: Math.ceil(addresses.length / maxAddresses) }, (_, index) =>
    validatePortion(service, addresses.slice(index * maxAddresses, (index + 1) * maxAddresses), signal),
  )
  const found = await Promise.all(portions)
  const problem = found.find(({ problem }) => problem)?.problem
  // Not assigned: an address may be named __proto__.
  const advice = Object.fromEntries(found.flatMap(({ advice }) => Object.entries(advice)))
  return { advice, problem }
}

/** Addresses in one question: they are in its address, which mustn't be too long. */
const maxAddresses = 50

async function validatePortion(
  service: ServiceConnection,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<Validation> {
  // Not URLSearchParams, which writes a space as a plus: that is another address.
  const wanted = addresses.map(address => `emailAddress=${encodeURIComponent(address.toWellFormed())}`).join('&')
  try {
    const { status, text } = await service.host(`/email-validation?${wanted}`, { signal })
    const json = readAnswerJson(text)
    if (status === 200 && isObject(json)) return { advice: adviceOn(addresses, json) }
    const message = `The service did not validate (${status}).`
    return { advice: adviceOn(addresses, {}), problem: { message, status, referenceId: readError(json)?.referenceId } }
  } catch (error) {
    return { advice: adviceOn(addresses, {}), problem: { message: failedBy(error).message } }
  }
}

function adviceOn(addresses: readonly string[], found: Record<string, unknown>): Record<string, AddressAdvice> {
  return Object.fromEntries(
    addresses.map(address => {
      const entry = Object.hasOwn(found, address) ? found[address] : undefined
      const answered = isObject(entry) ? entry.status : undefined
      const status = answered === 'valid' || answered === 'invalid' ? answered : 'unknown'
      return [address, { status, maySend: status !== 'invalid' }]
    }),
  )
}
