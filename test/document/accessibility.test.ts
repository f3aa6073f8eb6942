import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { looks } from '../../src/view/variant.ts'
import { openBrowser, type TestBrowser } from '../support/browser.ts'
import { engineFor, type Fixture, fixtureNamed, fixtures, sampled } from '../support/fixtures.ts'
import { isExhaustive } from '../support/scope.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let browser: TestBrowser
beforeAll(async () => {
  browser = await openBrowser()
  await browser.page.setOfflineMode(true)
  await browser.page.setViewport({ width: 375, height: 600 })
  // Stays when the page's content is replaced.
  await browser.page.evaluate(axe)
})
afterAll(() => browser[Symbol.asyncDispose]())

/** One character of `hostile`, U+FDFD, is wider than half a phone, in every font. */
const widest: Record<string, number> = { hostile: 500 }

describe.each(looks)('the look %s', look => {
  // Three hundred lines are alike, and `looks.test.ts` fits the others to a phone.
  const shown = sampled(look).filter(
    each => isExhaustive || (!each.name.endsWith('-300') && fixtures.indexOf(each) % 2 === 1),
  )
  test.each(shown)('passes axe, and fits a phone at twice its text size: $name', async fixture => {
    await browser.page.setContent(await mailOf(fixture, look))
    expect(await browser.page.evaluate(findViolations)).toEqual([])
    expect(await browser.page.evaluate(doubleText)).toBeLessThan((widest[fixture.name] ?? 375) + 1)
  })
})

test.each(['pharmacy', 'cafe.ar', 'fashion-sale.en-CA'].slice(0, isExhaustive ? 3 : 2))(
  'item pictures pass axe and fit a phone at twice the text size: %s',
  async name => {
    const fixture = fixtureNamed(name)
    const sent = structuredClone(fixture.receipt) as { items: object[] }
    const receipt = { ...sent, items: sent.items.map(item => ({ ...item, imageUrl: 'https://cdn.example.com/1.jpg' })) }
    const options = { ...fixture.options, pictures: { field: 'imageUrl' } }
    const html = await mailOf({ ...fixture, receipt: receipt as never, options }, 'modern')
    await browser.page.setContent(html)
    expect(await browser.page.evaluate(findViolations)).toEqual([])
    expect(await browser.page.evaluate(doubleText)).toBe(375)
  },
)

test('axe judges the page that replaced another', async () => {
  const mail =
    '<!DOCTYPE html><html lang="en"><title>Receipt</title><h1 style="color:#ccc">Receipt</h1><img src="a.png">'
  await browser.page.setContent(mail)
  const found = (await browser.page.evaluate(findViolations)) as string[]
  expect(found.map(each => each.split(':')[0])).toEqual(isExhaustive ? ['color-contrast', 'image-alt'] : ['image-alt'])
})

async function mailOf(fixture: Fixture, variant: (typeof looks)[number]): Promise<string> {
  const { receipt, acceptLanguage, offers } = fixture
  return (await engineFor(fixture)).html(receipt, { acceptLanguage, offers, variant })
}

/**
 * Runs in the page, as text, because this project's types know no document. Landmarks are the mail program's: a mail is a part of its
 * page. What `looks.test.ts` measures, light and dark, takes axe as long as all the rest.
 */
const findViolations = `axe.run(document, {
    resultTypes: ['violations'],
    rules: { 'landmark-one-main': { enabled: false }, region: { enabled: false }, 'color-contrast': { enabled: ${isExhaustive} } },
  }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes.map(node => node.html.slice(0, 120)).join(', ')))`

/** WCAG 2.2, 1.4.4: doubles every text and line height, and gives the width that the page then needs. */
const doubleText = `(() => {
  const sizes = [...document.body.querySelectorAll('*')].map(element => {
    const { fontSize, lineHeight } = getComputedStyle(element)
    return [element, parseFloat(fontSize), parseFloat(lineHeight)]
  })
  for (const [element, size, line] of sizes) {
    element.style.setProperty('font-size', size * 2 + 'px', 'important')
    if (line) element.style.setProperty('line-height', line * 2 + 'px', 'important')
  }
  return document.documentElement.scrollWidth
})()`
