import type { AddressCommonInput, SoldToInput } from '../generated/receipt-input.ts'
import { given, givenAny } from './given.ts'
import type { Sent } from './sent.ts'

/** Where a platform has the parts of an address; of several territories the first that is there. */
export interface AddressKeys {
  lines: readonly [string, string]
  city: string
  territory: readonly string[]
  postalCode: string
  country: string
}

/** An address, below whom it is of; undefined if nothing of it is known. */
export function addressOf(sent: Sent, keys: AddressKeys, name?: string): AddressCommonInput | undefined {
  const lines = keys.lines.map(key => sent.text(key))
  const [addressLine1, addressLine2, addressLine3] = name === undefined ? lines : [name, ...lines]
  const place = givenAny<AddressCommonInput>({
    city: sent.text(keys.city),
    territory: keys.territory.map(key => sent.text(key)).find(text => text !== undefined),
    postalCode: sent.text(keys.postalCode),
    country: givenAny({ code: sent.text(keys.country) }),
  })
  if (!place && lines.every(line => line === undefined)) return undefined
  return given<AddressCommonInput>({ addressLine1, addressLine2, addressLine3, ...place })
}

/** Who buys; undefined without a name. */
export function buyerOf(customerName: string | undefined, sent: Sent, keys: AddressKeys): SoldToInput | undefined {
  return customerName === undefined ? undefined : given({ customerName, address: addressOf(sent, keys) })
}
