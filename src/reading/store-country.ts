import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import { countryOf } from '../standards/country.ts'

/**
 * The store's country, ISO 3166-1 alpha-2, whether its address has a code or a value ("CA", "CAN", "Canada"); undefined if
 * unknown. Decided only here; language, phone, address and money follow.
 */
export function storeCountryOf({ workstation }: Pick<ReceiptData, 'workstation'>): string | undefined {
  return countryOf(workstation.store.address.country)
}
