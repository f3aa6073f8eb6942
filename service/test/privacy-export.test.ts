import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/basics/ids.ts'
import { privacyCommand } from '../src/commands/privacy-command.ts'
import { openDatabase } from '../src/database/database.ts'
import { lift } from '../src/delivery/suppression/suppression.ts'
import { exportPage, maxExported } from '../src/receipts/privacy/export.ts'
import { openSearchKey } from '../src/receipts/search/terms.ts'
import { learnBounce } from './support/database.ts'
import { until } from './support/mail-server.ts'
import { recordWith } from './support/records.ts'
import { adminToken, databases, longTest, receipt, startService, type TestService } from './support/service.ts'
import { heapTracesOf, markedReceipt, tracesOf } from './support/traces.ts'

const mark = 'qzxmark'
const markedAddress = `${mark}@example.com`

/** A connection in a transaction that sees the database as it is now. */
async function openReader(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('begin isolation level repeatable read')
  await client.query('select 1 from merchants')
  return client
}

/** A transaction that writes, in another database of the same server: what begins while it runs sees as little as it does. */
async function openWriter(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: new URL('/postgres', url).href })
  await client.connect()
  await client.query('begin')
  await client.query('select txid_current()')
  return client
}

async function analyzed(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('analyze')
  await client.end()
}

describe.each(databases)('what is stored of a customer, on %s,', database => {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-export-'))
  let shop: TestService
  beforeAll(async () => {
    shop = await startService({ database })
  })
  afterAll(async () => {
    await shop.stop()
    rmSync(folder, { recursive: true })
  })

  const place = () => (shop.config.databaseUrl ? { url: shop.config.databaseUrl } : { folder: shop.config.dataDir })
  const isSent = (id: string, count = 1) =>
    until(async () => {
      const { json } = await shop.ask(shop.receipts(`/${id}/deliveries`))
      return json.length === count && json.every(({ status }: { status: string }) => status === 'sent')
    })
  const resend = (id: string, customerEmailAddress: string) =>
    shop.ask(shop.receipts(`/${id}/email`), { method: 'POST', body: { customerEmailAddress } })
  const admin = async (path: string, body: unknown) => {
    const headers = { authorization: `Bearer ${adminToken}` }
    return shop.ask(`/admin/merchants/demo/${path}`, { method: 'POST', body, credentials: null, headers })
  }
  const run = async (...args: string[]) => {
    let output = ''
    let remarks = ''
    const settings = {
      DATA_DIR: shop.config.dataDir,
      ...(shop.config.databaseUrl && { DATABASE_URL: shop.config.databaseUrl }),
    }
    const write = {
      stdout: { write: (text: string) => (output += text) },
      stderr: { write: (text: string) => (remarks += text) },
    }
    const code = await privacyCommand(args, settings, write)
    return { code, output, remarks }
  }
  const trail = async () => {
    const headers = { authorization: `Bearer ${adminToken}` }
    return (await shop.ask('/admin/audit', { credentials: null, headers })).json
  }

  test('is exported with every column, the request as it was sent', async () => {
    const sent = { ...markedReceipt(mark), requestId: undefined, extraNumber: 12.5 }
    const text = JSON.stringify(sent).replace('12.5', '12.500')
    const id = await shop.create(text)
    await resend(id, 'friend@example.com')
    const others = await shop.create(receipt({ customer: { emailAddress: 'eve@example.com' } }))
    await resend(others, markedAddress)
    await Promise.all([isSent(id, 2), isSent(others, 2)])
    await learnBounce(shop, markedAddress)

    const exported = await admin('exports', { emailAddress: markedAddress.toUpperCase() })
    const { receipts, deliveries, suppression, next, merchantId } = exported.json
    expect([receipts.length, deliveries.length, next, merchantId]).toEqual([1, 1, undefined, 'demo'])
    const retrieved = (await shop.ask(shop.receipts(`/${id}`))).json
    expect(receipts[0]).toMatchObject({ id, emailAddress: markedAddress, apiRequest: retrieved.apiRequest })
    expect(exported.text).toContain('"extraNumber":12.500')
    expect(deliveries[0]).toMatchObject({ receiptId: others, kind: 'resend', emailAddress: markedAddress })
    expect(suppression).toMatchObject({ kind: 'bounce', code: '550' })
    expect(exported.text).not.toContain('eve@example.com')

    const { db, close } = await openDatabase(place(), { allowRunning: true })
    const tables = await db.introspection.getTables()
    await close()
    const columnsOf = (table: string, more: string[] = []) =>
      [
        ...(tables.find(({ name }) => name === table)?.columns ?? []).map(({ name }) =>
          name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
        ),
        ...more,
      ].toSorted()
    const [mail] = receipts[0].deliveries
    expect(Object.keys(receipts[0]).toSorted()).toEqual(columnsOf('receipts', ['deliveries', 'webhookMessages']))
    expect(Object.keys(mail).toSorted()).toEqual(columnsOf('deliveries', ['attempts']))
    expect(Object.keys(mail.attempts[0]).toSorted()).toEqual(columnsOf('delivery_attempts'))
    expect([receipts[0].receivedAt, mail.finishedAt]).toEqual([
      retrieved.receivedAt,
      expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    ])
  })

  longTest(database)('is exported by a command, to a file of one’s own', async () => {
    const file = join(folder, 'ada.json')
    const written = await run('export', 'demo', '--email', markedAddress, '--out', file, '--reference', 'DSR-1')
    expect(written).toMatchObject({ code: 0, output: '' })
    expect(written.remarks).toMatch(/^Database: .*\nExported: receipts 1, other mails 1\n$/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const { exportedAt: _, ...answer } = (await admin('exports', { emailAddress: markedAddress })).json
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject(answer)
    expect(JSON.parse((await run('export', 'demo', '--receipt', answer.receipts[0].id)).output)).toMatchObject({
      receipts: answer.receipts,
      deliveries: [],
    })
    expect(await run('export', 'demo', '--email', markedAddress, '--out', file)).toMatchObject({
      code: 1,
      remarks: expect.stringContaining(`${file} exists already`),
    })
    const nowhere = join(folder, 'nowhere', 'a.json')
    expect((await run('export', 'demo', '--email', markedAddress, '--out', nowhere)).remarks).toContain(
      `${nowhere} can't be written`,
    )
    expect(existsSync(nowhere)).toBe(false)
    expect((await trail()).find(({ action }: { action: string }) => action === 'exportReceipts')).toBeDefined()
    expect(JSON.stringify(await trail())).not.toContain('@')
  })

  longTest(database)('is exported in pages that miss and repeat nothing', async () => {
    const { db, close } = await openDatabase(place(), { allowRunning: true })
    const ids = Array.from({ length: maxExported + 50 }, newId).toSorted()
    const receipt_date = Date.parse('2033-01-01')
    for (const id of ids) await db.insertInto('receipts').values(recordWith(id, { receipt_date })).execute()
    const asked = { from: '2033-01-01', to: '2033-01-01' }
    const first = (await admin('exports', asked)).json
    expect(first.receipts).toHaveLength(maxExported)
    const second = (await admin('exports', { ...asked, cursor: first.next })).json
    expect(second.next).toBeUndefined()
    expect([...first.receipts, ...second.receipts].map(({ id }: { id: string }) => id)).toEqual(ids)
    expect((await admin('exports', { ...asked, cursor: 'x' })).status).toBe(422)
    const whole = JSON.parse((await run('export', 'demo', '--from', '2033-01-01', '--to', '2033-01-01')).output)
    expect(whole.receipts.map(({ id }: { id: string }) => id)).toEqual(ids)

    const large = {
      receipt_date: Date.parse('2034-01-01'),
      api_request: JSON.stringify({ text: 'x'.repeat(9_000_000) }),
    }
    for (const id of ids.slice(0, 3).map(newId)) await db.insertInto('receipts').values(recordWith(id, large)).execute()
    const context = { db, searchKey: await openSearchKey(db, undefined, 0) }
    const choice = { from: large.receipt_date, to: large.receipt_date }
    const sizes = []
    for (
      let page = await exportPage(context, 'demo', choice);
      ;
      page = await exportPage(context, 'demo', choice, page.next)
    ) {
      sizes.push(page.receipts.length)
      if (!page.next) break
    }
    expect(sizes).toEqual([1, 1, 1])
    await close()
  })

  longTest(database)('is erased by a command beside a running service', async () => {
    const { db, searchKey } = shop.service
    await lift(db, searchKey, [{ merchantId: 'demo', emailAddress: markedAddress }])
    const id = await shop.create(receipt({ customer: { emailAddress: markedAddress } }))
    await isSent(id)
    // As PostgreSQL does by itself: the planner's statistics hold values that occur often.
    if (shop.config.databaseUrl) await analyzed(shop.config.databaseUrl)
    const counts = { receipts: 2, deliveries: 4, files: 8 }
    const counted = await run('erase', 'demo', '--email', markedAddress, '--dry-run')
    expect(JSON.parse(counted.output)).toEqual({ ...counts, dryRun: true })
    // Transactions that began before still see the rows, so they would be written anew with the others.
    const url = shop.config.databaseUrl
    const open = url ? [await openReader(url), await openWriter(url)] : []
    const erasing = run('erase', 'demo', '--email', markedAddress, '--vacuum', '--reference', 'DSR-2')
    for (const client of open) await pause(1000).then(() => client.end())
    const erased = await erasing
    expect(erased.code).toBe(0)
    expect(JSON.parse(erased.output)).toEqual({ ...counts, dryRun: false })
    expect(await tracesOf(mark, shop.config)).toEqual([])
    if (shop.config.databaseUrl) expect(await heapTracesOf(mark, shop.config.databaseUrl)).toEqual([])
    expect((await shop.ask(shop.receipts(`/${id}`))).status).toBe(404)
    const [entry] = await trail()
    expect(entry).toMatchObject({
      actor: expect.stringMatching(/^command:./),
      action: 'eraseReceipts',
      merchantId: 'demo',
      detail: { by: 'emailAddress', ...counts, reference: 'DSR-2' },
    })
    const dates = await run('erase', 'demo', '--from', '2033-01-01', '--to', '2034-01-01')
    expect(JSON.parse(dates.output)).toMatchObject({ receipts: maxExported + 53 })
  })

  test('stays if the command is typed wrong', async () => {
    expect((await run('help')).output).toContain('privacy erase <merchant> (--email <address> | --receipt <id> | ')
    await expect(run('erase', 'demo')).rejects.toThrow('"erase" takes one of --email, --receipt, and --from with --to')
    await expect(run('erase', 'demo', '--from', '2026-01-01')).rejects.toThrow('"erase" takes one of')
    await expect(run('erase', '--email', 'a@example.com')).rejects.toThrow('"erase" is written')
    await expect(run('erease', 'demo')).rejects.toThrow('did you mean erase?')
    expect(await run('erase', 'demo', '--from', 'May', '--to', 'June')).toMatchObject({
      code: 1,
      remarks: expect.stringContaining('from: must be an ISO 8601 date'),
    })
    expect(await run('erase', 'nobody', '--receipt', '1')).toMatchObject({
      code: 1,
      remarks: expect.stringContaining('There is no merchant "nobody"'),
    })
  })
})
