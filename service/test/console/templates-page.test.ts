import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import type { ElementHandle } from 'puppeteer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createExaminer, type Examiner } from '../../src/merchants/templates/examiner.ts'
import { keepVersion } from '../../src/merchants/templates/versions.ts'
import { screensByLanguage, violationsAt } from '../support/axe.ts'
import { receipt } from '../support/service.ts'
import { type ConsolePage, openConsole } from './open-console.ts'

let desk: ConsolePage
const folder = mkdtempSync(join(tmpdir(), 'counterfoil-page-'))

const foot = 'sections/footer.html.hbs'
const sound = { content: { files: { [foot]: '<p>{{title}}</p>' } }, findings: [], files: 1, bytes: 0 }
const soundZip = zipSync({ mine: { sections: { 'footer.html.hbs': Buffer.from('<p>{{title}}</p>') } } })
const doubt = { severity: 'warning', file: foot, line: 1, column: 1, message: 'no terms', advice: 'add them' } as const

/** Fills no samples with sound templates, which takes seconds: `uploaded-templates.test.ts` does. */
const examineTemplates: Examiner = async (merchantId, sent) =>
  sent.zip === Buffer.from(soundZip).toString('base64')
    ? { ...sound, findings: [doubt] }
    : createExaminer()(merchantId, sent)

beforeAll(async () => {
  desk = await openConsole({ withoutWorker: true, examineTemplates })
  await desk.shop.create(receipt())
  await desk.enter('/settings/templates', 'admin')
  await desk.page.waitForSelector('input[type=file]')
})
afterAll(async () => {
  await desk[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

const file = (name: string, content: string | Uint8Array) => {
  mkdirSync(join(folder, name, '..'), { recursive: true })
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const says = (words: string) => expect.poll(() => desk.text('.content')).toContain(words)

async function everywhere(path: string, name: string): Promise<void> {
  const { page } = desk
  for (const screen of screensByLanguage) {
    const { language, scheme, width } = screen
    // From another page, so that nothing is open in it.
    await desk.go('/settings/keys')
    await desk.show(screen, path)
    if (name === 'templates') {
      // What was found in the newest version, then its preview, whose button takes the other's place.
      for (const shown of ['table.stacked', 'iframe.paper']) {
        const button = await page.waitForSelector('.webhook .buttons button')
        await button?.evaluate(each => (each as HTMLButtonElement).click())
        await page.waitForSelector(shown)
      }
    }
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect([language, scheme, width, over, await violationsAt(width, page)]).toEqual([language, scheme, width, 0, []])
    if (process.env.SHOTS)
      await page.screenshot({
        path: `${process.env.SHOTS}/${name}-${width}-${language}-${scheme}.png`,
        fullPage: true,
      })
  }
  await page.evaluate(() => localStorage.setItem('counterfoil-language', 'en-US'))
  await page.emulateMediaFeatures([])
  await desk.open(path)
}

test('with the keyboard alone, templates are checked, previewed, published, rolled back and withdrawn', async () => {
  const { page, press, text } = desk
  const zip = file('mine.zip', soundZip)
  const [zipField, folderField] = (await page.$$('input[type=file]')) as ElementHandle<HTMLInputElement>[]
  // The fields are reached by key; which file is chosen there is the browser's dialog.
  await page.focus('.tabs a:last-child')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).accept)).toContain('.zip')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).webkitdirectory)).toBe(true)
  await zipField?.uploadFile(zip)
  await says('Version 1')
  await says(`${foot}:1:1`)
  await says('Warnings: ')

  file(`other/${foot}`, '<p>{{titel}}</p>')
  file('other/.DS_Store', 'x')
  await folderField?.uploadFile(join(folder, 'other'))
  await says('Version 2')
  await says(`${foot}:1:6`)
  await says('Errors: 1')

  await page.focus('button[aria-label="Preview: Version 1"]')
  await page.keyboard.press('Enter')
  const frame = async () => (await (await page.waitForSelector('iframe.paper'))?.contentFrame()) ?? undefined
  await expect
    .poll(async () => (await frame())?.evaluate(() => document.body?.innerText ?? ''))
    .toContain('Forbes Avenue Pharmacy')
  // A frame is in a picture only if it is in the window.
  await page.$eval('iframe.paper', frame => frame.scrollIntoView({ block: 'end' }))
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/templates-mail.png` })
  await press('Text')
  await expect.poll(async () => (await frame())?.url()).toContain('as=text')
  await press('Paper')
  await page.waitForFunction(
    () => ((document.querySelector('img.sheet') as HTMLImageElement | null)?.naturalWidth ?? 0) > 0,
  )
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/templates-paper.png`, fullPage: true })

  await page.focus('button[aria-label="Publish: Version 1"]')
  await page.keyboard.press('Enter')
  await page.waitForSelector('dialog[open]')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await says('Published')
  expect(await text('.content')).not.toContain('Publish: Version 2')
  await everywhere('/settings/templates', 'templates')
  await press('Use no templates of your own')
  await page.waitForSelector('dialog[open]')
  await page.focus('dialog button[type=submit]')
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => !document.querySelector('dialog'))
  await press('Roll back to it: Version 1')
  await page.waitForSelector('dialog[open]')
  await press('Cancel')
  const wrong = file('wrong.zip', 'not a zip file')
  const [again] = (await page.$$('input[type=file]')) as ElementHandle<HTMLInputElement>[]
  await again?.uploadFile(wrong)
  await expect.poll(() => text('.picture .state')).toMatch(/zip file/)
  expect(desk.wrong).toEqual([])
})

test('an offer has a picture and stores', async () => {
  const { page, fill, text } = desk
  await desk.go('/settings/offers')
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAHgAAAA8AgMAAADQw5Y7AAAADFBMVEUfXE307+LWnjx4oIxXF//dAAAA00lEQVR42u3RsQ3CMBCFYRtEQ0OVJVgCRkiRJ8qMEkahRDcFS7BHGrqgQw7GxsndiRIJXvtLny3buf8+HtHRqAuik5HXRGcjb4nIPNo8/OtyZWfsrexRW7kCrFcDki68uQeSLvxYBWR9fnSo+e5OsLM+22hn3Um2qvuYFX0Vc2Paiu5Tri1b0QFL92+5tuynvhk0O+hL5l6xg87MfJFtoNmFzIqNdqw8yPaB43rR7l6Zy68u6MRDpsNuwCRzseskd2XmMreTynenHRxvb9Ahs7lfzQ8TfTFCqTFTdAAAAABJRU5ErkJggg==',
    'base64',
  )
  await fill('Text', 'Tea at half price until Sunday')
  const [field] = (await page.$$('input[type=file]')) as ElementHandle<HTMLInputElement>[]
  await field?.uploadFile(file('tea.png', picture))
  await page.waitForSelector('input[name=width]')
  await page.focus('input[name=width]')
  await page.keyboard.press('Home')
  await page.focus('input[name=stores]')
  await page.keyboard.type('1, 12')
  await page.keyboard.press('Enter')
  await expect.poll(() => text('.cards')).toContain('Tea at half price until Sunday')
  expect(await text('.cards')).toContain('Stores: 1, 12')
  expect(await page.$eval('.cards img', image => [image.naturalWidth, image.width])).toEqual([120, 60])
  expect(await page.$('input[name=width]')).toBeNull()
  await everywhere('/settings/offers', 'offers')
  await page.focus('.cards button')
  await page.keyboard.press('Enter')
  await expect.poll(() => text('.cards')).toContain('No offers')
  expect(desk.wrong).toEqual([])
})

test('where the operator forbids uploads, the page shows what is published, and offers none', async () => {
  await using page = await openConsole({ withoutWorker: true, settings: { TEMPLATE_UPLOADS: 'off' } })
  const { shop } = page
  // As the operator would, by the admin API.
  await keepVersion(shop.service.db, 'demo', sound, { at: Date.now(), by: 'ADMIN_TOKEN' })
  await page.enter('/settings/templates', 'admin')
  await expect.poll(() => page.text('.content')).toContain('Version 1')
  expect(await page.text('.content')).not.toContain('Publish')
  expect(await page.page.$$('input[type=file]')).toEqual([])
  expect(await page.page.$('button[aria-label="Preview: Version 1"]')).not.toBeNull()
  expect(page.wrong).toEqual([])
})
