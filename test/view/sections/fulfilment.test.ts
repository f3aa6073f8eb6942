import { expect, test } from 'vitest'
import { aReceipt, plain, viewOf } from '../../support/receipts.ts'

test('says when, where, by which phone, and the instructions line by line', () => {
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
    'When: Oct 2, 2026, 9:15 AM',
    'Where: 388 Lighthouse Lane, Ucluelet BC  V0R 3A0, Canada'.replace('  ', ' '),
    'Phone: (604) 555-0155 · (672) 555-0166',
  ])
  expect(note!.lines).toEqual(['Ring the bell', 'Leave at the shed'])
})

test('nothing but blanks is no section', () => {
  expect(viewOf(aReceipt({ deliveryPickup: { instructions: ' ', address: { city: '' } } })).fulfilment).toBeUndefined()
})
