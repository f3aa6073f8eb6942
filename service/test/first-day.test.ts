import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openLog } from '../src/basics/monitoring/log.ts'
import { engineVersion } from '../src/basics/versions.ts'
import { openDatabase } from '../src/database/database.ts'
import { appearanceOfMerchant, chosenFolder, takeAppearance } from '../src/merchants/appearances.ts'
import type { MerchantSettings } from '../src/merchants/merchant-settings.ts'
import { findMerchant, saveMerchant } from '../src/merchants/merchants.ts'
import { createRetention, forgetAppearances } from '../src/receipts/privacy/erase.ts'
import { openService } from '../src/service.ts'
import { startMailServer } from './support/mail-server.ts'
import { createClient, fewDatabases, receipt, startService, type TestService } from './support/service.ts'

const templates = mkdtempSync(join(tmpdir(), 'counterfoil-templates-'))
afterAll(() => rmSync(templates, { recursive: true }))
const folder = join(templates, 'alder')

const sale = receipt({ currency: 'EUR', items: [{ name: 'Wool scarf', price: 4.5, total: 4.5 }] })
const day = 86_400_000

/** Puts these files, and no others, into the merchant's template folder. */
function fill(files: Record<string, string | Buffer>, into = folder): void {
  rmSync(into, { recursive: true, force: true })
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(into, path)), { recursive: true })
    writeFileSync(join(into, path), content)
  }
}

/** A picture that is as many pixels wide as the word has letters. */
function logo(word: string): Buffer {
  const header = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const picture = Buffer.from(header, 'base64')
  picture.writeUInt32BE(word.length, 16)
  return picture
}

/** A folder that says one word in all it can change without templates, which take long to compile. */
const folderOf = (word: string) => ({
  'brand.json': JSON.stringify({ logo: 'mark.png', footer: `Footer ${word}` }),
  'mark.png': logo(word),
  'locales/en.json': JSON.stringify({ document: { sale: `Title ${word}` } }),
})
const withTemplates = (word: string) => ({
  ...folderOf(word),
  'brand.css': `.sum { letter-spacing: ${word.length}px }`,
  'locales/en.json': JSON.stringify({ document: { sale: `Title ${word}` }, own: { care: `Word ${word}` } }),
  'sections/items.html.hbs': `<p>Items ${word} {{own.care}}</p>`,
})

/** Whose page it is, all of it. */
function looksLike(html: string): 'Anna' | 'Bertha' {
  const word = html.includes('Anna') ? 'Anna' : 'Bertha'
  const said = [`Title ${word}`, `Footer ${word}`, logo(word).toString('base64')]
  for (const part of said) expect(html.replaceAll('&#x3D;', '=')).toContain(part)
  expect(html).not.toContain(word === 'Anna' ? 'Bertha' : 'Anna')
  return word
}

/** As the admin API does once it has examined the templates, which takes seconds: `templates.test.ts`. */
const save = ({ service }: TestService, settings: MerchantSettings) =>
  saveMerchant(service, 'demo', { name: 'Demo Shop', settings })

async function databaseOf({ config }: TestService) {
  const place = config.databaseUrl ? { url: config.databaseUrl } : { folder: config.dataDir }
  const { db, close } = await openDatabase(place, { allowRunning: true })
  return { db, [Symbol.asyncDispose]: close }
}

beforeEach(() => fill(folderOf('Anna')))

const start = (options: Parameters<typeof startService>[0] = {}) =>
  startService({ withoutWorker: true, settings: { TEMPLATES_DIR: templates }, ...options })
const page = (shop: TestService, id: string, query = '', headers = {}) =>
  shop.ask(shop.receipts(`/${id}/html${query}`), { headers })

// It is drawn from what is stored, the same on either database.
describe('a receipt’s first document', () => {
  let shop: TestService
  beforeAll(async () => {
    shop = await start()
  })
  afterAll(() => shop.stop())

  test('keeps brand, templates, styles and wording, even without their folder', async () => {
    fill(withTemplates('Anna'))
    await save(shop, { templates: 'alder' })
    const first = await shop.create(sale)
    const before = await page(shop, first)
    expect(looksLike(before.text)).toBe('Anna')
    for (const part of ['Items Anna', 'Word Anna', 'letter-spacing:4px']) expect(before.text).toContain(part)
    fill(folderOf('Bertha'))
    expect(looksLike((await page(shop, await shop.create(sale))).text), 'files alone change nothing').toBe('Anna')
    await save(shop, { templates: 'alder' })
    const second = await shop.create(sale)
    rmSync(folder, { recursive: true })

    const later = (await page(shop, second)).text
    expect([looksLike(later), later.includes('<p>Items'), later.includes('letter-spacing:4px')]).toEqual([
      'Bertha',
      false,
      false,
    ])
    expect((await page(shop, first)).text).toBe(before.text)
    expect((await page(shop, first, '?variant=classic')).text).toContain('Items Anna')
    expect((await page(shop, first)).headers.get('counterfoil-document')).toBe('first')
  })

  test('keeps brand, look and paper, but uses other settings as they are today', async () => {
    await save(shop, { brand: { color: '#123456', footer: 'Legal Inc.' }, variant: 'classic', paper: 'roll80' })
    const first = await shop.create(sale)
    const [html, pdf] = [(await page(shop, first)).text, await shop.ask(shop.receipts(`/${first}/pdf`))]
    expect(html).toContain('Legal Inc.')
    await save(shop, { brand: { color: '#8a1c3b' }, locales: { default: 'fr-FR' }, paper: 'letter' })
    expect((await page(shop, first)).text).toBe(html)
    const again = await shop.ask(shop.receipts(`/${first}/pdf`))
    expect([again.headers.get('etag'), again.bytes.length]).toEqual([pdf.headers.get('etag'), pdf.bytes.length])
    const other = await shop.create(sale)
    expect((await page(shop, other)).text).toContain('#8a1c3b')
    expect((await page(shop, other)).headers.get('content-language')).toBe('fr-FR')
  })

  test('later and resent mails look like the first, and record their engine', async () => {
    await using mailServer = await startMailServer()
    await using shop = await start({
      withoutWorker: false,
      settings: { TEMPLATES_DIR: templates, SMTP_URL: mailServer.url, MAIL_FROM: 'receipts@example.com' },
    })
    await save(shop, { templates: 'alder' })
    const id = await shop.create(sale)
    const [mail] = await mailServer.received(1)
    fill(folderOf('Bertha'))
    await save(shop, { templates: 'alder' })
    rmSync(folder, { recursive: true })
    const body = { customerEmailAddress: 'guest@example.com' }
    expect((await shop.ask(shop.receipts(`/${id}/email`), { method: 'POST', body })).status).toBe(202)
    const again = (await mailServer.received(2)).at(-1)
    expect(mail?.html).toContain('Title Anna')
    expect([again?.subject, again?.html, again?.text]).toEqual([mail?.subject, mail?.html, mail?.text])
    await expect
      .poll(async () => (await shop.ask(shop.receipts(`/${id}/deliveries`))).json)
      .toMatchObject([
        { kind: 'receipt', engineVersion },
        { kind: 'resend', engineVersion },
      ])
  })

  test('keeps the original wording in the PDF', async () => {
    await save(shop, { templates: 'alder' })
    const id = await shop.create(sale)
    const pdf = await shop.ask(shop.receipts(`/${id}/pdf`))
    fill(folderOf('Bertha'))
    await save(shop, { templates: 'alder' })
    const [again, other] = await Promise.all(
      [id, await shop.create(sale)].map(each => shop.ask(shop.receipts(`/${each}/pdf`))),
    )
    expect(Buffer.from(again!.bytes).equals(Buffer.from(pdf.bytes))).toBe(true)
    expect(Buffer.from(other!.bytes).equals(Buffer.from(pdf.bytes))).toBe(false)
  })

  test('changes the ETag exactly when the document’s sources change', async () => {
    await save(shop, { templates: 'alder' })
    const id = await shop.create(sale)
    const etag = (await page(shop, id)).headers.get('etag') ?? ''
    fill(folderOf('Bertha'))
    await save(shop, { templates: 'alder', markCopies: true })
    const known = await page(shop, id, '', { 'if-none-match': etag })
    expect([known.status, known.headers.get('etag')]).toEqual([304, etag])
    const otherEtags = await Promise.all(
      [`/${id}/html?variant=gift`, `/${id}/pdf?paper=a4`, `/${id}/pdf?paper=roll80`].map(
        async path => (await shop.ask(shop.receipts(path))).headers.get('etag') ?? '',
      ),
    )
    expect(new Set([etag, ...otherEtags]).size).toBe(4)

    // A receipt from before appearances were kept is drawn with the merchant's look of today, so it changes with that.
    await using database_ = await databaseOf(shop)
    const { db } = database_
    await db.updateTable('receipts').set({ merchant_version: 0 }).where('id', '=', id).execute()
    const todays = await page(shop, id, '', { 'if-none-match': etag })
    expect([todays.status, looksLike(todays.text)]).toEqual([200, 'Bertha'])
    expect(todays.headers.get('counterfoil-document')).toBe('anew; appearance="current"')
    await save(shop, { brand: { color: '#246824' } })
    const later = await page(shop, id, '', { 'if-none-match': todays.headers.get('etag') ?? '' })
    expect([later.status, later.text.includes('#246824')]).toEqual([200, true])
  })

  test('redraws a receipt that other code drew, and says so', async () => {
    await using shop = await start()
    await save(shop, { templates: 'alder' })
    const id = await shop.create(sale)
    fill(folderOf('Bertha'))
    await save(shop, { templates: 'alder' })
    await using database_ = await databaseOf(shop)
    const { db } = database_
    expect((await page(shop, id)).headers.get('counterfoil-document')).toBe('first')
    const [version] = engineVersion.split('+')
    let by = ''
    // The same version draws otherwise if its hash does, or if it had none yet.
    for (const first of [`${version}+000000000000`, version, '0.1.0']) {
      await db.updateTable('receipts').set({ engine_version: first }).where('id', '=', id).execute()
      const anew = await page(shop, id)
      expect(looksLike(anew.text)).toBe('Anna')
      by = `anew; engine="${engineVersion}"; first-engine="${first}"`
      expect(anew.headers.get('counterfoil-document')).toBe(by)
      expect((await shop.ask(shop.receipts(`/${id}`))).json.engineVersion).toBe(first)
    }

    // What that version took and this one cannot compile.
    const old = { folder: { files: { 'sections/items.html.hbs': '{{#with gone}}' } } }
    await db
      .updateTable('appearances')
      .set({ content: JSON.stringify(old) })
      .where('hash', '=', await hashOf(id))
      .execute()
    await using other = await restarted(shop)
    const replaced = await other.ask(shop.receipts(`/${id}/html`))
    expect([replaced.status, looksLike(replaced.text)]).toEqual([200, 'Bertha'])
    expect(replaced.headers.get('counterfoil-document')).toBe(`${by}; appearance="current"`)

    async function hashOf(receiptId: string) {
      const row = await db
        .selectFrom('receipts')
        .innerJoin('merchant_versions', join =>
          join
            .onRef('merchant_versions.merchant_id', '=', 'receipts.merchant_id')
            .onRef('merchant_versions.version', '=', 'receipts.merchant_version'),
        )
        .select('appearance')
        .where('receipts.id', '=', receiptId)
        .executeTakeFirstOrThrow()
      return row.appearance
    }
  })

  test('does not change after a restart', async () => {
    await using shop = await start()
    await save(shop, { templates: 'alder' })
    const id = await shop.create(sale)
    const before = await page(shop, id)
    fill(folderOf('Bertha'))
    await using other = await restarted(shop)
    const created = await other.create(sale)
    const pages = await Promise.all([id, created].map(each => other.ask(other.receipts(`/${each}/html`))))
    expect(pages[0]?.text).toBe(before.text)
    expect(pages[0]?.headers.get('etag')).toBe(before.headers.get('etag'))
    expect(looksLike(pages[1]?.text ?? '')).toBe('Anna')
  })
})

describe.each(fewDatabases)('appearances, on %s', database => {
  test('that are equal are stored once, and deleted when their last receipt is erased', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z')
    await using shop = await start({ database, now: () => now })
    now += 2 * day
    await using database_ = await databaseOf(shop)
    const { db } = database_
    const hashes = async () => (await db.selectFrom('appearances').select('hash').execute()).map(({ hash }) => hash)
    const eraseExpired = createRetention(shop.service)
    const forget = async () => {
      await eraseExpired()
      return forgetAppearances(shop.service.db, shop.service.now())
    }
    const [plain] = await hashes()
    await save(shop, { templates: 'alder', retentionDays: 30 })
    const annas = (await hashes()).find(hash => hash !== plain)
    now += 2 * day
    const first = await shop.create(sale)
    await shop.create(sale)
    await save(shop, { templates: 'alder', retentionDays: 31 })
    await save(shop, { templates: 'alder', retentionDays: 30 })
    await shop.create(sale)
    expect((await hashes()).toSorted()).toEqual([plain, annas].toSorted())

    fill(folderOf('Bertha'))
    now += 10 * day
    await save(shop, { templates: 'alder', retentionDays: 30 })
    now += 2 * day
    const second = await shop.create(sale)
    const berthas = (await hashes()).find(hash => hash !== plain && hash !== annas)
    expect(await forget(), 'the plain look had no receipt').toBe(1)
    expect(looksLike((await page(shop, first)).text)).toBe('Anna')

    now += 25 * day
    expect(await forget(), 'those of Anna are erased').toBe(1)
    expect(await hashes()).toEqual([berthas])
    expect((await page(shop, first)).status).toBe(404)
    expect(looksLike((await page(shop, second)).text)).toBe('Bertha')

    now += 100 * day
    expect(await forget(), 'the look in use stays, without any receipt').toBe(0)
    expect(looksLike((await page(shop, await shop.create(sale))).text)).toBe('Bertha')
  })

  test('that are new stay, though no receipt has them yet', async () => {
    await using shop = await start({ database })
    await save(shop, { brand: { color: '#123456' } })
    await save(shop, { brand: { color: '#8a1c3b' } })
    await using database_ = await databaseOf(shop)
    const { db } = database_
    expect(await forgetAppearances(shop.service.db, shop.service.now())).toBe(0)
    expect(await db.selectFrom('merchant_versions').selectAll().execute()).toHaveLength(3)
  })

  test('are given to an older merchant at first use, once for all processes', async () => {
    await using shop = await start({ database })
    await save(shop, { templates: 'alder' })
    const id = await shop.create(sale)
    await using database_ = await databaseOf(shop)
    const { db } = database_
    const merchant = (await findMerchant(shop.service.db, 'demo'))!
    await db.deleteFrom('merchant_versions').execute()
    await db.deleteFrom('appearances').execute()
    // Processes of their own: what one knows, the other must look up.
    const others = mkdtempSync(join(templates, 'others-'))
    fill(folderOf('Bertha'), join(others, 'alder'))
    const processes = [templates, others, templates, others].map(templatesDir => {
      return { db: db.withoutPlugins(), now: Date.now, templatesDir }
    })
    const hashIn = async (templatesDir: string) =>
      takeAppearance(merchant.settings, await chosenFolder({ db, templatesDir }, merchant)).hash
    const [annas, berthas] = [await hashIn(templates), await hashIn(others)]
    const all = await Promise.all(processes.map(each => appearanceOfMerchant(each, merchant)))
    expect(all).toEqual(all.map(() => all[0]))
    expect([annas, berthas]).toContain(all[0])
    expect(await db.selectFrom('merchant_versions').select('appearance').execute()).toEqual([{ appearance: all[0] }])
    await using other = await restarted(shop)
    const shown = looksLike((await other.ask(shop.receipts(`/${id}/html`))).text)
    expect(shown).toBe(all[0] === annas ? 'Anna' : 'Bertha')
  })
})

/** Another process's view of the same data: a service opened anew once the first is closed. */
async function restarted(shop: TestService) {
  await shop.service.close()
  const service = await openService(shop.config, openLog('silent'), { withoutWorker: true })
  const client = createClient(await service.listen())
  return { ...client, [Symbol.asyncDispose]: () => service.close() }
}
