import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readMessageFiles } from '../../../../src/locale/words/message-files.ts'
import { packageRoot } from '../../../../src/package-root.ts'
import { aReceipt, aReceiptFrom, plain, viewOf } from '../../../support/receipts.ts'

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
  ['an order that is shipped', { orders: [{ action: 'SHIP_TO_HOME' }] }, 'Delivery'],
  ['an order for a time', { orders: [{ action: 'Appointment' }] }, 'Appointment'],
  ['orders of both', { orders: [{ action: 'Pickup' }, { action: 'Delivery' }] }, 'Delivery or pickup'],
  ['nobody knows which', {}, 'Delivery or pickup'],
])('gets its title from what is known: %s', (_, differs, title) =>
  expect(viewOf(aReceipt({ deliveryPickup: { instructions: 'Ring' }, ...differs })).fulfilment!.title).toBe(title),
)

describe('without an action', () => {
  const elsewhere = { addressLine1: '388 Lighthouse Lane', city: 'Ucluelet' }
  const titles = (address: object | undefined, language?: string) => {
    const deliveryPickup = { dateTime: '2026-10-02', ...(address && { address }) }
    const view = viewOf(aReceipt({ deliveryPickup, orders: [{ number: '7', deliveryPickup }] }), language)
    return [view.fulfilment!.title, view.orders[0]!.fulfilment!.title]
  }

  test('goods for an address are a delivery', () => {
    expect(titles(elsewhere)).toEqual(['Delivery', 'Delivery'])
    expect(titles({ city: 'Ucluelet' }, 'de-DE')).toEqual(['Lieferung', 'Lieferung'])
  })

  test('goods at the store are a pickup', () => {
    const address = { addressLine1: '12 Harbour Rd.', city: 'Ucluelet', postalCode: 'V0R 3A0' }
    const deliveryPickup = { address: { addressLine1: '12 HARBOUR RD', city: 'Ucluelet' } }
    expect(viewOf(aReceiptFrom(address, { deliveryPickup })).fulfilment!.title).toBe('Pickup')
  })

  test.each([...readMessageFiles(join(packageRoot, 'locales')).keys()])(
    'of %s, goods with only a time have no appointment',
    language => {
      const [title, ofOrder] = titles(undefined, language)
      const appointment = viewOf(
        aReceipt({ orders: [{ action: 'Appointment' }], deliveryPickup: { dateTime: '2026-10-02' } }),
        language,
      ).fulfilment!.title
      expect([title, ofOrder]).toEqual([title, title])
      expect(title).not.toBe(appointment)
    },
  )
})

test('says above the address what happens when, and below it whom to call', () => {
  const deliveryPickup = {
    address: { addressLine1: '388 Lighthouse Lane', city: 'Ucluelet', territory: 'BC', country: { code: 'CA' } },
    dateTime: '2026-10-02T09:15:00-07:00',
    phoneNumber1: { areaCode: '604', localNumber: '5550155' },
    phoneNumber2: { areaCode: '672', localNumber: '5550166' },
  }
  const { heading, lines } = viewOf(aReceipt({ transactionType: 'BOPUS', deliveryPickup })).fulfilment!
  expect(plain(heading)).toBe('Pickup · Oct 2, 2026, 9:15 AM')
  expect(lines.map(plain)).toEqual(['388 Lighthouse Lane', 'Ucluelet BC', 'Canada', '(604) 555-0155 · (672) 555-0166'])
  const ring = viewOf(aReceipt({ deliveryPickup: { instructions: 'Ring' } })).fulfilment!
  expect([ring.heading, ring.lines]).toEqual(['Delivery or pickup', []])
})

describe('what to do about it', () => {
  const links = { map: 'https://maps.example.com/?q={storeName}' }
  const directions = [{ text: 'Directions', url: 'https://maps.example.com/?q=Pebble%20%26%20Pine' }]
  const deliveryPickup = { instructions: 'Ring' }

  test('stands with the receipt’s own handover', () => {
    const sent = aReceipt({ deliveryPickup, orders: [{ number: '7', deliveryPickup }] })
    const view = viewOf(sent, 'en-US', { links })
    expect(view.fulfilment!.actions).toEqual(directions)
    expect(view.orders[0]!.fulfilment).not.toHaveProperty('actions')
    expect([view.handover, view.storeLinks]).toEqual([true, directions])
  })

  test('stands with the first order’s that has one, else', () => {
    const orders = [{ number: '7' }, { number: '8', deliveryPickup }, { number: '9', deliveryPickup }]
    const view = viewOf(aReceipt({ orders }), 'en-US', { links })
    expect(view.orders.map(({ fulfilment }) => fulfilment?.actions)).toEqual([undefined, directions, undefined])
    expect(view.handover).toBe(true)
  })

  test('is nothing without links or without a handover', () => {
    const unlinked = viewOf(aReceipt({ deliveryPickup }))
    expect(unlinked.fulfilment).not.toHaveProperty('actions')
    expect(unlinked).not.toHaveProperty('handover')
    const view = viewOf(aReceipt(), 'en-US', { links })
    expect(view).not.toHaveProperty('handover')
    expect(view.storeLinks).toEqual(directions)
  })
})

test('omits a section that has only blanks', () => {
  expect(viewOf(aReceipt({ deliveryPickup: { instructions: ' ', address: { city: '' } } })).fulfilment).toBeUndefined()
})
