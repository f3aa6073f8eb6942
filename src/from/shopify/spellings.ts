import type { Spellings } from '../sent.ts'

/** What GraphQL calls the fields of the REST API, but for those that are only in camel case. */
export const graphQl: Spellings = {
  currency: ['currencyCode'],
  presentment_currency: ['presentmentCurrencyCode'],
  total_price: ['totalPriceSet'],
  price: ['originalPriceSet', 'originalUnitPriceSet'],
  price_set: ['price', 'originalPriceSet', 'originalUnitPriceSet'],
  amount: ['amountSet'],
  amount_set: ['allocatedAmountSet'],
  subtotal: ['subtotalSet'],
  gift_card: ['isGiftCard'],
  financial_status: ['displayFinancialStatus'],
  gateway: ['formattedGateway'],
  country_code: ['countryCodeV2'],
  credit_card_company: ['company'],
  credit_card_number: ['number'],
  credit_card_wallet: ['wallet'],
}
