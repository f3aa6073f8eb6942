import { expect, test } from 'vitest'
import { aReceipt, plain, viewOf } from '../../../support/receipts.ts'

test('shows time, address, phone numbers, and instructions line by line', () => {
  const deliveryPickup = {
    address: {
      addressLine1: '388 Lighthouse Lane',
      city: 'Ucluelet',
      territory: 'BC',
      postalCode: 'V0R 3A0',
      country: { value: 'Canada', code: 'CA' },
    },
    dateTime: '2026-10-02T09:15:00-07:00',
    phoneNumber1: { areaCode: '604', localNumber: '5550155' },
    phoneNumber2: { areaCode: '672', localNumber: '5550166' },
    instructions: 'Ring the bell\\nLeave at the shed',
  }
  const { facts, note } = viewOf(aReceipt({ deliveryPickup })).fulfilment!
  expect(facts.map(({ label, value }) => `${label}: ${plain(value)}`)).toEqual([
    'Date and time: Oct 2, 2026, 9:15 AM',
    'Address: 388 Lighthouse Lane, Ucluelet BC  V0R 3A0, Canada'.replace('  ', ' '),
    'Phone: (604) 555-0155 · (672) 555-0166',
  ])
  expect(note!.lines).toEqual(['Ring the bell', 'Leave at the shed'])
})

test.each([
  ['an order to be brought', { orders: [{ action: 'DELIVERY' }] }, 'Delivery'],
  ['an order to be fetched', { orders: [{ action: 'Pickup' }] }, 'Pickup'],
  ['an online order fetched in the store', { transactionType: 'BOPUS' }, 'Pickup'],
  ['orders of both', { orders: [{ action: 'Pickup' }, { action: 'Delivery' }] }, 'Appointment details'],
  ['nobody knows which', {}, 'Appointment details'],
])('gets its title from what is known: %s', (_, differs, title) =>
  expect(viewOf(aReceipt({ deliveryPickup: { instructions: 'Ring' }, ...differs })).fulfilment!.title).toBe(title),
)

test('omits a section that has only blanks', () => {
  expect(viewOf(aReceipt({ deliveryPickup: { instructions: ' ', address: { city: '' } } })).fulfilment).toBeUndefined()
})
