import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { adminToken, receipt, startService, type TestService } from '../support/service.ts'

const templates = mkdtempSync(join(tmpdir(), 'counterfoil-templates-'))
afterAll(() => rmSync(templates, { recursive: true }))

const sale = receipt({
  currency: 'EUR',
  receiptType: 'PaperOnly',
  customer: { emailAddress: 'mira.okafor@example.com' },
  items: [{ name: 'Wool scarf', price: 38.5, total: 38.5 }],
  grandAmount: 38.5,
  barcodeNumber: '4-7',
  transactionNumber: '4-7',
})
const request = receipt({
  transactionType: 'PaymentLinkTransaction',
  paymentLink: 'https://pay.example.com/l/1',
  receiptType: 'PaperOnly',
})

// A variant is drawn from what is stored, the same on either database.
describe('variants of a receipt', () => {
  let mailServer: MailServer
  let shop: TestService
  let saleId: string
  let requestId: string

  beforeAll(async () => {
    mailServer = await startMailServer()
    shop = await startService({
      settings: { SMTP_URL: mailServer.url, MAIL_FROM: 'receipts@example.com', TEMPLATES_DIR: templates },
    })
    saleId = await shop.create(sale)
    requestId = await shop.create(request)
  })
  afterAll(async () => {
    await shop.stop()
    await mailServer.stop()
  })

  const page = (id: string, query = '') => shop.ask(shop.receipts(`/${id}/html${query}`))
  const save = (settings: unknown) =>
    shop.ask('/admin/merchants/demo', {
      method: 'PUT',
      credentials: null,
      headers: { authorization: `Bearer ${adminToken}` },
      body: { name: 'Demo Shop', settings },
    })

  test('returns a gift receipt as page and PDF', async () => {
    const gift = await page(saleId, '?variant=gift')
    expect(gift.text).toContain('Gift receipt')
    expect(gift.text).toContain('Wool scarf')
    expect(gift.text).not.toMatch(/38[.,]50|€|mira\.okafor/)
    const usual = await page(saleId)
    expect(usual.text).toContain('€38.50')
    expect(gift.headers.get('etag')).not.toBe(usual.headers.get('etag'))
    const pdf = await shop.ask(shop.receipts(`/${saleId}/pdf?paper=roll80&variant=gift`))
    expect(new TextDecoder('latin1').decode(pdf.bytes.slice(0, 5))).toBe('%PDF-')
    expect(pdf.headers.get('content-disposition')).toBe('attachment; filename="gift-receipt-4-7.pdf"')
  })

  test('returns any look, and rejects unknown variants', async () => {
    const pages = await Promise.all(['', '?variant=classic', '?variant=compact'].map(query => page(saleId, query)))
    expect(new Set(pages.map(({ text }) => text)).size).toBe(3)
    const { status, json } = await page(saleId, '?variant=giftwrap')
    expect([status, json.errors.variant[0].message]).toEqual([422, 'must be one of modern, classic, compact, gift'])
  })

  test('mails a gift receipt to another address, and records it', async () => {
    const path = shop.receipts(`/${saleId}/email?variant=gift`)
    const body = { customerEmailAddress: 'aunt.vera@example.com' }
    expect((await shop.ask(path, { method: 'POST', body })).status).toBe(202)
    const [mail] = await mailServer.received(1)
    expect(mail?.envelope.to).toEqual(['aunt.vera@example.com'])
    expect(mail?.subject).toBe('Gift receipt 4-7 from Corner Shop')
    expect(`${mail?.html}${mail?.text}`).not.toMatch(/38[.,]50|€|mira\.okafor/)
    const { json } = await shop.ask(shop.receipts(`/${saleId}/deliveries`))
    expect(json).toMatchObject([{ kind: 'resend', variant: 'gift', customerEmailAddress: 'aunt.vera@example.com' }])
  })

  test('rejects a payment request’s gift receipt at once', async () => {
    const body = { customerEmailAddress: 'aunt.vera@example.com' }
    const answers = [
      await page(requestId, '?variant=gift'),
      await shop.ask(shop.receipts(`/${requestId}/pdf?variant=gift`)),
      await shop.ask(shop.receipts(`/${requestId}/email?variant=gift`), { method: 'POST', body }),
    ]
    for (const { status, json } of answers)
      expect([status, json.errors.variant[0].message]).toEqual([422, expect.stringContaining('nothing is sold yet')])
    expect((await shop.ask(shop.receipts(`/${requestId}/deliveries`))).json).toEqual([])
  })

  test('lets a merchant set look, corners and density, and rejects invalid values', async () => {
    const before = await page(saleId)
    expect((await save({ variant: 'classic', brand: { corner: 3, density: 'dense' } })).status).toBe(200)
    const ownId = await shop.create(sale)
    const own = await page(ownId)
    expect(own.text).not.toBe(before.text)
    expect(own.text).not.toBe((await page(ownId, '?variant=modern')).text)
    for (const [settings, path] of [
      [{ variant: 'gift' }, 'settings.variant'],
      [{ brand: { corner: 99 } }, 'settings.brand.corner'],
      [{ brand: { density: 'tight' } }, 'settings.brand.density'],
    ] as const)
      expect(Object.keys((await save(settings)).json.errors)).toEqual([path])
  })

  describe('a template folder', () => {
    const folder = join(templates, 'alder')
    beforeAll(() => {
      rmSync(folder, { recursive: true, force: true })
      for (const name of ['locales', 'sections']) mkdirSync(join(folder, name), { recursive: true })
    })
    const put = (name: string, content: unknown) =>
      writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))

    test('sets brand and wording, unless settings override its brand', async () => {
      put('brand.json', { color: '#8a1c3b', footer: ['Alder & Finch Ltd.'] })
      put('locales/en.json', { document: { sale: 'Sales slip' } })
      expect((await save({ templates: 'alder', brand: { color: '#123456' } })).status).toBe(200)
      const { text } = await page(await shop.create(sale))
      expect(text).toContain('Sales slip')
      expect(text).toContain('Alder &amp; Finch Ltd.')
      expect(text).toContain('#123456')
      expect(text).not.toContain('#8a1c3b')
    })

    test('with a mistake is rejected with its place, in any look', async () => {
      const said = async () => {
        const { status, json } = await save({ templates: 'alder' })
        expect(status).toBe(422)
        return json.errors.settings[0].message
      }
      put('brand.json', { colour: '#8a1c3b' })
      expect(await said()).toMatch(/brand\.json: there is no "colour"; did you mean "color"\?/)
      put('brand.json', {})
      put('sections/footer.html.hbs', '<p>{{#if footer.thanks}}</p>\n{{{footer.thanks}}}')
      expect(await said()).toMatch(/sections\/footer\.html\.hbs:\d+:\d+: /)
      rmSync(join(folder, 'sections/footer.html.hbs'))
      put('locales/en.json', { document: { sail: 'Sales slip' } })
      expect(await said()).toMatch(/en\.json/)
    })
  })
})
