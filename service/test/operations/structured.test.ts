import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { receipt, startService, type TestService } from '../support/service.ts'

const sale = receipt({
  currency: 'EUR',
  receiptType: 'PaperOnly',
  items: [{ name: 'Wool scarf', price: 38.5, total: 38.5, brand: 'Northlight' }],
  grandAmount: 38.5,
  transactionNumber: '4-7',
})

describe('a receipt in a format of other programs', () => {
  let shop: TestService
  let path: string
  beforeAll(async () => {
    shop = await startService()
    path = `/${await shop.create(sale)}/structured`
  })
  afterAll(() => shop.stop())

  const get = (query: string, from = path) => shop.ask(shop.receipts(`${from}${query}`))

  test('is EKaBS, with what it can’t hold', async () => {
    const { status, headers, json: body } = await get('?format=ekabs')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(body).toMatchObject({ format: 'ekabs', mediaType: 'application/json' })
    expect(JSON.parse(body.document)).toMatchObject({ head: { number: '4-7' }, data: { full_amount_incl_vat: 38.5 } })
    expect(body.notCarried).toContainEqual({ path: 'items[0].brand', reason: 'EKaBS has no field for it' })
  })

  test('is POSLog', async () => {
    const { json: body } = await get('?format=poslog')
    expect(body.mediaType).toBe('application/xml')
    expect(body.document).toContain('<ReceiptNumber>4-7</ReceiptNumber>')
  })

  test.each([
    ['', 'format'],
    ['?format=ubl', 'format'],
  ])('%s is refused, and says which there are', async (query, field) => {
    const { status, json: body } = await get(query)
    expect(status).toBe(422)
    expect(JSON.stringify(body.errors[field])).toContain('must be one of ekabs, poslog')
  })

  test('a payment request has no EKaBS document', async () => {
    const request = receipt({ transactionType: 'PaymentLinkTransaction', paymentLink: 'https://pay.example.com/1' })
    const { status, json: body } = await get(
      '?format=ekabs',
      `/${await shop.create({ ...request, receiptType: 'PaperOnly' })}/structured`,
    )
    expect(status).toBe(422)
    expect(body.errors.transactionType[0].message).toContain('payment request')
  })

  test('of another merchant, or none, isn’t found', async () => {
    expect((await get('?format=ekabs', `/${'0'.repeat(32)}/structured`)).status).toBe(404)
    expect((await shop.ask(shop.receipts(`${path}?format=ekabs`), { credentials: null })).status).toBe(401)
  })
})
