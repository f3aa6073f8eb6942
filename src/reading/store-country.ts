import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import { countryOf } from '../standards/country.ts'

/**
 * The country the store is in, ISO 3166-1 alpha-2, whether its address names it by code or by value ("CA", "CAN", "Canada");
 * `undefined` when it names none that is known. The one place that decides it: language, phone, address and money follow.
 */
export function storeCountryOf({ workstation }: Pick<ReceiptData, 'workstation'>): string | undefined {
  return countryOf(workstation.store.address.country)
}
