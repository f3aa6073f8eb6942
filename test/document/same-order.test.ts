import { describe, expect, test } from 'vitest'
import type { ReceiptView } from '../../src/view/receipt-view.ts'
import { looks } from '../../src/view/variant.ts'
import { engineFor, sampled } from '../support/fixtures.ts'
import { textOf } from '../support/html.ts'
import { pageOf } from '../support/print-page.ts'

describe.each(looks)('mail, sheet, roll, slip and text say the same in the same order, in the look %s', look => {
  test.each(sampled(look))('$name', async fixture => {
    const { receipt, acceptLanguage, offers } = fixture
    const engine = await engineFor(fixture)
    const asked = { acceptLanguage, offers, variant: look }
    const said = saidBy(engine.view(receipt, asked))
    expect(said.length).toBeGreaterThan(0)
    const slip = engine.slip(receipt, { ...asked, columns: 42 }).parts
    const media = {
      mail: textOf(engine.html(receipt, asked)),
      text: engine.text(receipt, asked),
      roll: textOf(await pageOf(fixture, 'roll80', look)),
      sheet: textOf(await pageOf(fixture, 'a4', look)),
      slip: slip.map(part => ('text' in part ? part.text : '')).join('\n'),
    }
    for (const [medium, text] of Object.entries(media)) expect(firstOutOfOrder(said, text), medium).toBeUndefined()
  })
})

/** What every medium says, from its top to its end; a sheet has who bought it, and facts of the store, at its head. */
function saidBy(view: ReceiptView): string[] {
  const { fulfilment, rawGoods, items, returns, orders, totals, tenders, taxes, barcode, terms, loyalty } = view
  const namesIn = (goods: ReceiptView['items']) =>
    (goods?.groups ?? []).flatMap(group => group.items.map(({ name }) => name))
  const details = (tenders?.tenders ?? []).flatMap(({ detail }) => (detail ? [detail.subject] : []))
  return [
    fulfilment?.heading,
    ...namesIn(items),
    ...returns.flatMap(({ title, items }) => [title, ...namesIn(items)]),
    ...(items ? [] : orders.flatMap(order => namesIn(order.items))),
    ...(rawGoods?.lines ?? []),
    ...(totals?.lines ?? []).map(({ label }) => label),
    totals?.total?.label,
    ...(tenders && !tenders.said ? [...tenders.tenders, ...tenders.after].map(({ label }) => label) : []),
    taxes?.title,
    barcode?.isPass || barcode?.isPaymentLink ? undefined : barcode?.caption,
    ...(terms?.terms ?? []).flatMap(({ text }) => text?.lines[0]?.slice(0, 12)),
    ...details,
    loyalty?.title,
  ].filter(text => text !== undefined && text !== '') as string[]
}

/** The first of some texts that doesn't stand behind those before it. */
function firstOutOfOrder(said: readonly string[], text: string): string | undefined {
  const all = bare(text)
  let from = 0
  return said.find(each => {
    const at = all.indexOf(bare(each), from)
    if (at >= 0) from = at + bare(each).length
    return at < 0
  })
}

/** Letters and figures: however lines break, and whatever stands between facts. */
function bare(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}
