import { describe, expect, test } from 'vitest'
import { textWidth } from '../../src/document/text/columns.ts'
import { looks } from '../../src/view/variant.ts'
import { engineFor, type Fixture, fixtures, isRightToLeft, sampled } from '../support/fixtures.ts'
import { pageOf } from '../support/print-page.ts'
import { faultsOf, labelsOf, rowsOfPage, rowsOfText } from '../support/printed-columns.ts'
import { isExhaustive, isSampled } from '../support/scope.ts'

/** Scenarios whose plain text can't be read as columns, and why; their mail and paper can. */
const exceptions: Readonly<Record<string, string>> = {
  hostile: 'a payment’s label reads like a row of amounts, and a name has characters that take no column',
}

const readable = fixtures.filter(({ name }) => exceptions[name] === undefined)

describe.each(looks)('every column adds from top to bottom, in the look %s', look => {
  test.each(sampled(look))('in the mail: $name', async fixture => {
    const { html, goods } = await mailOf(fixture)
    const rows = rowsOfPage(html(look), goods)
    expect(faultsOf(rows, await wordsOf(fixture))).toEqual([])
  })

  test.each(sampled(look))('on paper: $name', async fixture => {
    // One of the papers by turns.
    for (const [nth, paper] of (['a4', 'roll80', 'letter', 'roll58'] as const).entries()) {
      if (!isExhaustive && nth !== (fixtures.indexOf(fixture) + looks.indexOf(look)) % 4) continue
      const rows = rowsOfPage(await pageOf(fixture, paper, look), '')
      expect(faultsOf(rows, await wordsOf(fixture)), paper).toEqual([])
    }
  })
})

test.each(readable)('every column of plain text and slips adds from top to bottom: $name', async fixture => {
  const { receipt, acceptLanguage, offers } = fixture
  const engine = await engineFor(fixture)
  const view = engine.view(receipt, { acceptLanguage, offers })
  const labels = await wordsOf(fixture)
  const isRtl = view.dir === 'rtl'
  for (const [nth, columns] of [64, 42, 48, 32].entries()) {
    if (!isExhaustive && nth >> 1 !== fixtures.indexOf(fixture) % 2) continue
    const end = columns - (view.notation?.columns ?? 0)
    const text = engine.text(receipt, { acceptLanguage, offers, columns })
    expect(faultsOf(rowsOfText(text, { end, isRtl, isSlip: true, labels }), labels), `text, ${columns}`).toEqual([])
    const slip = engine.slip(receipt, { acceptLanguage, offers, columns })
    // Letters of double width end at the same edge.
    const wide = (line: string) =>
      line.replace(/ +(?=[^ ]+$)/, gap => gap + ' '.repeat(Math.max(0, end - textWidth(line))))
    const printed = slip.parts
      .map(part => ('text' in part ? (part.style === 'double' ? wide(part.text) : part.text) : ''))
      .join('\n')
    expect(faultsOf(rowsOfText(printed, { end, isRtl, isSlip: true, labels }), labels), `slip, ${columns}`).toEqual([])
  }
})

test('sums are found in every medium, or nothing would be tested', async () => {
  const taken = fixtures.filter((_, at) => isExhaustive || at % 2 === 0)
  const sums = await Promise.all(
    taken.map(async (fixture, at) => {
      const { html, text, columns, goods } = await mailOf(fixture)
      const labels = await wordsOf(fixture)
      const isRtl = isRightToLeft(fixture.name)
      const rows = [
        ...looks.filter((_, nth) => isSampled(at, nth)).map(look => rowsOfPage(html(look), goods)),
        rowsOfPage(await pageOf(fixture, at % 2 === 0 ? 'a4' : 'roll80'), ''),
        ...(readable.includes(fixture) ? [rowsOfText(text, { end: columns, isRtl, isSlip: false, labels })] : []),
      ]
      return rows.map(found => ({
        goods: found.filter(({ is, amounts }) => is === 'goods' && amounts[0] !== undefined).length,
        totals: found.filter(({ is, label }) => is === 'sum' && labels.total.has(label)).length,
      }))
    }),
  )
  for (const [at, media] of sums.entries()) {
    expect(new Set(media.map(({ goods }) => goods)), taken[at]!.name).toHaveLength(1)
    expect(new Set(media.map(({ totals }) => totals)), taken[at]!.name).toHaveLength(1)
  }
  expect(sums.filter(([mail]) => mail!.totals === 1).length).toBeGreaterThan(0.55 * taken.length)
})

test('a false sum is found', async () => {
  const labels = labelsOf('en-US')
  const row = (is: 'goods' | 'sum', label: string, amount: number) => ({
    is,
    label,
    amounts: [amount * 1e5],
    sign: '$',
  })
  const goods = [row('goods', 'Jacket', 98), row('goods', 'Socks', 38)]
  const faults = (...sums: [string, number][]) =>
    faultsOf([...goods, ...sums.map(([label, amount]) => row('sum', label, amount))], labels).length
  expect(faults(['Subtotal', 136], ['Tax', 10], ['Total', 146])).toBe(0)
  expect(faults(['Subtotal', 150], ['Tax', 10], ['Total', 160])).toBe(1)
  expect(faults(['Subtotal', 136], ['Tax', 10], ['Total', 145])).toBe(1)
  expect(faults(['Before discounts', 150], ['Item discounts', -14], ['Before tax', 136], ['Total', 136])).toBe(0)
  expect(faults(['Before discounts', 160], ['Item discounts', -14], ['Before tax', 146], ['Total', 146])).toBe(1)
  expect(faults(['Total', 136], ['Cash', 150], ['Change', 14])).toBe(0)
  expect(faults(['Total', 136], ['Cash', 150], ['Change', -14])).toBe(1)
  expect(faults(['Total', 136], ['Tip', 14], ['Cash', 150])).toBe(0)
  expect(faults(['Total', 136], ['Tip', 14], ['Cash', 136])).toBe(1)
  expect(faults(['Total', 136], ['Cash', 100], ['Balance due', 36])).toBe(0)
  expect(faults(['Total', 136], ['Cash', 100], ['Balance due', 40])).toBe(1)
})

async function wordsOf(fixture: Fixture) {
  const { receipt, acceptLanguage } = fixture
  return labelsOf((await engineFor(fixture)).locale(receipt, { acceptLanguage }).chosen)
}

async function mailOf(fixture: Fixture) {
  const { receipt, acceptLanguage, offers } = fixture
  const engine = await engineFor(fixture)
  const view = engine.view(receipt, { acceptLanguage, offers })
  const columns = 64 - (view.notation?.columns ?? 0)
  const tables = [view.items, ...view.orders.map(order => order.items), ...view.returns.map(each => each.items)]
  return {
    html: (variant: (typeof looks)[number]) => engine.html(receipt, { acceptLanguage, offers, variant }),
    text: engine.text(receipt, { acceptLanguage, offers }),
    columns,
    goods: tables.find(Boolean)?.title ?? '',
  }
}
