import { describe, expect, test } from 'vitest'
import { createEngine } from '../../../src/engine.ts'
import { OptionError } from '../../../src/errors.ts'
import { checkLinks, type ReceiptLinks } from '../../../src/view/sections/links.ts'
import { aReceipt, type SentReceipt, viewOf } from '../../support/receipts.ts'

const address = { addressLine1: '12 Quay & Co', city: 'Bath' }
const store = { id: 'Q/1', name: 'Quay?', address, telephone: { areaCode: '619', localNumber: '5550142' } }
const sent = aReceipt({
  workstation: { id: '1', store: { ...store, address: { ...address, country: { code: 'US' } } } },
})

function linksOf(links: ReceiptLinks, differs: SentReceipt = {}, language = 'en-US') {
  const { receiptLinks, storeLinks } = viewOf({ ...sent, ...differs }, language, { links })
  return [...receiptLinks, ...storeLinks].map(({ text, url }) => `${text}: ${url}`)
}

test('shows only links that have a URL, in the reader’s language', () => {
  expect(linksOf({})).toEqual([])
  expect(linksOf({ pdf: 'https://example.com/a.pdf', returns: 'https://example.com/back' })).toEqual([
    'Start a return: https://example.com/back',
    'Download PDF: https://example.com/a.pdf',
  ])
  expect(linksOf({ page: 'https://example.com/a' }, {}, 'de-DE')).toEqual(['Im Browser ansehen: https://example.com/a'])
})

test('puts those to the receipt before those to the store: return, PDF, page; directions, calendar, phone', () => {
  const at = (path: string) => `https://example.com/${path}`
  const links = { call: true, calendar: at('c'), map: at('m'), page: at('p'), pdf: at('d'), returns: at('r') }
  const planned = { ...sent, deliveryPickup: { dateTime: '2026-11-21T10:00:00Z' } }
  const { receiptLinks, storeLinks } = viewOf(planned, 'en-US', { links })
  expect(receiptLinks.map(({ url }) => url)).toEqual([at('r'), at('d'), at('p')])
  expect(storeLinks.map(({ url }) => url)).toEqual([at('m'), at('c'), 'tel:+16195550142'])
})

test('percent-encodes placeholders, so a receipt cannot redirect a link', () => {
  const page = 'https://example.com/{storeId}/{transactionNumber}?shop={storeName}'
  expect(linksOf({ page }, { transactionNumber: '../x?y#z' })).toEqual([
    'View in browser: https://example.com/Q%2F1/..%2Fx%3Fy%23z?shop=Quay%3F',
  ])
  expect(linksOf({ map: 'https://maps.example.com/?q={storeAddress}' })).toEqual([
    'Directions: https://maps.example.com/?q=12%20Quay%20%26%20Co%2C%20Bath',
  ])
  const store = { id: '1', name: 'Quay', address: { city: 'Kraków', postalCode: '31-070', country: { code: 'PL' } } }
  expect(
    linksOf({ map: 'https://maps.example.com/?q={storeAddress}' }, { workstation: { id: '1', store } })[0],
  ).toMatch(/q=31-070%20Krak%C3%B3w/)
})

test('hides a link if the receipt lacks a placeholder’s value', () => {
  const blank = { workstation: { id: '1', store: { id: '1', name: 'Quay', address: {} } } }
  expect(linksOf({ map: 'https://maps.example.com/?q={storeAddress}' }, blank)).toEqual([])
})

test('links the store’s phone number as E.164, unless it is invalid', () => {
  const workstation = (localNumber: string) => ({
    id: '1',
    store: { ...store, address: { ...address, country: { code: 'US' } }, telephone: { areaCode: '', localNumber } },
  })
  expect(linksOf({ call: true })).toEqual(['Call the store: tel:+16195550142'])
  expect(linksOf({ call: true }, { workstation: workstation('12') })).toEqual([])
  expect(linksOf({ call: false })).toEqual([])
})

test('shows the calendar link only with a pickup or delivery time', () => {
  const calendar = 'https://example.com/a.ics'
  const deliveryPickup = { dateTime: '2026-11-21T10:00:00Z' }
  expect(linksOf({ calendar })).toEqual([])
  expect(linksOf({ calendar }, { deliveryPickup })).toEqual([`Add to calendar: ${calendar}`])
  expect(linksOf({ calendar }, { orders: [{ number: '1', deliveryPickup }] })).toEqual([`Add to calendar: ${calendar}`])
})

test('links only returns and the store on a gift receipt: page and PDF have prices', () => {
  const links = {
    ...{ page: 'https://example.com/a', pdf: 'https://example.com/b' },
    ...{ returns: 'https://example.com/back', map: 'https://maps.example.com' },
  }
  const view = viewOf(aReceipt({ items: [{ name: 'Scarf', total: 38 }] }), 'en-US', { links, gift: true })
  expect(view.receiptLinks.map(({ url }) => url)).toEqual(['https://example.com/back'])
  expect(view.storeLinks.map(({ url }) => url)).toEqual(['https://maps.example.com'])
})

test('shows no returns link on a payment request', () => {
  const request = { transactionType: 'PaymentLinkTransaction', paymentLink: 'https://pay.example.com/1' }
  expect(linksOf({ returns: 'https://example.com/back' }, request)).toEqual([])
})

describe('rejects', () => {
  test.each<[string, unknown, string]>([
    ['an unknown link', { pages: 'https://example.com' }, 'links: there is no "pages"; did you mean "page"?'],
    ['another scheme', { page: 'javascript:alert(1)' }, 'links.page: must be an http or https address'],
    [
      'a placeholder that nothing fills',
      { page: 'https://example.com/{id}' },
      'links.page: nothing fills {id}; there are',
    ],
    ['a host from the receipt', { page: 'https://{storeName}/' }, "links.page: a placeholder can't be in the host"],
    ['a part of one', { map: 'https://shops.{storeId}?q=1' }, "links.map: a placeholder can't be in the host"],
    [
      'a port from the receipt',
      { pdf: 'HTTP://example.com:{storeId}' },
      "links.pdf: a placeholder can't be in the host",
    ],
    ['a flag as text', { call: 'yes' }, 'links.call: must be true or false'],
  ])('%s', async (_, links, message) => {
    expect(() => checkLinks(links as ReceiptLinks)).toThrow(OptionError)
    expect(() => checkLinks(links as ReceiptLinks)).toThrow(message)
    await expect(createEngine({ links: links as ReceiptLinks })).rejects.toThrow(message)
  })
})

test('lets a receipt’s own links override the engine’s by name', async () => {
  const engine = await createEngine({ links: { page: 'https://example.com/a', pdf: 'https://example.com/b' } })
  const { receiptLinks } = engine.view(sent, { links: { pdf: 'https://example.com/c' } })
  expect(receiptLinks.map(({ url }) => url)).toEqual(['https://example.com/c', 'https://example.com/a'])
  expect(engine.text(sent)).toContain('View in browser\n  https://example.com/a\n')
})
