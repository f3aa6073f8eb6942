import { listed, newer } from '../../standards/tables/currencies.ts'
import { type Infer, oneOf } from '../schema/schema.ts'

/** The interface's currency codes: 147 in use and 50 withdrawn. Spelling is exact. */
export const currencyCodes = listed

/** Every currency a receipt may be in: those of the interface, and those of ISO 4217 that are newer than its list. */
export const acceptedCurrencies = [...listed, ...newer] as const

export const currencyCode = oneOf(acceptedCurrencies)
export type CurrencyCode = Infer<typeof currencyCode>
