import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReceiptInput } from '../../src/generated/receipt-input.ts'
import { type PaperName, paperSize } from '../../src/pdf/paper.ts'
import { type Look, looks } from '../../src/view/variant.ts'
import { openBrowser, type TestBrowser } from '../support/browser.ts'
import { type Fixture, fixtureNamed } from '../support/fixtures.ts'
import { pageOf } from '../support/print-page.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await openBrowser()
  await browser.page.emulateMediaType('print')
})
afterAll(() => browser[Symbol.asyncDispose]())

const pharmacy = withTenders('pharmacy', ['Blue Keystone Medicare Part D', 'Penn Supplemental Health'])

test.each(looks)('the large type of a roll’s total leaves the means of payment their lines: %s', async look => {
  await open(pharmacy, 'roll80', look)
  const labels = await linesOf('.sums .t')
  expect(labels).toContainEqual({ text: 'Blue Keystone Medicare Part D', lines: 1 })
  expect(labels.filter(({ lines }) => lines > 1)).toEqual([])
})

test.each(looks)(
  'a total that has no room beside its label goes below it, close by, and both stay whole: %s',
  async look => {
    await open(withTotal('motorcycles.vi-VN', 9_991_189_100_000), 'roll58', look)
    expect(await linesOf('.g, .gn')).toEqual([
      { text: 'Tổng cộng', lines: 1 },
      { text: '9.991.189.100.000 ₫', lines: 1 },
    ])
    const [label, amount] = await totalBoxes()
    expect(amount.top).toBeGreaterThan(label.bottom - 3)
    expect(amount.top - label.bottom).toBeLessThan(6)
  },
)

test.each([
  ['motorcycles.vi-VN', 'roll58'],
  ['carpets', 'roll58'],
  ['fashion-return.fr-CA', 'roll58'],
  ['jeweller.ar', 'roll80'],
] as const)('a total that fits in smaller type stands beside its label: %s on %s', async (name, paper) => {
  await open(fixtureNamed(name), paper, 'modern')
  const [label, amount] = await totalBoxes()
  expect(Math.abs(amount.bottom - label.bottom)).toBeLessThan(8)
})

test.each(['motorcycles.vi-VN', 'batik.id-ID', 'appliances.es-CO'])(
  'taxes without room for their columns have a row each on a roll of 58 mm: %s',
  async name => {
    const fixture = fixtureNamed(name)
    await open(fixture, 'roll80', 'modern')
    expect(await linesOf('.tax .t')).not.toEqual([])
    await open(fixture, 'roll58', 'modern')
    expect(await linesOf('.tax, .ch, .chn')).toEqual([])
    const rows = await linesOf('.plan .subnum')
    expect(rows).toEqual([{ text: expect.any(String), lines: 1 }])
  },
)

test('the days of instalments stand alone on a roll of 58 mm, so that most take a line', async () => {
  const daysOf = async (paper: PaperName) => {
    await open(fixtureNamed('layaway'), paper, 'modern')
    return (await linesOf('.plan .sub')).map(({ text, lines }) => `${text}: ${lines}`)
  }
  expect(await daysOf('roll80')).toContain('Final payment due Dec 15, 2026: 1')
  expect(await daysOf('roll58')).toContain('Final payment Dec 15, 2026: 1')
})

test.each(looks)('between a total and its label on a roll is a gap that is seen: %s', async look => {
  await open(fixtureNamed('motorcycles.vi-VN'), 'roll80', look)
  const gap = `(() => {
    const [label, amount] = ['.g', '.gn'].map(each => document.querySelector(each).getBoundingClientRect())
    const words = document.createRange()
    words.selectNodeContents(document.querySelector('.g'))
    return amount.top < label.bottom ? amount.left - words.getBoundingClientRect().right : 99
  })()`
  expect(await browser.page.evaluate(gap)).toBeGreaterThan(12)
})

test.each(['modern', 'compact'] as const)(
  'a long name of the shop takes further lines, its address none: %s',
  async look => {
    await open(fixtureNamed('museum-shop.en-GB'), 'a4', look)
    const place = (await linesOf('.head > .place'))[0]
    // A line each for the street, the town, the county, the postal code and the telephone.
    expect(place?.lines).toBe(5)
  },
)

test('in the look classic, name and address stand in the middle of a sheet', async () => {
  await open(fixtureNamed('fashion-sale.en-CA'), 'a4', 'classic')
  const middles = `['.head > .shop', '.head > .place'].map(each => {
    const words = document.createRange()
    words.selectNodeContents(document.querySelector(each))
    const { left, right } = words.getBoundingClientRect()
    return Math.abs((left + right) / 2 - innerWidth / 2)
  })`
  for (const off of (await browser.page.evaluate(middles)) as number[]) expect(off).toBeLessThan(2)
})

test('in the look classic, the buyer is a row of the details on a sheet, too, and no label is broken', async () => {
  await open(fixtureNamed('hotel.en-GB'), 'a4', 'classic')
  expect(await linesOf('.field > .label')).toContainEqual({ text: 'Sold to', lines: 1 })
  await open(fixtureNamed('restaurant-tip'), 'a4', 'classic')
  expect(await linesOf('.field > .label')).toContainEqual({ text: 'American Express', lines: 1 })
})

test('a note below the details of a roll stands apart from them', async () => {
  await open(fixtureNamed('pharmacy'), 'roll80', 'modern')
  const gap = `(() => {
    const note = [...document.querySelectorAll('.field + .note')].at(-1)
    return parseFloat(getComputedStyle(note).paddingTop)
  })()`
  expect(await browser.page.evaluate(gap)).toBeGreaterThan(3)
})

function withTenders(name: string, codes: string[]): Fixture {
  const fixture = fixtureNamed(name)
  const sent = fixture.receipt as ReceiptInput
  const [first, ...others] = sent.tenders ?? []
  const amount = Number(first?.amount) / codes.length
  const tenders = [...codes.map(tenderTypeCode => ({ tenderTypeCode, amount })), ...others]
  return { ...fixture, receipt: { ...sent, tenders } }
}

function withTotal(name: string, total: number): Fixture {
  const fixture = fixtureNamed(name)
  const receipt = {
    ...(fixture.receipt as ReceiptInput),
    items: null,
    taxes: null,
    netAmount: null,
    grandAmount: total,
  }
  return { ...fixture, receipt: { ...receipt, tenderApplied: total, tenders: null } as Fixture['receipt'] }
}

/** Where the words of the total's label and its amount are. */
async function totalBoxes(): Promise<[Box, Box]> {
  return (await browser.page.evaluate(`['.g', '.gn'].map(each => {
    const words = document.createRange()
    words.selectNodeContents(document.querySelector(each))
    const { top, bottom } = words.getBoundingClientRect()
    return { top, bottom }
  })`)) as [Box, Box]
}

interface Box {
  top: number
  bottom: number
}

async function open(fixture: Fixture, paper: PaperName, look: Look): Promise<void> {
  const { printableWidth } = paperSize(paper)
  await browser.page.setViewport({ width: Math.floor((printableWidth / 25.4) * 96), height: 600 })
  await browser.page.setContent(await pageOf(fixture, paper, look))
}

/** The text of each element, and how many lines it takes. */
async function linesOf(selector: string): Promise<{ text: string; lines: number }[]> {
  return (await browser.page.evaluate(`[...document.querySelectorAll('${selector}')].map(each => {
    const words = document.createRange()
    words.selectNodeContents(each)
    let [lines, end] = [0, -1]
    for (const { top, bottom } of words.getClientRects()) {
      if (top > end - 3) lines++
      end = Math.max(end, bottom)
    }
    return { text: each.textContent.replace(/\\s+/g, ' ').trim(), lines }
  })`)) as { text: string; lines: number }[]
}
