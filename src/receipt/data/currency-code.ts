import { listed, newer } from '../../generated/currencies.ts'
import { type Infer, oneOf } from '../schema/schema.ts'

/** The interface's currency codes: 147 in use and 50 withdrawn. Matched exactly. */
export const currencyCodes = listed

/** Every accepted currency: the interface's list, plus ISO 4217 codes newer than that list. */
export const acceptedCurrencies = [...listed, ...newer] as const

/** A field for one of them. */
export const currencyCode = oneOf(acceptedCurrencies)

/** ISO 4217, in upper case. */
export type CurrencyCode = Infer<typeof currencyCode>
