import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HTTPRequest, Page } from 'puppeteer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pngLogo } from '../../support/logos.ts'
import { isExhaustive, thorough } from '../../support/scope.ts'
import { openStudioPage, type StudioPage } from './open-page.ts'

/** What changes a template folder, and what shows a mail as others see it: one page in one browser, from test to test. */
let opened: StudioPage
let page: Page
const ownFile = (name: string) => join(opened.folder, name)
const brand = () => JSON.parse(readFileSync(ownFile('brand.json'), 'utf8'))
/** The sections that the panel lists, by what it calls them. */
const listed = () => page.$$eval('.sections .words', labels => labels.map(label => label.textContent ?? ''))
const isBefore = async (one: string, other: string) => {
  const names = await listed()
  return names.indexOf(one) < names.indexOf(other)
}

beforeAll(async () => {
  // Without paper, which is printed and drawn for every change.
  opened = await openStudioPage('#panes=phone+text')
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

/** Puts text into a field in place of what it had, as an input method does, and presses Enter. */
async function type(selector: string, text: string): Promise<void> {
  await page.waitForSelector(`${selector}:enabled`)
  await page.focus(selector)
  await page.$eval(selector, field => (field as HTMLInputElement).select())
  if (text === '') await page.keyboard.press('Backspace')
  else await page.keyboard.sendCharacter(text)
  await page.keyboard.press('Enter')
}

/** Presses a button by its name. */
function press(label: string): Promise<void> {
  return page.locator(`button[aria-label="${label}"]`).click()
}

/** Opens a file in the template editor, by its path. */
async function pickFile(path: string): Promise<void> {
  await page.locator('#template-picker .picker').click()
  await page.keyboard.sendCharacter(path)
  await page.keyboard.press('Enter')
  await expect.poll(() => textOf('#template-picker .picked')).toBe(path)
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

  test('shows its width in whole', async () => {
    await page.setViewport({ width: 1440, height: 900 })
    await set('[data-pane=phone] .width', '1200')
    const [inner, text] = await page.$eval('[data-pane=phone] .width', field => {
      const style = getComputedStyle(field)
      const canvas = document.createElement('canvas').getContext('2d')!
      canvas.font = `${style.fontSize} ${style.fontFamily}`
      return [field.clientWidth - 8, canvas.measureText('1200').width]
    })
    // A browser puts its arrow for the usual widths behind it.
    expect(inner! - text!).toBeGreaterThan(20)
    await set('[data-pane=phone] .width', '375')
    await page.setViewport({ width: 1280, height: 800 })
  })

  test('on a common phone is as large as it is; a wider one can be', async () => {
    const shown = () => page.$eval('[data-pane=phone] .stage', stage => stage.getBoundingClientRect().width)
    expect(await shown()).toBe(375)
    await set('[data-pane=phone] .width', '640')
    await expect.poll(shown).toBeLessThan(400)
    await page.keyboard.press('z')
    await expect.poll(shown).toBe(640)
    await page.keyboard.press('z')
    await expect.poll(shown).toBeLessThan(400)
    await set('[data-pane=phone] .width', '375')
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
      .poll(() => inMail(mail => getComputedStyle(mail.querySelector('.save')!).color))
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
    await page.locator('.file-field button:not([hidden])').click()
    await expect.poll(() => brand().logo).toBeUndefined()
  })

  test('takes a color as hex, as designers paste it', async () => {
    const shown = () => page.$eval('#brand-color-hex', field => (field as HTMLInputElement).value)
    if (isExhaustive) {
      await type('#brand-color-hex', '1F5')
      await expect.poll(shown).toBe('#11ff55')
      expect(brand().color).toBe('#11ff55')
    }
    await type('#brand-color-hex', ' #7A1F3D ')
    await expect.poll(shown).toBe('#7a1f3d')
    await type('#brand-color-hex', 'teal')
    await expect.poll(() => textOf('#side-brand .problem')).toContain('brand.color: must be #rrggbb')
    expect(brand().color).toBe('#7a1f3d')
    await page.keyboard.press('Escape')
    await expect.poll(shown).toBe('#7a1f3d')
  })

  test('takes font, footer and link, and says if paper has another font', async () => {
    await type('#brand-font', 'Georgia,"Times New Roman",serif')
    const font = "Georgia,'Times New Roman',serif"
    await expect.poll(() => page.$eval('#brand-font', field => (field as HTMLInputElement).value)).toBe(font)
    expect(brand().font).toBe(font)
    await page.waitForSelector('#fonts-differ')
    await type('#brand-font', '')
    await page.waitForFunction(() => !document.querySelector('#fonts-differ'))
    expect(brand().font).toBeUndefined()
    await set('#brand-footer', 'Maple & Main Ltd\n\nHST 12345 6789 RT0001')
    await expect.poll(() => brand().footer).toEqual(['Maple & Main Ltd', 'HST 12345 6789 RT0001'])
    await type('#brand-link-url', 'https://www.example.com/help')
    await expect.poll(() => brand().link.url).toBe('https://www.example.com/help')
    await type('#brand-link-text', 'Ask us')
    await expect.poll(() => inMail(mail => mail.body.textContent?.includes('Ask us'))).toBe(true)
  })

  test('lists the sections of this receipt by their names in words', async () => {
    await page.waitForFunction(() => document.querySelectorAll('.sections .words').length < 15)
    const few = await listed()
    expect(few).toEqual(expect.arrayContaining(['Items', 'Totals', 'Tear line', 'Receipt details', 'Payment details']))
    for (const empty of ['Payment', 'Item details', 'Signature']) expect(few).not.toContain(empty)
    expect(await textOf('[data-entry=tear] small')).toBe('tear')
    await page.locator('#sections-all').click()
    await expect.poll(async () => (await listed()).includes('Signature')).toBe(true)
    expect(await page.$('[data-entry=signature].empty')).not.toBeNull()
    await page.locator('#sections-all').click()
    await expect.poll(listed).toEqual(few)
  })

  test('moves a section by key, writes the difference only, and undoes it', async () => {
    await page.focus('button[aria-label="Move: Items"]')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => isBefore('Returned items', 'Items')).toBe(true)
    // The focus stays on the handle, so that it can go on.
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => isBefore('Totals', 'Items')).toBe(true)
    await expect.poll(() => brand().sections?.length).toBeLessThan(6)
    await expect
      .poll(() =>
        inMail(
          mail => mail.body.textContent!.indexOf('Subtotal') < mail.body.textContent!.lastIndexOf('Trail rain jacket'),
        ),
      )
      .toBe(true)
    await page.locator('#brand-undo').click()
    await expect.poll(() => isBefore('Items', 'Totals')).toBe(true)
    if (isExhaustive) {
      await page.locator('#brand-redo').click()
      await expect.poll(() => isBefore('Totals', 'Items')).toBe(true)
    }
    await page.focus('button[aria-label="Move: Items"]')
    await page.keyboard.press('Home')
    await expect.poll(() => brand().sections).toBeUndefined()
  })

  // As it moves a section; what the list is then, and the mail, is tested where they are made.
  thorough('moves the tear line', async () => {
    const codesBelow = () => inMail(mail => mail.querySelectorAll('.stub .bars').length)
    await expect.poll(codesBelow).toBe(1)
    await page.focus('button[aria-label="Move: Tear line"]')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => isBefore('Barcode', 'Tear line')).toBe(true)
    await expect.poll(codesBelow).toBe(0)
    await page.locator('#brand-undo').click()
    await expect.poll(() => brand().sections).toBeUndefined()
    await expect.poll(codesBelow).toBe(1)
  })

  test('moves a section by dragging', async () => {
    const middle = (name: string) =>
      page.$eval(`[data-entry="${name}"]`, row => {
        row.scrollIntoView({ block: 'center' })
        const { left, top, height } = row.getBoundingClientRect()
        return { x: left + 60, y: top + height / 2 }
      })
    await page.$eval('[data-entry=totals]', row => row.scrollIntoView({ block: 'center' }))
    const [from, to] = [await middle('items'), await middle('items')]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y + 30, { steps: 4 })
    await page.waitForSelector('[data-entry=items].dragged')
    await page.mouse.move(to.x, to.y + 45, { steps: 4 })
    await page.mouse.up()
    await expect.poll(() => isBefore('Returned items', 'Items')).toBe(true)
    await expect.poll(() => brand().sections).toBeDefined()
    // Escape takes a drag back.
    const again = await middle('items')
    await page.mouse.move(again.x, again.y)
    await page.mouse.down()
    await page.mouse.move(again.x, again.y + 60, { steps: 4 })
    await page.keyboard.press('Escape')
    await page.mouse.up()
    expect(await page.$('.dragged')).toBeNull()
    await page.locator('#sections-reset').click()
    await expect.poll(() => brand().sections).toBeUndefined()
  })

  test('leaves a section out, and shows it again', async () => {
    await press('Leave out: Totals')
    await expect.poll(() => brand().sections).toEqual(['-totals'])
    await page.waitForSelector('.sections .out')
    await press('Show: Totals')
    await expect.poll(() => brand().sections).toBeUndefined()
  })

  test('writes a text below a section in each language, without a template', async () => {
    await press('Add text below: Totals')
    await page.waitForSelector('.text-form textarea[name=en]')
    await set('.text-form textarea[name=en]', 'Every seam is repaired for life.')
    await set('.text-form textarea[name=de]', 'Wir reparieren jede Naht.')
    await page.locator('.text-form [type=submit]').click()
    await expect.poll(listed).toContain('“Every seam is repaired for life.”')
    await expect
      .poll(() => inMail(mail => mail.body.textContent?.includes('Every seam is repaired for life.')))
      .toBe(true)
    expect(await textOf('[data-pane=text] pre')).toContain('Every seam is repaired for life.')
    expect(JSON.parse(readFileSync(ownFile('locales/de.json'), 'utf8')).own.text1).toBe('Wir reparieren jede Naht.')
    if (isExhaustive) {
      await press('Edit: “Every seam is repaired for life.”')
      await page.waitForSelector('.text-form textarea[name=en]')
      await set('.text-form textarea[name=en]', 'Every zip is repaired for life.')
      await page.locator('.text-form [type=submit]').click()
      await expect.poll(listed).toContain('“Every zip is repaired for life.”')
    }
    await press(`Remove: “Every ${isExhaustive ? 'zip' : 'seam'} is repaired for life.”`)
    await expect.poll(() => brand().sections).toBeUndefined()
    expect(existsSync(ownFile('sections/text1.html.hbs'))).toBe(false)
    expect(readFileSync(ownFile('locales/de.json'), 'utf8')).not.toContain('text1')
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
  const file = 'sections/kind.html.hbs'
  const title = () => inMail(mail => mail.querySelector('h1')?.textContent)
  /** As the package's template has it. */
  const packages = /^Receipt\sOctober\s31/

  test('is found among all by words, in groups', async () => {
    await page.locator('#tab-templates').click()
    await page.locator('#template-picker .picker').click()
    const options = '#template-picker li'
    await expect.poll(() => page.$$eval(options, rows => rows.length)).toBeGreaterThan(90)
    expect(await page.$$eval(`${options}.group`, rows => rows.map(row => row.textContent))).toEqual([
      ...['Yours', 'Pages', 'Styles', 'Sections of mail and paper', 'Sections of paper', 'Sections of plain text'],
    ])
    await page.keyboard.sendCharacter('pickup')
    await expect
      .poll(() => page.$$eval(`${options}.option`, rows => rows.map(row => row.lastChild?.textContent)))
      .toEqual(['sections/fulfilment.html.hbs', 'sections/fulfilment.print.html.hbs', 'sections/fulfilment.txt.hbs'])
    await page.keyboard.press('Escape')
  })

  test('of the package is copied when edited, and updates the mail', async () => {
    await page.locator('#tab-templates').click()
    await pickFile(file)
    await page.waitForFunction(() =>
      document.querySelector<HTMLTextAreaElement>('#template-text')?.value.includes('heading.amount'),
    )
    expect(existsSync(ownFile(file))).toBe(false)
    await set('#template-text', '<h1 class="kind">{{heading.kind}}!</h1>')
    await expect.poll(() => existsSync(ownFile(file))).toBe(true)
    await expect.poll(title).toBe('Receipt!')
  })

  test('supports undo and redo, save by save', async () => {
    await page.locator('#template-undo').click()
    await expect.poll(() => existsSync(ownFile(file))).toBe(false)
    await expect.poll(title).toMatch(packages)
    await page.locator('#template-redo').click()
    await expect.poll(() => existsSync(ownFile(file)) && readFileSync(ownFile(file), 'utf8')).toContain('}}!')
    await expect.poll(title).toBe('Receipt!')
  })

  test('shows before and after a save', async () => {
    await page.waitForSelector('#before:not([disabled])')
    await page.locator('#before').click()
    await expect.poll(title).toMatch(packages)
    await page.locator('#before').click()
    await expect.poll(title).toBe('Receipt!')
  })

  test('is listed with its line in the findings, which open it', async () => {
    await page.locator('#tab-templates').click()
    writeFileSync(ownFile('brand.json'), readFileSync(ownFile('brand.json'), 'utf8').replace('#7a1f3d', '#ffee00'))
    const places = () => page.$$eval('#findings .where', buttons => buttons.map(button => button.textContent ?? ''))
    await expect.poll(async () => (await places()).some(place => place.startsWith('brand.json'))).toBe(true)
    const [first] = await places()
    expect(await textOf('.first-finding .where')).toBe(first)
    const place = (await places()).find(each => each.startsWith('brand.json'))!
    await page.locator(`#findings .where::-p-text(${place})`).click()
    await expect.poll(() => textOf('#template-picker .picked')).toBe('brand.json')
    const [before] = await page.$eval('#template-text', text => {
      const { value, selectionStart } = text as HTMLTextAreaElement
      return [value.slice(0, selectionStart)]
    })
    expect(before!.split('\n')).toHaveLength(Number(place.split(':')[1]))
    writeFileSync(ownFile('brand.json'), readFileSync(ownFile('brand.json'), 'utf8').replace('#ffee00', '#7a1f3d'))
    await expect.poll(async () => (await places()).includes(place)).toBe(false)
  })

  thorough('stays picked when an earlier question for the files is answered late', async () => {
    await page.locator('#tab-templates').click()
    await pickFile(file)
    const held: HTTPRequest[] = []
    const hold = (request: HTTPRequest) =>
      request.url().includes('/api/files') && held.length === 0 ? void held.push(request) : void request.continue()
    await page.setRequestInterception(true)
    page.on('request', hold)
    await page.locator('#template-undo').click()
    await expect.poll(() => held.length).toBe(1)
    await pickFile('sections/totals.html.hbs')
    await held[0]?.continue()
    await expect.poll(() => textOf('#template-picker .picked')).toBe('Totals')
    page.off('request', hold)
    await page.setRequestInterception(false)
    await pickFile(file)
    await page.locator('#template-redo').click()
    await expect.poll(title).toBe('Receipt!')
  })

  test('opens at the line of a mistake from its message', async () => {
    await page.locator('#tab-receipt').click()
    writeFileSync(ownFile('sections/slot1.html.hbs'), '{{!-- ours --}}\n<div>{{{heading.store}}}</div>\n')
    await page.waitForSelector('#fault button.where')
    await page.locator('#fault button.where').click()
    await page.waitForFunction(() =>
      document.querySelector<HTMLTextAreaElement>('#template-text')?.value.includes('ours'),
    )
    await expect
      .poll(() => page.$eval('#template-text', text => (text as HTMLTextAreaElement).selectionStart))
      .toBe('{{!-- ours --}}\n'.length)
    await page.locator('#template-remove').click()
    await page.waitForSelector('#fault[hidden]')
    expect(existsSync(ownFile('sections/slot1.html.hbs'))).toBe(false)
    await pickFile(file)
    await page.waitForFunction(() =>
      document.querySelector<HTMLTextAreaElement>('#template-text')?.value.includes('heading.kind'),
    )
  })

  test('reverts to what it was when opened, and to the package’s', async () => {
    await page.locator('#template-revert').click()
    await expect.poll(() => existsSync(ownFile(file))).toBe(false)
    await expect.poll(title).toMatch(packages)
    await expect.poll(() => textOf('#template-state')).toBe("The package's")
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

thorough('the key that opens all receipts closes them', async () => {
  await page.keyboard.press('a')
  await page.waitForSelector('#overview[open] .thumb iframe')
  await page.keyboard.press('a')
  await page.waitForSelector('#overview:not([open])')
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
  test('begins with the receipt; one part at a time fills the screen, without overflow', async () => {
    await page.setViewport({ width: 390, height: 844 })
    await page.reload()
    await page.waitForSelector('[data-pane=phone] iframe:not(.coming)', { visible: true })
    expect(await page.evaluate(() => document.body.dataset.view)).toBe('preview')
    for (const [tab, part] of [
      ['preview', '#panes'],
      ['receipt', '#tree'],
      ['brand', '#brand-font'],
      ['templates', '#template-text'],
    ]) {
      await page.locator(`#tab-${tab}`).click()
      await page.waitForSelector(part!, { visible: true })
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
