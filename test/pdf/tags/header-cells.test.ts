import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBrand } from '../../../src/brand/brand.ts'
import { renderPrint } from '../../../src/document/render.ts'
import { loadTemplates } from '../../../src/document/templates.ts'
import type { BrowserPage } from '../../../src/pdf/browser/browser.ts'
import { openWorkshop } from '../../../src/pdf/browser/workshop.ts'
import { findFonts } from '../../../src/pdf/fonts/fonts.ts'
import { paperSize } from '../../../src/pdf/paper.ts'
import { preparePage, printPage } from '../../../src/pdf/print-page.ts'
import { readPage } from '../../../src/pdf/tags/page/read-page.ts'
import { looks } from '../../../src/view/variant.ts'
import { closeEngines, engineFor, fixtures } from '../../support/fixtures.ts'

const sandbox = process.getuid?.() !== 0
const workshop = openWorkshop({ executablePath: undefined, fontFolders: findFonts([]).folders, sandbox })
let page: BrowserPage
beforeAll(async () => {
  page = await workshop.launch()
})
afterAll(async () => {
  await page.kill()
  await workshop.remove()
  await closeEngines()
})

test.each(looks)('a print without tags tells where goods are, without laying it out again: %s', async look => {
  const templates = await loadTemplates(undefined, look)
  const several: string[] = []
  for (const fixture of fixtures) {
    const { receipt, acceptLanguage, name } = fixture
    const engine = await engineFor(fixture)
    const asked = { acceptLanguage, paper: 'a4' } as const
    const view = engine.view(receipt, asked)
    const { html } = renderPrint(view, templates, readBrand().brand, paperSize('a4'))
    const marked = html.match(/ data-carried="[^"]/g)?.length ?? 0
    const prepared = preparePage(html, 'a4')
    const elements = readPage(prepared)
    if (!elements || marked === 0 || marked > 150) continue
    let laidOut = 0
    const watched: BrowserPage = {
      ...page,
      frameId: page.frameId,
      send: (command, parameters = {}) => {
        if ('html' in parameters && String(parameters.html).includes('visibility:hidden')) laidOut += 1
        return page.send(command, parameters)
      },
    }
    const pdf = await printPage(watched, prepared, 'a4', () => elements)
    const sheets =
      Buffer.from(pdf)
        .toString('latin1')
        .match(/<<\/Type \/Page\n/g) ?? []
    if (sheets.length > 1) several.push(name)
    expect(laidOut, name).toBe(0)
  }
  expect(several.length).toBeGreaterThan(0)
})
