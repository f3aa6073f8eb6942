import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { thorough } from '../../test/support/scope.ts'
import { openLog } from '../src/basics/monitoring/log.ts'
import { merchantCommand } from '../src/commands/merchant-commands.ts'
import { saveMerchant } from '../src/merchants/merchants.ts'
import { trySettings } from '../src/merchants/templates/try-settings.ts'
import { adminToken, receipt, startService, type TestService } from './support/service.ts'

const templates = mkdtempSync(join(tmpdir(), 'counterfoil-templates-'))
const foot = 'sections/footer.html.hbs'
const logged: string[] = []

function writeFolder(name: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(templates, name, path)), { recursive: true })
    writeFileSync(join(templates, name, path), text)
  }
}

let shop: TestService
beforeAll(async () => {
  shop = await startService({
    withoutWorker: true,
    settings: { TEMPLATES_DIR: templates },
    log: openLog('warn', { write: line => void logged.push(line) }),
  })
})
afterAll(async () => {
  await shop.stop()
  rmSync(templates, { recursive: true })
})

const save = (settings: unknown) =>
  shop.ask('/admin/merchants/demo', {
    method: 'PUT',
    credentials: null,
    headers: { authorization: `Bearer ${adminToken}` },
    body: { name: 'Demo Shop', settings },
  })

describe('a template folder is checked before it is saved', () => {
  test('again whenever its content changed, whatever was found before', async () => {
    const statuses: number[] = []
    for (const template of ['<p>As checked</p>', '<p>{{titel}}</p>', '<p>As checked</p>']) {
      writeFolder('mended', { [foot]: template })
      statuses.push((await save({ templates: 'mended' })).status, (await save({ templates: 'mended' })).status)
    }
    expect(statuses).toEqual([200, 200, 422, 422, 200, 200])
    writeFolder('mended', { 'brand.json': '{ "colour": "red" }', [foot]: '<p>As checked</p>' })
    expect((await save({ templates: 'mended' })).status).toBe(422)
  })

  test.each([
    ['that the lint finds', '<p>{{loyalty.number}}</p>', `${foot}:1:6: `],
    [
      'that shows when it is filled',
      '{{!-- lint-allow maybe-absent --}}\n<p>{{heading.outcome}}</p>',
      `${foot}:2:6: {{heading.outcome}}`,
    ],
    ['of a torn element', '{{#if lang}}<b>{{else}}<b>{{/if}}{{title}}</b>', `${foot}:1:13: <b>`],
  ])('rejects a mistake %s with its place and advice', async (_, template, said) => {
    writeFolder('wrong', { [foot]: template })
    const { status, json } = await save({ templates: 'wrong' })
    expect(status).toBe(422)
    expect(json.errors['settings.templates'][0]).toEqual({ code: 'template', message: expect.stringContaining(said) })
    expect(json.errors['settings.templates'][0].message).toMatch(/; \S/)
  })

  test('and what is saved is what was checked, though the folder changes in between', async () => {
    // Their content is known from the test before.
    writeFolder('moving', { [foot]: '<p>As checked</p>' })
    const input = { name: 'Demo Shop', settings: { templates: 'moving' } }
    const { appearance } = await trySettings(shop.service, { id: 'demo', ...input })
    writeFolder('moving', { [foot]: '<p>Not checked</p>' })
    await saveMerchant(shop.service, 'demo', input, { appearance, publishedTemplates: undefined })
    const id = await shop.create(receipt({ receiptType: 'PaperOnly' }))
    expect((await shop.ask(shop.receipts(`/${id}/html`))).text).toContain('<p>As checked</p>')
  })

  thorough('by the command, too', async () => {
    writeFolder('wrong', { [foot]: '<p>{{heading.stroe}}</p>' })
    writeFileSync(join(templates, 'settings.json'), JSON.stringify({ templates: 'wrong' }))
    let output = ''
    const args = ['save', 'demo', '--name', 'Demo', '--settings', join(templates, 'settings.json')]
    const environment = { DATA_DIR: shop.config.dataDir, TEMPLATES_DIR: templates }
    const collected = { write: (text: string) => (output += text) }
    expect(await merchantCommand(args, environment, { stdout: collected, stderr: collected })).toBe(1)
    expect(output).toContain(`settings.templates: ${foot}:1:6: `)
    expect(output).toContain('did you mean')
  })
})

test('a missed template mistake leaves a gap, is counted, and logged once', async () => {
  writeFolder('later', { [foot]: '<p>On paper: {{heading.copy}}!</p>' })
  await saveMerchant(shop.service, 'demo', { name: 'Demo Shop', settings: { templates: 'later' } })
  const id = await shop.create(receipt({ receiptType: 'PaperOnly' }))
  for (let time = 0; time < 2; time++) {
    const page = await shop.ask(shop.receipts(`/${id}/html`))
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('<p>On paper: !</p>')])
  }
  const metrics = (await shop.ask('/metrics', { credentials: null })).text
  expect(metrics).toContain(`counterfoil_missing_fields_total{file="${foot}",field="heading.copy"} 2`)
  const warnings = logged.filter(line => line.includes('heading.copy')).map(line => JSON.parse(line))
  expect(warnings).toMatchObject([{ merchantId: 'demo', place: `${foot}:1:16 {{heading.copy}}` }])
})

test('a merchant chooses the free text its gift receipts show', async () => {
  const sold = receipt({ receiptType: 'PaperOnly', header: 'Happy holidays!', items: [{ name: 'Scarf' }] })
  const gift = async () => (await shop.ask(shop.receipts(`/${await shop.create(sold)}/html?variant=gift`))).text
  await save({})
  expect(await gift()).not.toContain('Happy holidays!')
  expect((await save({ giftText: ['header'] })).status).toBe(200)
  expect(await gift()).toContain('Happy holidays!')
  expect((await save({ giftText: ['tenders'] })).status).toBe(422)
})

test('a merchant chooses links, data for mail clients and pictures of items', async () => {
  const settings = {
    links: { returns: 'https://alder.example.com/returns?sale={transactionNumber}', call: true },
    structuredData: true,
    pictures: { field: 'imageUrl' },
  }
  const imageUrl = 'https://alder.example.com/scarf.jpg'
  const sold = receipt({ receiptType: 'PaperOnly', items: [{ name: 'Scarf', price: 24, total: 24, imageUrl }] })
  const html = async (id: string) => (await shop.ask(shop.receipts(`/${id}/html`))).text
  await save({})
  const plain = await shop.create(sold)
  expect((await save(settings)).status).toBe(200)
  const full = await html(await shop.create(sold))
  for (const part of ['https://alder.example.com/returns?sale&#x3D;', imageUrl]) {
    expect(full).toContain(part)
    expect(await html(plain)).not.toContain(part)
  }
})

test.each([
  [{ links: { returns: 'https://alder.example.com/{receipt}' } }, 'nothing fills {receipt}'],
  [{ links: { page: 'javascript:alert(1)' } }, 'links.page'],
  [{ pictures: { field: '' } }, 'pictures.field'],
  [{ pictures: { catalog: 'https://alder.example.com/{name}.jpg' } }, 'nothing fills {name}'],
])('links and pictures that cannot work are refused when saved: %j', async (settings, said) => {
  const { status, text } = await save(settings)
  expect(status).toBe(422)
  expect(text).toContain(said)
})
