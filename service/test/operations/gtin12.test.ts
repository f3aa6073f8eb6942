import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminToken, databases, receipt, startService, type TestService } from '../support/service.ts'

const sale = (requestId: string, barcodeNumber: string) =>
  receipt({ requestId, receiptType: 'PaperOnly', barcodeType: 'GTIN', barcodeNumber })

describe.each(databases)('what twelve digits of a GTIN are, on %s', database => {
  let shop: TestService

  beforeAll(async () => {
    shop = await startService({ database })
  })
  afterAll(() => shop.stop())

  const save = (gtin12: string | undefined) =>
    shop.ask('/admin/merchants/demo', {
      method: 'PUT',
      credentials: null,
      headers: { authorization: `Bearer ${adminToken}` },
      body: { name: 'Demo Shop', settings: { gtin12 } },
    })
  const codeOf = async (id: string) => {
    const { text } = await shop.ask(shop.receipts(`/${id}/html`))
    return /alt="Barcode ([^"]*)"/
      .exec(text)?.[1]
      ?.replaceAll('\u00a0', ' ')
      .replace(/[\u2060-\u2069]/g, '')
  }

  test('is the merchant’s setting when the receipt is accepted, for good', async () => {
    const padded = await shop.create(sale('padded', '614141007349'))
    expect(await codeOf(padded)).toBe('6 141410 073490')

    expect((await save('upc-a')).status).toBe(200)
    const upcA = await shop.create(sale('upc-a', '614141007349'))
    expect(await codeOf(upcA)).toBe('6 14141 00734 9')
    const wrong = await shop.ask(shop.receipts(), { method: 'POST', body: sale('wrong', '614141007340') })
    expect(wrong.status).toBe(422)
    expect(wrong.json.errors).toEqual({
      barcodeNumber: [{ code: null, message: expect.stringMatching(/^GTIN ends in check digit 0, which should be 9/) }],
    })
    expect(await codeOf(padded)).toBe('6 141410 073490')

    expect((await save(undefined)).status).toBe(200)
    expect(await codeOf(upcA)).toBe('6 14141 00734 9')
    expect(await codeOf(await shop.create(sale('padded again', '614141007340')))).toBe('6 141410 073407')
  })

  test('is one of two', async () => {
    const { status, json } = await save('upca')
    expect([status, Object.keys(json.errors)]).toEqual([422, ['settings.gtin12']])
  })
})
