import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLog } from '../../src/basics/monitoring/log.ts'
import { openDatabase } from '../../src/database/database.ts'
import { placeOf } from '../../src/database/location.ts'
import { nameGtin12 } from '../../src/database/migrations.ts'
import { findMerchant, saveMerchant } from '../../src/merchants/merchants.ts'
import { openService } from '../../src/service.ts'
import { adminToken, createClient, fewDatabases, receipt, startService, type TestService } from '../support/service.ts'

const sale = (requestId: string, barcodeNumber: string) =>
  receipt({ requestId, receiptType: 'PaperOnly', barcodeType: 'GTIN', barcodeNumber })

describe.each(fewDatabases)('what twelve digits of a GTIN are, on %s', database => {
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

  test('is what it was, for receipts accepted before it was a setting, and the default for new ones', async () => {
    await saveMerchant(shop.service, 'demo', { name: 'Demo Shop', settings: { paper: 'letter' } })
    const upcA = await shop.create(sale('old 1', '614141007349'))
    const padded = await shop.create(sale('old 2', '614141007340'))
    const { version } = (await findMerchant(shop.service.db, 'demo'))!
    await shop.service.close()
    const { db, close } = await openDatabase(placeOf(shop.config))
    // As an earlier version stored it.
    const { appearance } = await db
      .selectFrom('merchant_versions')
      .select('appearance')
      .where('merchant_id', '=', 'demo')
      .where('version', '=', version)
      .executeTakeFirstOrThrow()
    const { content } = await db
      .selectFrom('appearances')
      .select('content')
      .where('hash', '=', appearance)
      .executeTakeFirstOrThrow()
    const { gtin12, ...before } = JSON.parse(content)
    expect(gtin12).toBe('padded')
    await db
      .insertInto('appearances')
      .values({ hash: 'before', content: JSON.stringify(before), kept_at: 0 })
      .execute()
    await db.updateTable('merchant_versions').set({ appearance: 'before' }).where('version', '=', version).execute()
    await nameGtin12(db as unknown as Parameters<typeof nameGtin12>[0])
    await nameGtin12(db as unknown as Parameters<typeof nameGtin12>[0])
    await close()

    const service = await openService(shop.config, openLog('silent'), { withoutWorker: true })
    shop = { ...shop, ...createClient(await service.listen()) }
    expect((await findMerchant(service.db, 'demo'))?.version).toBe(version + 1)
    expect(await codeOf(upcA)).toBe('6 14141 00734 9')
    expect(await codeOf(padded)).toBe('6 141410 073407')
    expect(await codeOf(await shop.create(sale('new', '614141007349')))).toBe('6 141410 073490')
    await service.close()
  })
})
