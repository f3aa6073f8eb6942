import { expect, test } from 'vitest'
import { templateFolder } from '../../src/document/compiled-specs.ts'
import { joinStyles } from '../../src/document/styles/stylesheet.ts'
import { readTemplateFiles } from '../../src/document/template-files.ts'
import { inflated, readObjects, readPlain } from '../../src/pdf/file/plain-pdf.ts'
import { readPage } from '../../src/pdf/tags/read-page.ts'
import { looks } from '../../src/view/variant.ts'
import { openBrowser } from '../support/browser.ts'
import { fixtureNamed } from '../support/fixtures.ts'
import { openPage, pageOf } from '../support/print-page.ts'

const print = openPage()

test.each(looks)('Chromium knows each selector of a page’s styles in the look %s', async look => {
  await using browser = await openBrowser()
  await browser.page.setContent(await pageOf(fixtureNamed('cafe.ar'), 'roll58', look))
  const [sent = '', known = []] = (await browser.page.evaluate(`[
    [...document.querySelectorAll('style')].map(style => style.textContent).join(''),
    [...document.styleSheets].flatMap(sheet => [...sheet.cssRules].map(rule => rule.cssText)),
  ]`)) as [string, string[]]
  expect(known.length).toBe(rulesIn(sent))
})

/** How many rules stand in a stylesheet, those within others not counted. */
function rulesIn(css: string): number {
  let [rules, depth] = [0, 0]
  for (const brace of css.match(/[{}]/g) ?? []) {
    depth += brace === '{' ? 1 : -1
    if (depth === 0) rules++
  }
  return rules
}

test.each(looks)('type on paper is in quarters of a pixel, or relative, in the look %s', look => {
  const css = joinStyles(readTemplateFiles(templateFolder, look)).get('print.css')!
  const sizes = Array.from(css.matchAll(/font(?:-size)?:\s*([\d.]+)(\w+|%)/g), ([, size, unit]) => ({ size, unit }))
  expect(sizes.length).toBeGreaterThan(35)
  const others = sizes.filter(({ size, unit }) => !(unit === 'px' && Number.isInteger(4 * Number(size))))
  expect(others.filter(({ unit }) => unit !== 'em')).toEqual([])
})

test.each(looks)('Chromium writes lines of such sizes as strings in the look %s', async look => {
  const html = await pageOf(fixtureNamed('grocery-vat.de-DE'), 'a4', look)
  const pdf = await print(html, 'a4', readPage(html))
  const contents = readObjects(readPlain(pdf)!)!.filter(({ isStream }) => isStream)
  const lines = contents
    .flatMap(({ content }) => [...(inflated(content) ?? '').matchAll(/BT\n\/F\d+ (\S+) Tf\n.*?ET\n/gs)])
    .filter(([, size]) => Number.isInteger(4 * Number(size)))
  const strings = lines.flatMap(([line]) => [...line.matchAll(/<([0-9A-F]+)> Tj\n/g)])
  const glyphs = strings.reduce((sum, [, hex]) => sum + hex!.length / 4, 0)
  expect(glyphs).toBeGreaterThan(700)
  // A kerned pair parts a string; letter by letter, there would be as many strings as glyphs.
  expect(glyphs / strings.length).toBeGreaterThan(6)
})
