import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '../src/basics/monitoring/log.ts'
import { merchantCommand } from '../src/commands/merchant-commands.ts'
import { openLenientPrinter } from '../src/merchants/printing.ts'
import { ask } from './doctor/ask.ts'
import { startMailServer, until } from './support/mail-server.ts'
import { adminToken, receipt, startService, type TestService } from './support/service.ts'

/** Letters that no font of any npm package here has. */
const georgian = 'თბილისი'
const missing = /lack(s)? letters of Georgian, which no installed font has\./

const templates = mkdtempSync(join(tmpdir(), 'counterfoil-fonts-'))
const logged: string[] = []
let mailServer: Awaited<ReturnType<typeof startMailServer>>
let shop: TestService
beforeAll(async () => {
  mkdirSync(join(templates, 'tbilisi/locales'), { recursive: true })
  writeFileSync(join(templates, 'tbilisi/locales/ka.json'), JSON.stringify({ totals: { grand: 'სულ' } }))
  mailServer = await startMailServer()
  shop = await startService({
    settings: { TEMPLATES_DIR: templates, SMTP_URL: mailServer.url },
    log: openLog('warn', { write: line => void logged.push(line) }),
  })
})
afterAll(async () => {
  await shop.stop()
  await mailServer.stop()
  rmSync(templates, { recursive: true })
})

const save = (id: string, settings: unknown) =>
  shop.ask(`/admin/merchants/${id}`, {
    method: 'PUT',
    credentials: null,
    headers: { authorization: `Bearer ${adminToken}` },
    body: { name: 'Demo Shop', settings },
  })

test('a merchant whose languages need a font that isn’t installed is saved with a warning', async () => {
  const { status, json } = await save('tbilisi', { templates: 'tbilisi' })
  expect([status, json.warning]).toEqual([200, expect.stringMatching(/^PDFs in ka-GE lack letters of Georgian, /)])
  expect(json.warning).toContain('FONTS_DIR')
  expect(logged.filter(line => JSON.parse(line).merchantId === 'tbilisi').length).toBe(1)
  expect((await save('plain', {})).json.warning).toBe(undefined)
})

test('by the command, too, beside its answer', async () => {
  const said = { stdout: '', stderr: '' }
  const output = {
    stdout: { write: (text: string) => (said.stdout += text) },
    stderr: { write: (text: string) => (said.stderr += text) },
  }
  const environment = { DATA_DIR: shop.config.dataDir, TEMPLATES_DIR: templates }
  expect(await merchantCommand(['save', 'tbilisi'], environment, output)).toBe(0)
  expect(said.stderr).toMatch(/lack letters of Georgian, /)
  expect(JSON.parse(said.stdout)).toMatchObject({ id: 'tbilisi', version: 2 })
})

test('a PDF that lacks letters is counted by script and logged once per merchant, and its mail has it nevertheless', async () => {
  await save('demo', { attachPdf: true })
  const before = logged.length
  const id = await shop.create(receipt({ items: [{ name: georgian }] }))
  await until(async () => (await shop.ask(shop.receipts(`/${id}/deliveries`))).json[0].status === 'sent')
  expect(mailServer.mails.at(-1)?.source).toContain('application/pdf')
  expect((await shop.ask(shop.receipts(`/${id}/pdf`))).status).toBe(200)
  const metrics = (await shop.ask('/metrics', { credentials: null })).text
  expect(metrics).toContain('counterfoil_missing_glyphs_total{script="Geor"} 2')
  expect(metrics).toContain('counterfoil_pdf_failures_total 0')
  const lines = logged.slice(before)
  expect(lines.join('')).not.toContain('თბ')
  expect(lines.map(line => JSON.parse(line))).toEqual([
    expect.objectContaining({ merchantId: 'demo', code: 'Geor', msg: expect.stringMatching(missing) }),
  ])
})

test('the doctor names what the merchants’ words and the newest receipts need', async () => {
  const found = await ask('fonts', { DATA_DIR: shop.config.dataDir })
  expect(found).toMatchObject({ state: 'warn', mend: expect.stringContaining('FONTS_DIR') })
  expect(found?.says).toContain('PDFs in ka-GE lack letters of Georgian')
  expect(found?.says).toContain('New receipts have letters of Georgian')
  expect(await ask('fonts', {})).toEqual({
    check: 'fonts',
    state: 'ok',
    says: 'The fonts have all letters of the languages.',
  })
})

test('FONTS_DIR must have fonts, and adds their letters', async () => {
  const signs = (folder?: string) => openLenientPrinter({ ...(folder && { fontsDir: folder }) }).missingScripts('⌂')
  const liberation = join(dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json'))), 'standard_fonts')
  expect([signs(), signs(liberation)]).toEqual([['Zyyy'], []])
  const settings = { DATA_DIR: join(templates, 'data'), FONTS_DIR: templates }
  expect(await ask('fonts', settings)).toMatchObject({
    state: 'fail',
    says: `FONTS_DIR: ${templates} has no TTF or OTF files; give a folder that does.`,
  })
  await expect(startService({ settings })).rejects.toThrow(/^FONTS_DIR: .* has no TTF or OTF files/)
})
