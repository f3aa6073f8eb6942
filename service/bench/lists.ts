import { newId } from '../src/basics/ids.ts'
import { openDatabase } from '../src/database/database.ts'
import type { ReceiptTable } from '../src/database/tables.ts'
import { authorization, quantile, receipt, receiptsPath, run, settingsFor, withFolder } from './stage.ts'

export interface ListResult {
  firstPage: number
  deepestPage: number
  p99: number
  pages: number
}

/** Milliseconds per page of 50 over HTTP, following `next` through `count` receipts. */
export async function measureLists(count: number): Promise<ListResult> {
  return withFolder(async folder => {
    const settings = settingsFor(folder)
    const server = await run('server.ts', { ...settings, WITHOUT_WORKER: 'yes' })
    await server.stop()
    await fill(settings.DATA_DIR ?? '', count)
    const again = await run('server.ts', { ...settings, WITHOUT_WORKER: 'yes' })
    const first = `${again.address}${receiptsPath}?fromDate=2026-01-01&toDate=2026-12-31`
    for (let turn = 0; turn < 50; turn++)
      await fetch(first, { headers: { authorization } }).then(answer => answer.text())

    const times: number[] = []
    for (let next: string | undefined = first; next !== undefined; ) {
      const begin = performance.now()
      const answer: Response = await fetch(next, { headers: { authorization } })
      await answer.text()
      times.push(performance.now() - begin)
      next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
    }
    await again.stop()
    return {
      firstPage: times[0] ?? Number.NaN,
      deepestPage: quantile(times.slice(-20), 0.5),
      p99: quantile(times, 0.99),
      pages: times.length,
    }
  })
}

async function fill(folder: string, count: number): Promise<void> {
  const { db, close } = await openDatabase({ folder })
  const apiRequest = receipt(0)
  const begin = Date.parse('2026-01-01T00:00:00Z')
  for (let number = 0; number < count; number += 500) {
    await db.transaction().execute(async transaction => {
      const rows = Array.from({ length: 500 }, (_, at) =>
        rowOf(number + at, begin + (number + at) * 60_000, apiRequest),
      )
      for (let at = 0; at < rows.length; at += 100)
        await transaction
          .insertInto('receipts')
          .values(rows.slice(at, at + 100))
          .execute()
    })
  }
  await close()
}

function rowOf(number: number, date: number, apiRequest: string): ReceiptTable {
  return {
    id: newId(),
    merchant_id: 'demo',
    received_at: date,
    receipt_date: date,
    receipt_date_text: new Date(date).toISOString(),
    store_id: String(number % 40),
    store_name: `Store ${number % 40}`,
    store_city: 'Springfield',
    store_zip_code: null,
    store_territory: null,
    transaction_number: String(number),
    transaction_amount: 12.5,
    transaction_type: 'SaleTransaction',
    payment_type: 'Credit',
    email_address: 'guest@example.com',
    items: JSON.stringify(Array.from({ length: 5 }, (_, at) => ({ itemName: `Item ${at}`, itemPrice: 2.5 }))),
    locale: '{"requested":null,"chosen":"en-US","source":"default","languages":["en-US"]}',
    offers: '[]',
    engine_version: '0',
    merchant_version: 1,
    api_version: 'v1',
    currency: 'USD',
    local_day: null,
    api_request: apiRequest,
    statistics_place: null,
  }
}
