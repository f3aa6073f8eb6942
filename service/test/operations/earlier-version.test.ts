import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFold } from '../../src/statistics/folding/fold.ts'
import { rebuildStatistics } from '../../src/statistics/rebuilding/rebuild.ts'
import { inDatabase } from '../support/database.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { receipt, startService, type TestService } from '../support/service.ts'

/** What an earlier version accepted, and this one refuses: what identifies a receipt may not be blank, and a card has its last digits. */
const before = {
  transactionNumber: ' ',
  transactionType: '',
  workstation: {
    id: '',
    store: { id: ' ', name: 'Brew & Bean', address: { city: 'Boise', territory: 'ID' } },
  },
  tenders: [{ tenderTypeCode: 'Credit', amount: 4.5, creditDebit: { typeCode: 'Visa', Name: null } }],
}

// What is read of a stored receipt is its text, the same on either database.
describe('a receipt that an earlier version accepted', () => {
  let shop: TestService
  let mail: MailServer
  let id: string

  beforeAll(async () => {
    mail = await startMailServer()
    shop = await startService({ settings: { SMTP_URL: mail.url } })
    const { tenders, ...blanks } = before
    id = await shop.create(receipt({ receiptType: 'PaperOnly', grandAmount: 4.5, tenders: undefined }))
    await inDatabase(shop, async db => {
      const { api_request } = await db.selectFrom('receipts').select('api_request').executeTakeFirstOrThrow()
      const stored = { ...JSON.parse(api_request), ...blanks, tenders }
      await db
        .updateTable('receipts')
        .set({
          api_request: JSON.stringify(stored),
          transaction_number: '',
          transaction_type: '',
          store_id: '',
          store_name: 'Brew & Bean',
          payment_type: 'Credit',
          statistics_place: null,
        })
        .execute()
    })
  })
  afterAll(async () => {
    await shop.stop()
    await mail[Symbol.asyncDispose]()
  })

  test('is refused if it comes again', async () => {
    const body = receipt({ ...before, requestId: 'again', grandAmount: 4.5, receiptType: 'PaperOnly' })
    const { status, json } = await shop.ask(shop.receipts(), { method: 'POST', body })
    expect([status, Object.keys(json.errors).sort()]).toEqual([
      422,
      [
        'tenders[0].creditDebit.last4Digits',
        'transactionNumber',
        'transactionType',
        'workstation.id',
        'workstation.store.id',
      ],
    ])
  })

  test('is shown', async () => {
    const { status, text } = await shop.ask(shop.receipts(`/${id}/html`))
    expect([status, text.includes('Brew &amp; Bean'), text.includes('Visa')]).toEqual([200, true, true])
    expect(text).not.toMatch(/undefined|null/)
  })

  test('is printed', async () => {
    const { status, headers, bytes } = await shop.ask(shop.receipts(`/${id}/pdf`))
    expect([status, Buffer.from(bytes.subarray(0, 5)).toString()]).toEqual([200, '%PDF-'])
    expect(headers.get('content-disposition')).toBe(`attachment; filename="receipt-${id}.pdf"`)
  })

  test.each(['', '?variant=gift'])('is mailed %s', async variant => {
    const body = { customerEmailAddress: `ada${variant.length}@example.com` }
    const sent = mail.mails.length + 1
    expect((await shop.ask(shop.receipts(`/${id}/email${variant}`), { method: 'POST', body })).status).toBe(202)
    const [last] = (await mail.received(sent)).slice(-1)
    expect(last?.envelope.to).toEqual([body.customerEmailAddress])
    expect(last?.text).toContain('Brew & Bean')
  })

  test('is counted', async () => {
    await inDatabase(shop, db => rebuildStatistics({ db, fold: createFold(db, Date.now), now: Date.now }, 'demo'))
    const figures = async (groupBy: string) => {
      const path = `/ws/rest/v1/merchants/demo/statistics?fromDate=2000-01-01&toDate=2049-12-31&interval=all&groupBy=${groupBy}`
      return (await shop.ask(path)).json.rows[0]
    }
    expect(await figures('cardBrand')).toMatchObject({ group: { id: 'Visa' } })
    expect(await figures('store')).toMatchObject({ receipts: 1, amounts: [{ grandAmount: '4.50' }] })
  })
})
