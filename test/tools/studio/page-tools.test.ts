import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'puppeteer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pngLogo } from '../../support/logos.ts'
import { thorough } from '../../support/scope.ts'
import { openStudioPage, type StudioPage } from './open-page.ts'

/** What changes a template folder, and what shows a mail as others see it: one page in one browser, from test to test. */
let opened: StudioPage
let page: Page
const ownFile = (name: string) => join(opened.folder, name)
const brand = () => JSON.parse(readFileSync(ownFile('brand.json'), 'utf8'))
const isBefore = (one: string, other: string) => {
  const { sections } = brand()
  return sections.indexOf(one) < sections.indexOf(other)
}

beforeAll(async () => {
  // Without paper, which is printed and drawn for every change.
  opened = await openStudioPage({}, '#panes=phone+text')
  page = opened.page
  await page.waitForSelector(shownMail)
})
afterAll(() => opened[Symbol.asyncDispose]())

const shownMail = '[data-pane=phone] iframe:not(.coming)'

/** What a function finds in the mail on the phone. */
function inMail<Found>(find: (mail: Document) => Found): Promise<Found> {
  return page.$eval(
    shownMail,
    (frame, source) => new Function('mail', `return (${source})(mail)`)((frame as HTMLIFrameElement).contentDocument),
    find.toString(),
  ) as Promise<Found>
}

/** Sets a control as a person does. */
function set(selector: string, value: string): Promise<void> {
  return page.$eval(
    selector,
    (control, wanted) => {
      ;(control as HTMLInputElement).value = wanted
      for (const name of ['input', 'change']) control.dispatchEvent(new Event(name, { bubbles: true }))
    },
    value,
  )
}

const textOf = (selector: string) => page.$eval(selector, element => element.textContent ?? '')

describe('the mail’s screen', () => {
  const width = () => page.$eval(shownMail, frame => (frame as HTMLIFrameElement).offsetWidth)

  test('takes any width by number, keys or dragging, and keeps it in the URL', async () => {
    await set('[data-pane=phone] .width', '320')
    await expect.poll(width).toBe(320)
    await page.focus('[data-pane=phone] .handle')
    await page.keyboard.press('ArrowRight')
    await expect.poll(width).toBe(321)
    const { x, y } = await page.$eval('[data-pane=phone] .handle', handle => {
      const box = handle.getBoundingClientRect()
      return { x: box.left + box.width / 2, y: box.top + 100 }
    })
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 20, y, { steps: 4 })
    await page.mouse.up()
    await expect.poll(width).toBeGreaterThan(340)
    expect(page.url()).toMatch(/phone=3\d\d/)
    await set('[data-pane=phone] .width', '99999')
    await expect.poll(width).toBe(1200)
    await set('[data-pane=phone] .width', '375')
  })

  test('can be shown at full size in a narrow pane', async () => {
    const scale = () => page.$eval('[data-pane=phone] .stage', stage => stage.getBoundingClientRect().width / 375)
    expect(await scale()).toBeLessThan(1)
    await page.keyboard.press('z')
    await expect.poll(scale).toBe(1)
    await page.keyboard.press('z')
    await expect.poll(scale).toBeLessThan(1)
  })
})

describe('a mail client', () => {
  const lightness = () =>
    inMail(mail => {
      const [red = '0'] = getComputedStyle(mail.querySelector('.card')!).backgroundColor.match(/\d+/g) ?? []
      return Number(red)
    })

  test('without styles shows the mail without its style elements', async () => {
    await page.select('#client', 'plain')
    await expect.poll(() => inMail(mail => mail.querySelectorAll('style').length)).toBe(0)
    expect(await lightness()).toBeGreaterThan(240)
  })

  test('with forced dark mode inverts light backgrounds, but not pictures', async () => {
    await page.select('#client', 'forced')
    await expect.poll(lightness).toBeLessThan(60)
    expect(await inMail(mail => getComputedStyle(mail.querySelector('img')!).filter)).toBe('none')
    expect(await inMail(mail => getComputedStyle(mail.querySelector('.sum')!).color)).toMatch(/^rgb\(2\d\d/)
  })

  test('like Outlook drops rounded corners and padding outside cells', async () => {
    await page.select('#client', 'word')
    await expect.poll(() => inMail(mail => getComputedStyle(mail.querySelector('.card')!).borderRadius)).toBe('0px')
    const paddings = await inMail(mail => [...mail.querySelectorAll('div')].map(div => getComputedStyle(div).padding))
    expect(new Set(paddings)).toEqual(new Set(['0px']))
    expect(await inMail(mail => mail.body.textContent)).not.toContain('96')
    expect(await inMail(mail => getComputedStyle(mail.querySelector('.card')!).fontFamily)).toMatch(/^"?Segoe UI/)
    await page.select('#client', 'sent')
  })
})

describe('the brand', () => {
  test('is changed by controls that write brand.json', async () => {
    await page.locator('#tab-brand').click()
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#brand-color')?.value === '#7a1f3d')
    await set('#brand-color', '#0b4f8a')
    await expect.poll(() => brand().color).toBe('#0b4f8a')
    expect(brand()['//']).toHaveLength(8)
    await expect
      .poll(() => inMail(mail => getComputedStyle(mail.querySelector('.good')!).color))
      .toBe('rgb(11, 79, 138)')
    await set('#brand-corner', '20')
    await expect.poll(() => brand().corner).toBe(20)
    await page.select('#brand-density', 'dense')
    await expect.poll(() => brand().density).toBe('dense')
  })

  thorough('takes a dropped logo, and removes it', async () => {
    const picture = Buffer.from(pngLogo([12, 22, 52, 255])).toString('base64')
    await page.$eval(
      '[data-drop=logo]',
      (zone, base64) => {
        const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File([bytes], 'ours.png', { type: 'image/png' }))
        zone.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
      },
      picture,
    )
    await expect.poll(() => brand().logo).toBe('logo.png')
    await expect
      .poll(() => inMail(mail => mail.querySelector<HTMLImageElement>('img[alt*=logo]')?.naturalWidth))
      .toBe(240)
    expect(await textOf('[data-drop=logo]')).toContain('logo.png')
    await page.locator('.logo-field button:not([hidden])').click()
    await expect.poll(() => brand().logo).toBeUndefined()
  })

  test('orders the sections of mail and text, and restores the default order', async () => {
    await page.locator('.order summary').click()
    await page.locator('button[aria-label="Leave out: totals"]').click()
    await expect.poll(() => brand().sections).toContain('-totals')
    await page.waitForSelector('.sections .out')
    await page.focus('button[aria-label="Up: items"]')
    await page.keyboard.press('Enter')
    await expect.poll(() => isBefore('items', 'fulfilment')).toBe(true)
    // The focus stays on the button, so that it can be pressed again.
    await page.keyboard.press('Enter')
    await expect.poll(() => isBefore('items', 'sold-to')).toBe(true)
    await page.$eval('.order > button', button => (button as HTMLElement).click())
    await expect.poll(() => brand().sections).toBeUndefined()
  })

  test('shows what is wrong with an invalid brand.json', async () => {
    const right = readFileSync(ownFile('brand.json'), 'utf8')
    writeFileSync(ownFile('brand.json'), '{ "color": ')
    await page.select('#brand-density', 'comfortable')
    await expect.poll(() => textOf('#side-brand .problem')).toContain('is not valid JSON')
    writeFileSync(ownFile('brand.json'), right)
  })
})

describe('a template', () => {
  const file = 'sections/hero.html.hbs'

  test('of the package is copied when edited, and updates the mail', async () => {
    await page.locator('#tab-templates').click()
    await page.waitForSelector('#template-file option')
    await page.select('#template-file', file)
    await page.waitForFunction(() =>
      document.querySelector<HTMLTextAreaElement>('#template-text')?.value.includes('heading.amount'),
    )
    expect(existsSync(ownFile(file))).toBe(false)
    await set('#template-text', '<h1 class="kind">{{heading.kind}}!</h1>')
    await expect.poll(() => existsSync(ownFile(file))).toBe(true)
    await expect.poll(() => inMail(mail => mail.querySelector('h1')?.textContent)).toBe('Receipt!')
  })

  test('supports undo and redo, save by save', async () => {
    const isShown = async (end: string) => {
      await expect.poll(() => readFileSync(ownFile(file), 'utf8')).toContain(`}}${end}`)
      await expect.poll(() => inMail(mail => mail.querySelector('h1')?.textContent)).toBe(`Receipt${end}`)
    }
    await set('#template-text', '<h1 class="kind">{{heading.kind}}?</h1>')
    await isShown('?')
    await page.locator('#template-undo').click()
    await isShown('!')
    await page.locator('#template-redo').click()
    await isShown('?')
  })

  test('shows before and after a save', async () => {
    await expect.poll(() => inMail(mail => mail.querySelector('h1')?.textContent)).toBe('Receipt?')
    await page.waitForSelector('#before:not([disabled])')
    await page.locator('#before').click()
    await expect.poll(() => inMail(mail => mail.querySelector('h1')?.textContent)).toBe('Receipt!')
    await page.locator('#before').click()
    await expect.poll(() => inMail(mail => mail.querySelector('h1')?.textContent)).toBe('Receipt?')
  })

  test('opens at the line of a mistake from its message', async () => {
    await page.locator('#tab-receipt').click()
    writeFileSync(ownFile('sections/slot1.html.hbs'), '{{!-- ours --}}\n<div>{{{heading.store}}}</div>\n')
    await page.waitForSelector('#fault button.where')
    await page.locator('#fault button.where').click()
    await page.waitForFunction(() =>
      document.querySelector<HTMLTextAreaElement>('#template-text')?.value.includes('ours'),
    )
    expect(await page.$eval('#template-text', text => (text as HTMLTextAreaElement).selectionStart)).toBe(
      '{{!-- ours --}}\n'.length,
    )
    await page.locator('#template-remove').click()
    await page.waitForSelector('#fault[hidden]')
    expect(existsSync(ownFile('sections/slot1.html.hbs'))).toBe(false)
    await page.select('#template-file', file)
    await page.waitForFunction(() =>
      document.querySelector<HTMLTextAreaElement>('#template-text')?.value.includes('heading.kind'),
    )
  })

  test('reverts to what it was when opened, and to the package’s', async () => {
    await page.locator('#template-revert').click()
    await expect.poll(() => existsSync(ownFile(file))).toBe(false)
    await expect.poll(() => inMail(mail => mail.querySelector('.sum')?.textContent)).toBe('$118.65')
    expect(await textOf('#template-state')).toBe("The package's")
  })
})

thorough('shows all receipts in every language, and opens one on click', async () => {
  await page.locator('#tab-receipt').click()
  await page.keyboard.press('a')
  await page.waitForSelector('.thumb[data-fixture="cafe.ar"] iframe')
  const fixtures = await page.$$eval('.thumb', thumbs => thumbs.length)
  // Keys belong to the dialog while it is open.
  await page.keyboard.press('i')
  expect(await page.$('#images[aria-pressed=true]')).toBeNull()
  expect(fixtures).toBeGreaterThan(20)
  await page.locator('#overview-languages').click()
  await page.waitForFunction(count => document.querySelectorAll('.thumb').length > count * 9, {}, fixtures)
  await page.waitForSelector('.thumb[data-locale=de-DE] iframe')
  await page.locator('.thumb[data-locale=de-DE]').click()
  await page.waitForSelector('#overview:not([open])')
  await expect.poll(() => inMail(mail => mail.documentElement.lang)).toMatch(/^de/)
})

test('explains how to set a mail server in the test mail dialog', async () => {
  await page.keyboard.press('t')
  await page.waitForSelector('#send[open]')
  expect(await textOf('#send-how')).toContain('--smtp')
  expect(await page.$eval('#send-form', form => (form as HTMLElement).hidden)).toBe(true)
  await page.locator('#send-close').click()
})

thorough('packs all receipts for approval', async () => {
  await page.locator('#menu-button').click()
  await page.locator('#approval').click()
  const saved = () => readdirSync(opened.downloads).filter(name => name.endsWith('.zip'))
  await expect.poll(saved, { timeout: 90_000 }).toEqual(['my-brand-receipts.zip'])
})

describe('on a phone', () => {
  test('one part at a time fills the screen, without overflow', async () => {
    await page.setViewport({ width: 390, height: 844 })
    for (const [tab, part] of [
      ['preview', '#panes'],
      ['receipt', '#tree'],
      ['brand', '#brand-color'],
      ['templates', '#template-text'],
    ]) {
      await page.locator(`#tab-${tab}`).click()
      const box = await page.$eval(part!, element => element.getBoundingClientRect().toJSON() as DOMRect)
      expect(box.width, tab).toBeGreaterThan(200)
      expect(box.right, tab).toBeLessThanOrEqual(391)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), tab).toBeLessThanOrEqual(390)
    }
    await page.locator('#tab-preview').click()
    const mail = await page.$eval('.pane[data-pane=phone]', pane => pane.getBoundingClientRect().width)
    expect(mail).toBeGreaterThan(350)
    await page.setViewport({ width: 1280, height: 800 })
  })
})

describe('for everyone', () => {
  test('a button’s accessible name contains its visible text', async () => {
    const mismatched = await page.$$eval('button, select, input', controls =>
      controls.flatMap(control => {
        const [name, shown] = [control.getAttribute('aria-label'), (control as HTMLElement).innerText?.trim()]
        const isSign = shown !== undefined && /^[^\p{L}\p{N}]*$/u.test(shown)
        return control.tagName === 'BUTTON' && name && shown && !isSign && !name.includes(shown)
          ? [`${name} | ${shown}`]
          : []
      }),
    )
    expect(mismatched).toEqual([])
  })

  test.each(['light', 'dark'])('all text has a contrast of 4.5:1 in the %s', async scheme => {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
    for (const tab of ['receipt', 'brand', 'templates']) {
      await page.locator(`#tab-${tab}`).click()
      expect(await page.evaluate(faintTexts), tab).toEqual([])
    }
    await page.emulateMediaFeatures([])
  })
})

/** Runs in the page: texts of the studio itself with too little contrast (WCAG 2.2, 1.4.3). */
function faintTexts(): string[] {
  const channels = (color: string) => color.match(/[\d.]+/g)!.map(Number)
  const luminance = (color: readonly number[]) => {
    const [red = 0, green = 0, blue = 0] = color.map(value => {
      const share = value / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const behind = (element: Element): number[] => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const color = channels(getComputedStyle(at).backgroundColor)
      if ((color[3] ?? 1) === 1) return color
    }
    return [255, 255, 255]
  }
  const opacity = (element: Element): number => {
    let all = 1
    for (let at: Element | null = element; at; at = at.parentElement) all *= Number(getComputedStyle(at).opacity)
    return all
  }
  return [...document.querySelectorAll('body *')].flatMap(element => {
    const text = [...element.childNodes]
      .filter(({ nodeType }) => nodeType === 3)
      .map(({ nodeValue }) => nodeValue?.trim())
      .join('')
    if (
      !text ||
      !element.checkVisibility() ||
      (element as HTMLButtonElement).disabled ||
      element.closest('.paper, .glass, option, optgroup')
    )
      return []
    const [ground, share] = [behind(element), opacity(element)]
    const ink = channels(getComputedStyle(element).color)
      .slice(0, 3)
      .map((value, at) => value * share + ground[at]! * (1 - share))
    const [dark, light] = [luminance(ink), luminance(ground)].sort((one, other) => one - other) as [number, number]
    return (light + 0.05) / (dark + 0.05) < 4.5 ? [`${element.className || element.tagName}: ${text.slice(0, 30)}`] : []
  })
}

test('the page reports no errors', () => {
  expect(opened.wrong).toEqual([])
})
