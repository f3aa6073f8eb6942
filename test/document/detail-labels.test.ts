import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReceiptInput } from '../../src/generated/receipt-input.ts'
import { type PaperName, paperSize } from '../../src/pdf/paper.ts'
import { type Look, looks } from '../../src/view/variant.ts'
import { openBrowser, resize, type TestBrowser } from '../support/browser.ts'
import { engineFor, type Fixture, fixtureNamed } from '../support/fixtures.ts'
import { shippedLanguages } from '../support/locales.ts'
import { readLooseDots } from '../support/loose-dots.ts'
import { pageOf } from '../support/print-page.ts'
import { isExhaustive, isSampled } from '../support/scope.ts'
import { readSplitWords } from '../support/split-words.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser[Symbol.asyncDispose]())

/** Together they have every label of the details. */
const names = ['everything', 'layaway', 'homedelivery.es-419', 'fashion-return.fr-CA', 'payment-link']

/** A row of the details, as it is drawn. */
interface Row {
  label: string
  lines: number
  /** Where its facts begin, from the side at which lines do, in px. */
  start: number
  /** How much of the table its facts have. */
  share: number
}

const readRows = `[...document.querySelectorAll('.field')].map(row => {
  const [label, value] = row.querySelectorAll('.label, .value')
  const words = document.createRange()
  words.selectNodeContents(label)
  let [lines, end] = [0, -1]
  for (const { top, bottom } of words.getClientRects()) {
    if (top > end - 3) lines++
    end = Math.max(end, bottom)
  }
  const [all, facts] = [row.getBoundingClientRect(), value.getBoundingClientRect()]
  const isRtl = document.documentElement.dir === 'rtl'
  const start = Math.round(isRtl ? all.right - facts.right : facts.left - all.left)
  return { label: label.textContent.trim(), lines, start, share: facts.width / all.width }
})`

describe.each(looks)('the labels of the details in the look %s', look => {
  const mails: { name: string; language: string; wide: Row[]; narrow: Row[]; broken: unknown[] }[] = []
  beforeAll(async () => {
    for (const [fixture, language] of inEveryLanguage(look, 'mail')) {
      const [wide = [], narrow = []] = await rowsInMail(fixture, look, 600, 320)
      const broken = (await browser.page.evaluate(`[${readSplitWords}, ${readLooseDots}].flat()`)) as unknown[]
      mails.push({ name: fixture.name, language, wide, narrow, broken })
    }
  })

  test('are whole, as all words of a mail are, on a narrow phone', () => {
    expect(mails.filter(({ broken }) => broken.length > 0)).toEqual([])
  })

  test('take one line in a wide mail, in every language, and their facts begin at one edge', () => {
    const wrapped: string[] = []
    for (const { name, language, wide: rows } of mails) {
      expect(rows.length).toBeGreaterThan(2)
      // Those of a label that no phone has room for begin behind it.
      const beside = rows.filter(({ start }) => start <= 136)
      expect(new Set(beside.map(({ start }) => start)).size, `${name} in ${language}`).toBeLessThan(2)
      wrapped.push(...rows.filter(({ lines }) => lines > 1).map(({ label }) => `${language} ${label}`))
    }
    expect(wrapped).toEqual([])
  })

  test('leave over half of a narrow phone to their facts; one in seven takes two lines', () => {
    const rows = mails.flatMap(({ narrow }) => narrow)
    expect(Math.min(...rows.map(({ share }) => share))).toBeGreaterThan(0.53)
    expect(shareOfWrapped(rows)).toBeLessThan(0.15)
    expect(rows.filter(isTorn)).toEqual([])
  })

  test('leave them as much in Gmail, which drops rules that select by an attribute', async () => {
    const fixture = inLanguage('layaway', 'fi')
    const { receipt, acceptLanguage } = fixture
    const html = (await engineFor(fixture)).html(receipt, { acceptLanguage, variant: look })
    const styles = /(?<=<style>).*?(?=<\/style>)/gs
    const inGmail = html.replace(styles, css => css.replace(/[^{}]*\[[^{}]*\{[^{}]*\}/g, ''))
    const [[rows = []], [usual]] = [await rowsOf(inGmail, 320), await rowsOf(html, 320)]
    expect(Math.min(...rows.map(({ share }) => share))).toBeGreaterThan(0.53)
    expect(rows).toEqual(usual)
  })

  test('that are short take no more room on a narrow phone than on a common one', async () => {
    const [narrow = [], common = []] = await rowsInMail(fixtureNamed('bopus-order'), look, 320, 375)
    expect(common.length).toBeGreaterThan(2)
    expect(narrow.map(({ start }) => start)).toEqual(common.map(({ start }) => start))
  })

  test.each(['convenience.ja-JP', 'tea-shop.zh-Hant-TW'])('leave their facts one edge: %s', async name => {
    const [rows = []] = await rowsInMail(fixtureNamed(name), look, 375)
    expect(rows.length).toBeGreaterThan(1)
    expect(new Set(rows.map(({ start }) => start)).size).toBe(1)
  })

  test('of a common card take one line on a common phone', async () => {
    const [rows] = await rowsInMail(fixtureNamed('restaurant-tip'), look, 375)
    expect(rows).toContainEqual(expect.objectContaining({ label: 'American Express', lines: 1 }))
  })

  test('leave their facts half of a wide mail, however a till calls a payment', async () => {
    const sale = fixtureNamed('split-tender')
    const sent = sale.receipt as ReceiptInput
    const [tender, ...others] = sent.tenders ?? []
    const tenderTypeCode =
      'Employee purchase program, deducted from the salary of the month after the next, head office'
    const receipt = { ...sent, tenders: [{ ...tender, tenderTypeCode, creditDebit: null }, ...others] }
    const [rows = []] = await rowsInMail({ ...sale, receipt }, look, 600)
    expect(rows.some(({ label }) => label.startsWith('Employee'))).toBe(true)
    expect(await browser.page.evaluate('document.documentElement.scrollWidth')).toBe(600)
    expect(Math.min(...rows.map(({ share }) => share))).toBeGreaterThan(0.5)
  })

  test('take one line on a roll, but for few', async () => {
    const rows: Row[] = []
    for (const [fixture] of inEveryLanguage(look, 'roll')) rows.push(...(await rowsOnPaper(fixture, look, 'roll80')))
    expect(shareOfWrapped(rows)).toBeLessThan(0.04)
  })
})

function shareOfWrapped(rows: readonly Row[]): number {
  return rows.filter(({ lines }) => lines > 1).length / rows.length
}

/** Whether a label has more lines than words, where spaces and hyphens part them. */
function isTorn({ label, lines }: Row): boolean {
  return lines > label.split(/[\s-]+/).length && !/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]/u.test(label)
}

/** The languages with a scenario each: a language is in one look by mail, and every other in the next one on a roll. In an exhaustive run, all with all. */
function inEveryLanguage(look: Look, medium: 'mail' | 'roll'): [Fixture, string][] {
  const place = looks.indexOf(look) + (medium === 'roll' ? 2 : 0)
  return shippedLanguages.flatMap((language, at) =>
    names
      .filter(
        (_, nth) =>
          isExhaustive ||
          (isSampled(at, place) && (medium === 'mail' || at % 2 === 0) && (at + place) % names.length === nth),
      )
      .map((name): [Fixture, string] => [inLanguage(name, language), language]),
  )
}

function inLanguage(name: string, language: string): Fixture {
  const { options, ...fixture } = fixtureNamed(name)
  return {
    ...fixture,
    acceptLanguage: language,
    options: { ...options, details: 'all', locales: {} } as Fixture['options'],
  }
}

/** The rows at each of the widths. */
async function rowsInMail(fixture: Fixture, variant: Look, ...widths: number[]): Promise<Row[][]> {
  const { receipt, acceptLanguage, offers } = fixture
  const html = (await engineFor(fixture)).html(receipt, { acceptLanguage, offers, variant })
  await browser.page.emulateMediaType('screen')
  return await rowsOf(html, ...widths)
}

async function rowsOnPaper(fixture: Fixture, look: Look, paper: PaperName): Promise<Row[]> {
  await browser.page.emulateMediaType('print')
  const width = Math.floor((paperSize(paper).width / 25.4) * 96)
  const [rows = []] = await rowsOf(await pageOf(fixture, paper, look), width)
  return rows
}

async function rowsOf(html: string, ...widths: number[]): Promise<Row[][]> {
  await browser.page.setContent(html)
  const rows: Row[][] = []
  for (const width of widths) {
    await resize(browser.page, width)
    rows.push((await browser.page.evaluate(readRows)) as Row[])
  }
  return rows
}
