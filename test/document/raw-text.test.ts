import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReceiptInput } from '../../src/generated/receipt-input.ts'
import { openBrowser, type TestBrowser } from '../support/browser.ts'
import { engineFor, type Fixture, fixtureNamed } from '../support/fixtures.ts'
import { pageOf } from '../support/print-page.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser[Symbol.asyncDispose]())

/** The lines of the till's own text, as drawn and as written. */
const drawn = `[...document.querySelectorAll('.raw')].map(pre => ({
  lines: Math.round(pre.getBoundingClientRect().height / parseFloat(getComputedStyle(pre).lineHeight)),
  text: pre.textContent,
}))[0]`

/** A receipt of a printer with so many columns: 80 mm have 42, 48, 56 or 64, 58 mm have 32 or 42, older ones 80. */
function printedOn(columns: number): Fixture {
  const across = (label: string, amount: string) => label + amount.padStart(columns - label.length)
  const fixture = fixtureNamed('raw-only')
  const rawPosReceipt = [
    '=== OLD MILL HARDWARE ===',
    '='.repeat(columns),
    across('DECK SCREWS 1 LB', '11.49 T'),
    across('WOOD GLUE', '8.99 T'),
    '-'.repeat(columns),
    across('TOTAL', '20.48  ').trimEnd(),
  ].join('\n')
  return { ...fixture, receipt: { ...(fixture.receipt as ReceiptInput), rawPosReceipt } }
}

const printers = [32, 40, 42, 48, 56, 64, 80]

async function expectAligned(columns: number, most: number): Promise<void> {
  const { text, lines } = (await browser.page.evaluate(drawn)) as { text: string; lines: number }
  expect(lines, text).toBe(6)
  const [, line, screws, glue, , total] = text.split('\n')
  const width = Math.min(columns, most)
  expect([line, screws?.length, glue?.length, total?.length]).toEqual(['='.repeat(width), width, width, width - 2])
}

describe('the till’s own text keeps its columns', () => {
  test.each(printers)('in a mail, of a printer with %i columns', async columns => {
    const fixture = printedOn(columns)
    await browser.page.setContent((await engineFor(fixture)).html(fixture.receipt))
    for (const width of [320, 600]) {
      // Phones place letters between pixels, as desktops may not.
      await browser.page.setViewport({ width, height: 800, deviceScaleFactor: 2 })
      await expectAligned(columns, 48)
    }
  })

  test.each([
    ['a4', 736, 80],
    ['roll80', 272, 49],
    ['roll58', 181, 43],
  ] as const)('on %s', async (paper, width, most) => {
    await browser.page.setViewport({ width, height: 800 })
    for (const columns of printers) {
      await browser.page.setContent(await pageOf(printedOn(columns), paper))
      await expectAligned(columns, most)
    }
  })
})

/** How many lines each text of one sign takes. */
const linesOfDrawn = `(() => {
  const found = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const range = document.createRange()
    range.selectNodeContents(texts.currentNode)
    if (/^(\\S)\\1{7,}$/.test(texts.currentNode.data)) found.push(range.getClientRects().length)
  }
  return found
})()`

test('a line that a till draws across its header or terms is one line', async () => {
  const signs = [...'*=-#_~+.─━═＊']
  const fixture = fixtureNamed('minimal')
  const text = ['WELCOME', ...signs.map(sign => sign.repeat(48))].join('\n')
  const sent = { ...(fixture.receipt as ReceiptInput), header: text, terms: [{ description: text }] }
  const pages = [
    [320, (await engineFor(fixture)).html(sent)],
    [181, await pageOf({ ...fixture, receipt: sent }, 'roll58')],
    [272, await pageOf({ ...fixture, receipt: sent }, 'roll80')],
  ] as const
  for (const [width, html] of pages) {
    await browser.page.setViewport({ width, height: 800, deviceScaleFactor: 2 })
    await browser.page.setContent(html)
    expect(await browser.page.evaluate(linesOfDrawn)).toEqual(Array.from({ length: 2 * signs.length }, () => 1))
  }
})

describe('what a till laid out in columns stands at the edge of rolls and slips, other words in the middle', () => {
  const fixture = fixtureNamed('minimal')
  const receipt = {
    ...(fixture.receipt as ReceiptInput),
    header: 'Open daily from 6 to 9',
    additionalInfo1: 'Table 7          Guests 2\nServer Ann       Check 1204',
  }

  test('on a roll', async () => {
    await browser.page.setViewport({ width: 181, height: 800 })
    await browser.page.setContent(await pageOf({ ...fixture, receipt }, 'roll58'))
    const aligned = `['.lead', '.lead + .note'].map(name => getComputedStyle(document.querySelector(name)).textAlign)`
    expect(await browser.page.evaluate(aligned)).toEqual(['center', 'start'])
  })

  test('on a slip', async () => {
    const { parts } = (await engineFor(fixture)).slip(receipt, { columns: 32 })
    expect(parts.map(part => ('text' in part ? part.text : '')).join('\n')).toContain(
      '\n     Open daily from 6 to 9\nTable 7  Guests 2\nServer Ann  Check 1204\n---',
    )
  })
})
