import { describe, expect, test } from 'vitest'
import { PrintError } from '../../src/errors.ts'
import { longestParagraph, longestRun, partLongText } from '../../src/pdf/long-runs.ts'
import { openPrinter } from '../../src/pdf/print.ts'
import { sharedPrinter } from '../support/fixtures.ts'
import { isExhaustive } from '../support/scope.ts'
import { page, readPdf } from './pages.ts'

/** The parts of a paragraph between its places to break. */
const partsOf = (text: string) =>
  partLongText(`<p title="${text}">${text}</p>`).slice(`<p title="${text}">`.length, -4).split('<wbr>')

describe('an endless run gets places to break', () => {
  test.each([
    ['Arabic', 'م'],
    ['Arabic with marks', 'مَ'],
    ['Syriac', 'ܒ'],
    ['Latin', 'm'],
    ['letters beyond the first plane', '𞤢'],
    ['references', '&amp;'],
    ['numeric references', '&#x10ffff;'],
    ['families', '👨‍👩‍👧‍👦'],
    ['joiners between letters', 'م\u200d'],
    ['flags', '🇩🇪'],
  ])('of %s, between two of its characters', (_, unit) => {
    const text = unit.repeat(Math.ceil(4000 / unit.length))
    const parts = partsOf(text)
    expect(parts.join('')).toBe(text)
    expect(parts.length).toBeGreaterThan(2)
    for (const part of parts) {
      expect(part.length).toBeLessThanOrEqual(2 * longestRun + 11)
      expect(part.isWellFormed()).toBe(true)
      expect(part).not.toMatch(/^[\p{M}\w#]{0,9};|&[^;]*$/u)
    }
  })

  test.each([
    ['as long as a run may be', 'm'.repeat(longestRun)],
    ['with blanks', 'The goods stay ours until they are paid. '.repeat(100)],
    ['that is broken between its letters', '商品はお支払いまで当社に帰属します。'.repeat(100)],
    ['that is broken by a dictionary', 'สินค้ายังคงเป็นของเราจนกว่าจะชำระเงิน'.repeat(100)],
  ])('but no text %s', (_, text) => {
    expect(partsOf(text)).toEqual([text])
  })

  test('and what isn’t the page’s text stays', () => {
    const long = 'x'.repeat(3000)
    const html = `<head><title>${long}</title><style>${long}</style></head><body><img src="data:${long}"><p>Tea</p></body>`
    expect(partLongText(html)).toBe(html)
  })
})

test('a paragraph of endless lines becomes several, each line where it was', () => {
  const lines = (count: number) => `<p>${Array.from({ length: count }, (_, at) => `Line ${at}`).join('<br>')}</p>`
  expect(partLongText(lines(longestParagraph))).toBe(lines(longestParagraph))
  const parts = partLongText(lines(longestParagraph * 3 + 1)).split('<span style="display:block"></span>')
  expect(parts.join('')).toBe(lines(longestParagraph * 3 + 1))
  expect(parts.map(part => part.split('<br>').length - 1)).toEqual([200, 200, 200, 0])
})

describe('a printer’s limits', () => {
  test('pages that took the browser longer than it may take are printed', async () => {
    const printer = sharedPrinter('replace')
    const css = 'p{overflow-wrap:anywhere}'
    for (const body of ['م'.repeat(31_000), 'x<br>'.repeat(12_000)].slice(0, isExhaustive ? 2 : 1)) {
      const { texts } = await readPdf(await printer.print({ html: page(`<p>${body}</p>`, { css }), paper: 'a4' }))
      expect(texts.join('').length).toBeGreaterThan(10_000)
    }
  })

  test('a document of too many cells reaches no browser, one of too many pages no reader', async () => {
    await using printer = openPrinter({ processes: 1, maxPages: 2, maxCells: 300 })
    const rows = (count: number) => page(`<table>${'<tr><td>Tea</td><td>4.20</td></tr>'.repeat(count)}</table>`)
    await expect(printer.print({ html: rows(20), paper: 'a4' })).resolves.toBeInstanceOf(Uint8Array)
    const over = printer.print({ html: rows(151), paper: 'a4' })
    const message = 'The document has 302 table cells, and `maxCells` allows 300: make it shorter, or raise that.'
    await expect(over).rejects.toEqual(new PrintError(message, { limit: 'cells' }))
    await expect(printer.print({ html: rows(150), paper: 'a4' })).rejects.toMatchObject({
      code: 'print',
      limit: 'pages',
    })
    await expect(printer.draw({ html: rows(151) })).rejects.toMatchObject({ limit: 'cells' })
  })
})
