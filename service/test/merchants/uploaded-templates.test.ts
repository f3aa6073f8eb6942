import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { thorough } from '../../../test/support/scope.ts'
import { maxUpload } from '../../src/merchants/templates/upload.ts'
import { keepVersion } from '../../src/merchants/templates/versions.ts'
import { startMailServer } from '../support/mail-server.ts'
import { adminToken, databases, longTest, receipt, startService, type TestService } from '../support/service.ts'
import { person, type Visitor } from '../support/visitors.ts'

const foot = 'sections/footer.html.hbs'
const base64 = (text: string) => Buffer.from(text).toString('base64')
const files = (given: Record<string, string>) => ({
  files: Object.entries(given).map(([path, text]) => ({ path, content: base64(text) })),
})
/** What says a word in the receipt's title, which takes less than a template: its styles needn't be worked out again. */
const words = (title: string) => ({ 'locales/en.json': JSON.stringify({ document: { sale: title } }) })
/** As if it had been uploaded and examined. */
const examined = (given: Record<string, string>) => ({ content: { files: given }, findings: [], files: 1, bytes: 0 })
const zip = (given: Record<string, string>) => ({
  zip: Buffer.from(
    zipSync(Object.fromEntries(Object.entries(given).map(([path, text]) => [path, Buffer.from(text)]))),
  ).toString('base64'),
})
const ofFirst = zip({ [foot]: '<p>Of the first upload, {{title}}</p>' })

describe.each(databases)('templates that a merchant uploads, on %s', database => {
  let shop: TestService
  let owner: Visitor
  beforeAll(async () => {
    shop = await startService({ database, withoutWorker: true })
    owner = await person(shop, 'admin')
  })
  afterAll(() => shop.stop())

  const admin = (method: string, path: string, body?: unknown) =>
    shop.ask(`/admin/merchants/demo${path}`, {
      method,
      body,
      credentials: null,
      headers: { authorization: `Bearer ${adminToken}` },
    })
  const shown = async (id: string) => (await shop.ask(shop.receipts(`/${id}/html`))).text
  const publish = (number: number) => owner.ask(`/templates/${number}/publish`, { method: 'POST', body: {} })

  // What a database does for it is in the next tests, and for mails.
  longTest(database)(
    'are checked, previewed, published and rolled back; receipts keep those they were accepted with',
    async () => {
      const before = await shop.create(receipt())
      const first = await owner.ask('/templates', { body: ofFirst })
      expect(first).toMatchObject({
        status: 201,
        json: { number: 1, files: 1, errors: 0, isPublished: false },
      })
      expect(await shown(before)).not.toContain('first upload')

      const preview = await owner.ask('/templates/1/preview?sample=cafe.ar')
      expect(preview.text).toContain('Of the first upload')
      expect(preview.text).toContain('dir="rtl"')
      expect(preview.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
      expect((await owner.ask('/templates/1/preview?as=text')).headers.get('content-type')).toBe(
        'text/plain; charset=utf-8',
      )

      expect((await publish(1)).json).toMatchObject({ number: 1, isPublished: true, publishedAt: expect.any(String) })
      const during = await shop.create(receipt())
      expect(await shown(during)).toContain('Of the first upload')
      expect(await shown(before)).not.toContain('first upload')

      const kept = examined(words('Of the second upload'))
      await keepVersion(shop.service.db, 'demo', kept, { at: Date.now(), by: 'root' })
      expect((await admin('POST', '/templates/2/publish')).status).toBe(200)
      // Saving settings keeps them.
      expect((await admin('PUT', '', { name: 'Demo Shop', settings: { paper: 'roll80' } })).json).toMatchObject({
        publishedTemplates: 2,
      })
      const later = await shop.create(receipt())
      expect(await shown(later)).toContain('Of the second upload')
      expect(await shown(during)).toContain('Of the first upload')

      await publish(1)
      expect(await shown(await shop.create(receipt()))).toContain('Of the first upload')
      expect((await owner.ask('/templates')).json.versions).toMatchObject([
        { number: 2, isPublished: false, publishedAt: expect.any(String) },
        { number: 1, isPublished: true },
      ])
      expect((await owner.ask('/published-templates', { method: 'DELETE' })).status).toBe(204)
      expect(await shown(await shop.create(receipt()))).not.toContain('upload')
      expect(await shown(during)).toContain('Of the first upload')
    },
  )

  test('with errors say where, and are not published', async () => {
    const { status, json } = await owner.ask('/templates', {
      body: files({ [foot]: '<p>{{title}}</p>\n<p>{{titel}}</p>', 'sections/lost.html.hbs': 'x' }),
    })
    expect(status).toBe(201)
    expect(json.findings).toContainEqual({
      ...{ severity: 'error', file: foot, line: 2, column: 6 },
      ...{ message: expect.stringContaining('titel'), advice: expect.stringMatching(/\S/) },
    })
    expect(json).toMatchObject({ errors: 1 })
    expect(json.warnings).toBeGreaterThan(0)
    const refused = await publish(json.number)
    expect(refused.status).toBe(422)
    expect(refused.json.errors.templates[0].message).toMatch(`${foot}:2:6: `)
    expect((await owner.ask(`/templates/${json.number}`)).json.findings).toEqual(json.findings)
  })

  test.each([
    [
      'a folder that no engine opens',
      files({ 'brand.json': '{ "colour": "red" }' }),
      /^brand\.json: there is no "colour"/,
    ],
    [
      'a template that is too large',
      files({ [foot]: 'x'.repeat(65_537) }),
      /^sections\/footer\.html\.hbs: is larger than 64 KB/,
    ],
    ['a logo that is outside', files({ 'brand.json': '{ "logo": "../../secret.png" }' }), /outside the folder/],
    ['a way out', files({ '../../x.hbs': 'x' }), /must not lead out of the folder/],
    ['no zip file', { zip: base64('hello') }, /must be a zip file/],
  ])('%s is refused, and leaves nothing on the disk', async (_, body, says) => {
    // Beside those of other test files.
    const uploads = () => readdirSync(tmpdir()).filter(name => name.startsWith('counterfoil-upload-'))
    const before = uploads()
    const { status, json } = await owner.ask('/templates', { body })
    expect(status).toBe(422)
    expect(json.errors.templates[0].message).toMatch(says)
    expect(json.errors.templates[0].message).not.toContain(tmpdir())
    await expect.poll(() => uploads().filter(name => !before.includes(name))).toEqual([])
    expect(existsSync('/x.hbs')).toBe(false)
  })

  test('are at most 6 MiB, and the newest 20 are kept besides the published one', async () => {
    const { status } = await owner.ask('/templates', { body: { zip: 'A'.repeat(maxUpload.body) } })
    expect(status).toBe(413)
    await shop.service.db.deleteFrom('template_versions').execute()
    const { db } = shop.service
    const empty = examined({ 'brand.css': '' })
    for (let at = 1; at <= 25; at++) {
      await keepVersion(db, 'demo', empty, { at, by: 'root' })
      if (at === 2) expect((await publish(2)).status).toBe(200)
    }
    const kept = (await owner.ask('/templates')).json.versions.map(({ number }: { number: number }) => number)
    expect(kept).toEqual([...Array.from({ length: 20 }, (_, at) => 25 - at), 2])
    await owner.ask('/published-templates', { method: 'DELETE' })
    const both = await Promise.all([26, 27].map(at => keepVersion(db, 'demo', empty, { at, by: 'root' })))
    expect(both.map(({ number }) => number).sort()).toEqual([26, 27])
  })

  test('only of their own merchant, and only for administrators', async () => {
    const stranger = await person(shop, 'admin', 'demo')
    const manager = await person(shop, 'manager')
    expect((await manager.ask('/templates')).status).toBe(403)
    expect((await manager.ask('/templates', { body: files({ [foot]: 'x' }) })).status).toBe(403)
    for (const number of ['0', '99', 'x', '1e0', '__proto__'])
      expect((await stranger.ask(`/templates/${number}`)).status).toBe(404)
  })
})

test('mails have the templates that their receipts were accepted with, whatever is published by then', async () => {
  await using mailServer = await startMailServer()
  // On another database than what takes longest above.
  await using shop = await startService({ database: databases.at(-1)!, settings: { SMTP_URL: mailServer.url } })
  const owner = await person(shop, 'admin')
  const publish = async (title: string) => {
    const { number } = await keepVersion(shop.service.db, 'demo', examined(words(title)), {
      at: Date.now(),
      by: 'root',
    })
    expect((await owner.ask(`/templates/${number}/publish`, { method: 'POST', body: {} })).status).toBe(200)
  }
  const sell = () => shop.create(receipt({ receiptType: 'DigitalOnly', customer: { emailAddress: 'ada@example.com' } }))
  await publish('Of the first upload')
  // Held back until others are published.
  const admin = (path: string, method: string, body?: unknown) =>
    shop.ask(`/admin${path}`, { method, body, credentials: null, headers: { authorization: `Bearer ${adminToken}` } })
  const { json: held } = await admin('/pauses', 'POST', { merchantId: 'demo', reason: 'New templates' })
  await sell()
  await publish('Of the second upload')
  await sell()
  await admin(`/pauses/${held.id}`, 'DELETE')
  const mails = await mailServer.received(2)
  const said = mails.map(({ html = '' }) => /Of the \w+ upload/.exec(html)?.[0])
  expect(said.sort()).toEqual(['Of the first upload', 'Of the second upload'])
})

test('where the operator forbids it, nobody brings templates through the console', async () => {
  await using shop = await startService({ withoutWorker: true, settings: { TEMPLATE_UPLOADS: 'off' } })
  const owner = await person(shop, 'admin')
  const admin = (path: string, body?: unknown) =>
    shop.ask(`/admin/merchants/demo${path}`, {
      ...{ method: 'POST', body, credentials: null, headers: { authorization: `Bearer ${adminToken}` } },
    })
  expect((await owner.ask('/session')).json.templateUploads).toBe(false)
  expect((await owner.ask('/templates', { body: ofFirst })).status).toBe(403)
  expect((await owner.ask('/templates')).json.versions).toEqual([])
  expect((await admin('/templates', ofFirst)).json).toMatchObject({ number: 1, uploadedBy: 'ADMIN_TOKEN' })
  expect((await owner.ask('/templates/1/preview?as=text')).status).toBe(200)
  expect((await owner.ask('/templates/1/publish', { method: 'POST', body: {} })).status).toBe(403)
  expect((await admin('/templates/1/publish')).status).toBe(200)
  expect((await owner.ask('/published-templates', { method: 'DELETE' })).status).toBe(204)
  const trail = await shop.service.db.selectFrom('audit_entries').select(['actor', 'action']).execute()
  expect(trail.filter(({ action }) => action === 'uploadTemplates')).toEqual([
    { actor: 'ADMIN_TOKEN', action: 'uploadTemplates' },
  ])
})

describe('templates without end', () => {
  const each = (depth: number, inside = ''): string =>
    depth === 0 ? inside : `{{#each @root.items.groups}}{{#each items}}${each(depth - 1, inside)}{{/each}}{{/each}}`

  test('are ended where they are examined, and nobody else waits', async () => {
    await using shop = await startService({ withoutWorker: true, examineBudgetMs: 1000 })
    const owner = await person(shop, 'admin')
    const uploading = owner.ask('/templates', { body: files({ [foot]: each(4, '{{name}} {{name}} {{name}}') }) })
    const created = await timesWhile(uploading, () => shop.create(receipt()))
    const { status, json } = await uploading
    expect([status, json.errors]).toEqual([
      422,
      { templates: [{ code: 'template', message: 'take too long to fill' }] },
    ])
    expect(created).toBeGreaterThan(2)
  })

  // What they print takes long whenever they are published: here, the thread itself plays it.
  test('cost only the receipts that they draw', async () => {
    const jobs = new URL('../support/slow-jobs.ts', import.meta.url)
    await using shop = await startService({ withoutWorker: true, jobs, settings: { RECEIPT_BUDGET_MS: '1000' } })
    const owner = await person(shop, 'admin')
    const before = await shop.create(receipt({ header: 'endless draw' }))
    const { number } = await keepVersion(shop.service.db, 'demo', examined(words('Sale')), {
      at: Date.now(),
      by: 'root',
    })
    expect((await owner.ask(`/templates/${number}/publish`, { method: 'POST', body: {} })).status).toBe(200)
    const drawing = shop.ask(shop.receipts(`/${await shop.create(receipt({ header: 'endless draw' }))}/html`))
    const created = await timesWhile(drawing, () => shop.create(receipt()))
    expect((await drawing).status).toBe(422)
    expect(created).toBeGreaterThan(2)
    expect((await shop.ask(shop.receipts(`/${before}/html`))).status).toBe(200)
  })

  thorough('that pass with the samples cost only the receipts for which they have none', async () => {
    await using shop = await startService({ withoutWorker: true, settings: { RECEIPT_BUDGET_MS: '3000' } })
    const owner = await person(shop, 'admin')
    const withoutEnd = `<p>{{title}} {{#if extra.stocktaking}}${each(3, '{{#unless name}}!{{/unless}}')}{{/if}}</p>`
    const version = examined({ [foot]: withoutEnd })
    const { number } = await keepVersion(shop.service.db, 'demo', version, { at: Date.now(), by: 'root' })
    expect((await owner.ask(`/templates/${number}/publish`, { method: 'POST', body: {} })).status).toBe(200)
    const items = Array.from({ length: 2000 }, (_, at) => ({ name: `Screw ${at}`, total: 1 }))
    const [long, short] = [
      await shop.create(receipt({ items, grandAmount: 2000, stocktaking: 'yes' })),
      await shop.create(receipt()),
    ]
    const drawing = shop.ask(shop.receipts(`/${long}/html`))
    const created = await timesWhile(drawing, () => shop.create(receipt()))
    expect((await drawing).status).toBe(422)
    expect(created).toBeGreaterThan(2)
    expect((await shop.ask(shop.receipts(`/${short}/html`))).status).toBe(200)
  })
})

/** How often something is done while something else is: once, if it has to wait for that. */
async function timesWhile(other: Promise<unknown>, work: () => Promise<unknown>): Promise<number> {
  let isOver = false
  void other.finally(() => {
    isOver = true
  })
  let times = 0
  for (; !isOver; times++) {
    await work()
    // Work without a pause would take the CPU that the other needs.
    await pause(100)
  }
  return times
}
