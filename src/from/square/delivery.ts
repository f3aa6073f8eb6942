import type { ReceiptInput } from '../../generated/receipt-input.ts'
import { type AddressKeys, addressOf } from '../address.ts'
import { givenAny } from '../given.ts'
import { localTime, type OrderOptions } from '../seller.ts'
import type { Sent } from '../sent.ts'

/** Where and when an order is picked up, delivered or shipped. */
export function deliveryOf(fulfillment: Sent | undefined, options: OrderOptions): ReceiptInput['deliveryPickup'] {
  if (!fulfillment) return undefined
  const details = detailsOf(fulfillment)
  const recipient = details.part('recipient')
  return givenAny({
    dateTime: localTime(
      details.text('pickup_at') ?? details.text('deliver_at') ?? details.text('expected_shipped_at'),
      options,
    ),
    instructions: details.text('note') ?? details.text('shipping_note'),
    address: addressOf(recipient.part('address'), keys, recipient.text('display_name')),
  })
}

/** The address for mail of whoever gets it. */
export const addressee = (fulfillment: Sent | undefined): string | undefined =>
  fulfillment && detailsOf(fulfillment).part('recipient').text('email_address')

/** `pickup_details`, `delivery_details` or `shipment_details`. */
const detailsOf = (fulfillment: Sent): Sent =>
  fulfillment.part(`${(fulfillment.text('type') ?? '').toLowerCase()}_details`)

const keys: AddressKeys = {
  lines: ['address_line_1', 'address_line_2'],
  city: 'locality',
  territory: ['administrative_district_level_1'],
  postalCode: 'postal_code',
  country: 'country',
}
