import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MailServer, startMailServer, until } from './support/mail-server.ts'
import { fewDatabases, fixture, startService, type TestService } from './support/service.ts'

describe.each(fewDatabases)('a receipt on its way, on %s', database => {
  let mailServer: MailServer
  let shop: TestService
  let receiptId: string

  beforeAll(async () => {
    mailServer = await startMailServer()
    shop = await startService({ database, settings: { SMTP_URL: mailServer.url, MAIL_FROM: 'receipts@example.com' } })
  })
  afterAll(async () => {
    await shop.stop()
    await mailServer.stop()
  })

  test('is posted by the till, which learns that it will be mailed', async () => {
    const reply = await shop.ask(shop.receipts(), {
      method: 'POST',
      body: fixture('fashion-sale.en-CA/receipt'),
      headers: { 'accept-language': 'fr_CA' },
    })
    expect(reply.status).toBe(200)
    receiptId = reply.json.receiptId
    expect(reply.json).toEqual({ customerEmailAddress: 'mira.okafor@example.com', receiptId, offers: [] })
  })

  test('reaches the customer by mail, in the language the till requested', async () => {
    const [mail] = await mailServer.received(1)
    expect(mail?.envelope).toEqual({ from: 'receipts@example.com', to: ['mira.okafor@example.com'] })
    expect(mail?.from).toEqual({ name: 'Demo Shop', address: 'receipts@example.com' })
    expect(mail?.headers.find(({ key }) => key === 'content-language')?.value).toBe('fr-CA')
    expect(mail?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
    expect(mail?.html).toContain('Trail rain jacket')
    expect(mail?.text).toContain('Trail rain jacket')
  })

  test('is found by date and store', async () => {
    const query = 'fromDate=2026-10-31T00:00:00-04:00&toDate=2026-11-01T00:00:00-04:00&storeId=004'
    const reply = await shop.ask(shop.receipts(`?${query}`))
    expect(reply.json).toMatchObject([
      {
        id: receiptId,
        customerEmailAddress: 'mira.okafor@example.com',
        storeName: 'Alder & Finch',
        receiptDate: '2026-10-31T17:45:12-04:00',
        receiptNumber: '004-118-20931',
        transactionNumber: '004-118-20931',
        transactionAmount: 118.65,
        paymentType: 'Credit',
      },
    ])
    expect(reply.headers.get('link')).toBeNull()
  })

  test('is returned as it was sent', async () => {
    const reply = await shop.ask(shop.receipts(`/${receiptId}`))
    expect(reply.json).toMatchObject({ receiptId, apiVersion: 'v1', locale: { requested: 'fr-CA', chosen: 'fr-CA' } })
    expect(reply.json.apiRequest).toEqual(JSON.parse(fixture('fashion-sale.en-CA/receipt')))
  })

  test('is resent to another address in the same language', async () => {
    const reply = await shop.ask(shop.receipts(`/${receiptId}/email`), {
      method: 'POST',
      body: { customerEmailAddress: 'office@example.com' },
    })
    expect([reply.status, reply.text]).toEqual([202, ''])
    const [first, again] = await mailServer.received(2)
    expect(again?.envelope.to).toEqual(['office@example.com'])
    expect(again?.html).toBe(first?.html)
    expect(again?.messageId).not.toBe(first?.messageId)
  })

  test('is retrieved as a PDF that clients can cache', async () => {
    const reply = await shop.ask(shop.receipts(`/${receiptId}/pdf?paper=roll80`))
    expect(new TextDecoder('latin1').decode(reply.bytes.slice(0, 5))).toBe('%PDF-')
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="receipt-004-118-20931.pdf"')
    expect(reply.headers.get('content-language')).toBe('fr-CA')
    const etag = reply.headers.get('etag') ?? ''
    const again = await shop.ask(shop.receipts(`/${receiptId}/pdf?paper=roll80`), {
      headers: { 'if-none-match': etag },
    })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  test('has both mails in its timeline', async () => {
    const timeline = async () => (await shop.ask(shop.receipts(`/${receiptId}/deliveries`))).json
    await until(async () => (await timeline()).every((delivery: { status: string }) => delivery.status === 'sent'))
    expect(await timeline()).toMatchObject([
      {
        kind: 'receipt',
        customerEmailAddress: 'mira.okafor@example.com',
        attempts: [{ outcome: 'sent', code: '250' }],
      },
      { kind: 'resend', customerEmailAddress: 'office@example.com', attempts: [{ outcome: 'sent', code: '250' }] },
    ])
    expect((await timeline())[0].messageId).toBe(mailServer.mails[0]?.messageId)
  })
})
