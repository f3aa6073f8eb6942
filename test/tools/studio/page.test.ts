import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { KeyInput, Page } from 'puppeteer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isExhaustive } from '../../support/scope.ts'
import { openStudioPage, root, type StudioPage } from './open-page.ts'

/** The studio as a person uses it: one page in one browser, from test to test. */
let opened: StudioPage
let page: Page
let folder: string

beforeAll(async () => {
  // Paper is printed and drawn for every change, so only one test shows it.
  opened = await openStudioPage('#panes=phone+text')
  page = opened.page
  folder = opened.folder
})
afterAll(() => opened[Symbol.asyncDispose]())

async function press(...keys: KeyInput[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Waits until the mail on the phone says it. */
async function mailSays(text: string): Promise<void> {
  await page.waitForFunction(
    wanted => {
      const frame = document.querySelector<HTMLIFrameElement>('[data-pane=phone] iframe:not(.coming)')
      return frame?.contentDocument?.body?.textContent?.includes(wanted)
    },
    {},
    text,
  )
}

function textOf(selector: string): Promise<string> {
  return page.$eval(selector, element => element.textContent ?? '')
}

test('selects a receipt and its language by keyboard', async () => {
  await mailSays('Alder & Finch')
  await press('f')
  await page.keyboard.type('hotel')
  await press('Enter')
  await mailSays('The Lantern House Hotel')
  await press('l')
  await page.keyboard.type('canadian french')
  await press('Enter')
  await mailSays('Payé par Mastercard')
  expect(await textOf('[data-pane=text] pre')).toContain('Payé par Mastercard')
  expect(await textOf('.subject')).toMatch(/^Reçu – The Lantern House Hotel/)
})

test('previews languages with arrow keys, and restores on Escape', async () => {
  await press('l')
  await page.keyboard.type('german')
  await press('ArrowDown')
  await page.waitForFunction(() => {
    const frame = document.querySelector<HTMLIFrameElement>('[data-pane=phone] iframe:not(.coming)')
    return frame?.contentDocument?.documentElement.lang.startsWith('de')
  })
  await press('Escape')
  await mailSays('Payé par Mastercard')
  expect(await textOf('#locale-picker .picked')).toBe('Canadian French')
})

test('toggles dark mode with d', async () => {
  const brightness = () =>
    page.$eval('[data-pane=phone] iframe:not(.coming)', frame => {
      const card = (frame as HTMLIFrameElement).contentDocument!.querySelector('.card')!
      const [red] = getComputedStyle(card).backgroundColor.match(/\d+/g)!
      return Number(red)
    })
  expect(await brightness()).toBeGreaterThan(250)
  await press('d')
  await page.waitForSelector('#dark[aria-pressed=true]')
  await expect.poll(brightness).toBeLessThan(50)
  await press('d')
  await expect.poll(brightness).toBeGreaterThan(250)
})

test('replaces images by their alt text with i', async () => {
  const pictures = () =>
    page.$eval('[data-pane=phone] iframe:not(.coming)', frame =>
      [...(frame as HTMLIFrameElement).contentDocument!.querySelectorAll('img')].map(({ naturalWidth, alt }) => ({
        isThere: naturalWidth > 0,
        alt,
      })),
    )
  await expect.poll(pictures).toEqual([{ isThere: true, alt: expect.stringContaining('WHB-26-20931') }])
  await press('i')
  await expect.poll(pictures).toEqual([{ isThere: false, alt: expect.stringContaining('WHB-26-20931') }])
  await press('i')
  await expect.poll(pictures).toMatchObject([{ isThere: true }])
})

test('finds a field by name, and marks its places in mail and text', async () => {
  await press('/')
  await page.keyboard.type('grandamount')
  await press('ArrowDown')
  await page.waitForSelector('button[data-path=grandAmount].marked')
  await page.waitForSelector('[data-pane=phone] .glass .mark')
  const marked = await page.$$eval('[data-pane=text] .marked', places =>
    places.map(place => place.textContent?.replaceAll(/[\u00a0\u202f]/g, ' ')),
  )
  const outcome = 'Payé par Mastercard •••• 8129 · sur un total de 578,40 £'
  expect(new Set(marked)).toEqual(new Set([outcome, '578,40 £']))
  expect(await textOf('#selection')).toContain('{{totals.total.amount}}')
  expect(await boxAndMark('heading.of')).toBeLessThan(5)
})

/** How far, in px of the mail, the nearest mark is from the place. */
function boxAndMark(place: string): Promise<number> {
  return page.$eval(
    '[data-pane=phone] .stage',
    (stage, path) => {
      const document = stage.querySelector('iframe')!.contentDocument!
      const { left, top } = document.querySelector(`[data-view="${path}"]`)!.getBoundingClientRect()
      const marks = [...stage.querySelectorAll<HTMLElement>('.mark')]
      return Math.min(...marks.map(({ offsetLeft, offsetTop }) => Math.hypot(offsetLeft - left, offsetTop - top)))
    },
    place,
  )
}

test('marks the field behind a place that is clicked in the mail', async () => {
  await page.locator('#filter').click({ count: 3 })
  await press('Escape')
  const at = await page.$eval('[data-pane=phone] .stage', stage => {
    const document = stage.querySelector('iframe')!.contentDocument!
    const places = [...document.querySelectorAll('[data-view]')]
    const place = places.find(({ textContent }) => textContent === 'Full breakfast')!
    place.scrollIntoView({ block: 'center' })
    const [inside, outside] = [place.getBoundingClientRect(), stage.getBoundingClientRect()]
    const scale = outside.width / 375
    return { x: outside.left + (inside.left + 4) * scale, y: outside.top + (inside.top + 4) * scale }
  })
  await page.mouse.click(at.x, at.y)
  await page.waitForSelector('button.marked[data-path="items[2].name"]')
  expect(await textOf('#selection')).toContain('comes from')
})

test('moves through the places of a mail with arrow keys', async () => {
  await page.focus('[data-pane=phone] .glass')
  await press('ArrowDown')
  const first = await textOf('#selection')
  await press('ArrowDown', 'ArrowDown')
  expect(first).toContain('{{')
  expect(await textOf('#selection')).not.toBe(first)
})

test('shows a template mistake above the mail until it is fixed', async () => {
  const file = join(folder, 'sections/footer.html.hbs')
  const right = readFileSync(file, 'utf8')
  writeFileSync(file, '<div class="tip">{{own.returns}}</div>\n<div>{{#if footer.thanks}}</div>\n')
  await page.waitForSelector('#fault:not([hidden])')
  expect(await textOf('#fault .where')).toMatch(/^sections\/footer\.html\.hbs:\d+:\d+$/)
  expect(await textOf('#fault .frame')).toContain('<div>{{#if footer.thanks}}</div>')
  await mailSays('The Lantern House Hotel')
  writeFileSync(file, right)
  await page.waitForSelector('#fault[hidden]')
})

test('shows where a missing field is printed, with a suggestion', async () => {
  const file = join(folder, 'sections/footer.html.hbs')
  const right = readFileSync(file, 'utf8')
  writeFileSync(file, '<div class="tip">{{own.returns}}</div>\n<div>{{footer.automtic}}</div>\n')
  await page.waitForFunction(() => document.querySelector('#fault .hint')?.textContent?.includes('footer.automatic'))
  expect(await textOf('#fault .where')).toBe('sections/footer.html.hbs:2:8')
  expect(await textOf('#fault .message')).toContain('{{footer.automtic}} is printed')
  writeFileSync(file, right)
  await page.waitForSelector('#fault[hidden]')
})

test('renders an edited receipt, and shows errors next to their fields', async () => {
  await press('e')
  await page.$eval('#json', field => {
    const text = field as HTMLTextAreaElement
    text.value = text.value.replace('Full breakfast', 'Smoked kippers')
    text.dispatchEvent(new Event('input'))
  })
  await mailSays('Smoked kippers')
  await page.$eval('#json', field => {
    const text = field as HTMLTextAreaElement
    text.value = text.value.replace(/("grandAmount": )[\d.]+/, '$1"much"')
    text.dispatchEvent(new Event('input'))
  })
  await page.waitForSelector('#fault:not([hidden])')
  expect(await textOf('#json-errors')).toMatch(/^grandAmount .*number/)
  await press('Escape')
  await page.waitForSelector('li[data-path=grandAmount] .error')
  expect(await page.$('button[data-path=grandAmount][aria-invalid=true]')).not.toBeNull()
  await mailSays('Smoked kippers')
})

test('renders a dropped receipt in its store’s language', async () => {
  const receipt = readFileSync(join(root, 'fixtures/fuel/receipt.json'), 'utf8')
  await page.evaluate(json => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([json], 'fill-up.json', { type: 'application/json' }))
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }, receipt)
  const { workstation } = JSON.parse(receipt)
  await mailSays(workstation.store.name)
  expect(await textOf('#fixture-picker .picked')).toBe('fill-up.json')
  expect(await textOf('#locale-picker .picked')).toBe("The store's language")
})

test('shows visible papers beside the mail, and marks the clicked field', async () => {
  await press('7')
  await page.waitForSelector('[data-pane=roll58] img.page')
  await page.waitForFunction(() => !document.querySelector('.pane:not([hidden]) .stale'))
  const [wide, high] = await page.$eval('[data-pane=roll58] img.page', element => {
    const { width, height } = element as HTMLImageElement
    return [width, height] as const
  })
  expect(high).toBeGreaterThan(wide)
  expect(await textOf('#status')).toMatch(/58 mm \d/)
  await page.waitForSelector('[data-pane=roll58] .spot[data-view="heading.store"]')
  await page.locator('[data-pane=roll58] .spot[data-view="heading.store"]').click()
  await page.waitForSelector('button.marked[data-path="workstation.store.name"]')
  expect(await page.$('[data-pane=roll58] .spot[data-view="heading.store"].marked')).not.toBeNull()
  await press('7')
  await page.waitForSelector('[data-pane=roll58][hidden]')
})

test('shows what a till prints, on either roll, and anew when the brand is saved', async () => {
  await press('8')
  const picture = '[data-pane=slip] .body:not(.stale) img[alt="Page 1 of 1, Slip"]'
  const size = () =>
    page.$eval(picture, image => [(image as HTMLImageElement).width, (image as HTMLImageElement).height])
  const becomes = (what: 'wider' | 'narrower' | 'longer', [width = 0, height = 0]: number[]) =>
    expect
      .poll(size, { message: what })
      .toSatisfy(([wide = 0, high = 0]: number[]) =>
        what === 'wider' ? wide > width : what === 'narrower' ? wide < width : high > height,
      )
  await page.waitForSelector(picture)
  const first = await size()
  await page.select('[aria-label="Width of the slip"]', 'slip58')
  await becomes('narrower', first)
  expect(page.url()).toContain('slip=slip58')
  const narrow = await size()
  const file = join(folder, 'brand.json')
  const before = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    before.replace('"footer": [', '"footer": ["Open all days but Sunday", "Parking behind the house",'),
  )
  await becomes('longer', narrow)
  writeFileSync(file, before)
  if (isExhaustive) {
    await page.select('[aria-label="Width of the slip"]', 'slip80')
    await becomes('wider', narrow)
  }
  await press('8')
  await page.waitForSelector('[data-pane=slip][hidden]')
})

test('shows one pane alone until Escape', async () => {
  const shown = () => page.$$eval('.pane:not([hidden])', panes => panes.map(pane => pane.getAttribute('data-pane')))
  const before = await shown()
  await page.locator('[data-pane=text] .alone').click()
  expect(await shown()).toEqual(['text'])
  await press('Escape')
  expect(await shown()).toEqual(before)
})

test('saves the mail and the PDF as files', async () => {
  await press('m', 'p')
  const saved = () => readdirSync(opened.downloads).sort()
  await expect.poll(saved, { timeout: 60_000 }).toEqual(['fill-up.a4.pdf', 'fill-up.eml'])
  const [pdf, mail] = saved().map(name => readFileSync(join(opened.downloads, name), 'latin1'))
  expect(mail).toMatch(/^Subject: /m)
  expect(mail).toContain('multipart/alternative')
  expect(pdf).toMatch(/^%PDF-/)
})

test('lists the keys with ?', async () => {
  await press('?' as KeyInput)
  await page.waitForSelector('#help[open]')
  expect(await textOf('#help-keys')).toContain('choose the language')
  await press('Escape')
  await page.waitForSelector('#help:not([open])')
})

test('keeps what is shown in the URL', async () => {
  await page.goto('about:blank')
  await page.goto(`${opened.url}#fixture=cafe.ar&locale=ar&variant=compact&panes=phone+text&dark=`)
  await mailSays('مقهى النخلة')
  expect(await page.$eval('#variants :checked', input => (input as HTMLInputElement).value)).toBe('compact')
  expect(await page.$$eval('.pane:not([hidden])', panes => panes.map(pane => pane.getAttribute('data-pane')))).toEqual([
    'phone',
    'text',
  ])
  expect(await page.$('#dark[aria-pressed=true]')).not.toBeNull()
})

test('reports no errors in the page', () => {
  expect(opened.wrong).toEqual([])
})
