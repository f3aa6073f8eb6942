import { describe, expect, test } from 'vitest'
import { textWidth } from '../../src/document/text/columns.ts'
import { createEngine } from '../../src/engine.ts'
import { type SlipPart, type SlipStyle, slipOf, slipParts, withMarks } from '../../src/view/slip.ts'
import { fixtureNamed, fixtures, isRightToLeft } from '../support/fixtures.ts'
import { aReceipt, plain, type SentReceipt, viewOf } from '../support/receipts.ts'

const engine = await createEngine({ links: { page: 'https://receipts.example.com/r/{transactionNumber}' } })
const leftToRight = fixtures.filter(({ name }) => name !== 'invalid' && !isRightToLeft(name))

const textsIn = (parts: readonly SlipPart[]) => parts.flatMap(part => ('text' in part ? [part] : []))
const styled = (parts: readonly SlipPart[], style: SlipStyle) =>
  textsIn(parts).flatMap(part => (part.style === style ? part.text.split('\n') : []))
/** What a line says, wherever its words are set. */
const bare = (text: string) => text.replace(/[\s\p{Cf}]/gu, '')

describe('the view for a till’s paper', () => {
  const links = { page: 'https://receipts.example.com/r/1', map: 'https://maps.example.com' }
  const view = viewOf(aReceipt(), 'en-US', { links, footer: ['Ridgeline LLC'] })

  test('has no links, and no word about a mail', () => {
    const slip = slipOf(view)
    expect([slip.receiptLinks, slip.storeLinks, slip.footer.automatic]).toEqual([[], [], ''])
    expect(slip.footer.lines).toEqual(['Ridgeline LLC'])
  })

  test('ends no line of an address between a town and its code, if one line has no room for it', () => {
    const address = { addressLine1: '3030 El Cajon Blvd', city: 'San Diego', territory: 'CA', postalCode: '92104' }
    const { heading, fulfilment } = slipOf(
      viewOf(
        aReceipt({
          workstation: { id: '1', store: { id: '7', name: 'Paws', address: { ...address, country: { code: 'US' } } } },
          deliveryPickup: { address, instructions: 'Ring twice' },
        }),
      ),
    )
    const whole = '3030\u00a0El\u00a0Cajon\u00a0Blvd, San\u00a0Diego,\u00a0CA\u00a092104'
    expect(heading.place).toBe(whole)
    expect(fulfilment!.facts.map(({ value }) => value)).toEqual([whole])
  })

  test('says that it is for paper, and leaves the view as it was', () => {
    expect(slipOf(view).slip).toBe(true)
    expect(view).not.toHaveProperty('slip')
    expect(view.receiptLinks).toHaveLength(1)
    expect(view.footer.automatic).not.toBe('')
  })
})

describe('the marks', () => {
  const order = { number: 'ORD-7', action: 'Pickup', barcodeNumber: 'ORD-7' }
  const sent = { barcodeNumber: '118-20931', orders: [order], items: [{ name: 'Tea', total: 12 }] }

  test('stand above what each code says, with whose it is if there are several', () => {
    const { marked, barcode, orders } = withMarks(viewOf(aReceipt(sent)))
    expect(marked).toBe(true)
    expect(barcode!.text).toBe(`\0${barcode!.image}\0\nReceipt 118-20931`)
    expect(orders[0]!.barcode!.text).toBe(`\0${orders[0]!.barcode!.image}\0\nOrder ORD-7`)
    const alone = withMarks(viewOf(aReceipt({ barcodeNumber: '118-20931' }))).barcode!
    expect(alone.text).toBe(`\0${alone.image}\0\n118-20931`)
  })

  test('stand above the address of a payment, and once if it is the barcode', () => {
    const paymentLink = 'https://pay.example.com/1'
    const request = { transactionType: 'PaymentLinkTransaction', paymentLink }
    const view = viewOf(aReceipt({ ...request, barcodeType: 'QRCode', barcodeNumber: paymentLink }))
    const marked = withMarks(view)
    expect(marked.paymentLink!.url).toBe(`\0${view.paymentLink!.image}\0\nScan to pay\n${paymentLink}`)
    expect(marked.barcode).toEqual(view.barcode)
  })

  test('leave the view as it was', () => {
    const view = viewOf(aReceipt(sent))
    const before = structuredClone(view)
    withMarks(view)
    expect(view).toEqual(before)
  })
})

describe('a marked text', () => {
  const view = viewOf(aReceipt({ barcodeNumber: '118-20931' }))
  const [[key, code]] = Object.entries(view.images) as [[string, object]]
  const partsOf = (text: string) => slipParts(text, view).filter(part => !('code' in part))

  test('is divided where its style changes', () => {
    expect(partsOf('\u0001Pebble & Pine\n12 Quay\nBath\n\u0003Fruit\n\u0003and more\nPlums\n\u0002Total 4')).toEqual([
      { text: 'Pebble & Pine', style: 'double' },
      { text: '12 Quay\nBath' },
      { text: 'Fruit\nand more', style: 'bold' },
      { text: 'Plums' },
      { text: 'Total 4', style: 'tall' },
    ])
  })

  test('keeps blank lines and indents, and what is no mark at the beginning of a line', () => {
    expect(partsOf('  one\n\n\u0003  two\n\nthree \u0003 four')).toEqual([
      { text: '  one\n' },
      { text: '  two', style: 'bold' },
      { text: '\nthree \u0003 four' },
    ])
  })

  test('has each code where its mark stands, without the mark’s line', () => {
    expect(slipParts(`Total\n   \0${key}\0\n  118-20931\nThank you.\n`, view)).toEqual([
      { text: 'Total' },
      { code },
      { text: '  118-20931\nThank you.' },
    ])
  })

  test('has a code at its end that no mark has a place for, and none for a mark of nothing', () => {
    expect(slipParts('Total', view)).toEqual([{ text: 'Total' }, { code }])
    expect(slipParts(`Total\n\0image9\0\nThank you.\n\0${key}\0`, view)).toEqual([
      { text: 'Total' },
      { text: 'Thank you.' },
      { code },
    ])
  })
})

describe.each([24, 32, 42, 48])('a slip of %i columns', columns => {
  const slips = leftToRight.map(({ name, receipt, acceptLanguage }) => {
    const asked = { acceptLanguage, columns }
    const view = engine.view(receipt, { acceptLanguage })
    return { name, view, ...engine.slip(receipt, asked) }
  })

  test('has the shop’s name first, twice as wide and high, in the middle', () => {
    for (const { name, parts, view } of slips) {
      const [first] = textsIn(parts)
      expect(first!.style, name).toBe('double')
      expect(bare(first!.text), name).toBe(bare(view.heading.store))
      for (const line of first!.text.split('\n')) {
        const left = line.length - line.trimStart().length
        const right = (columns >> 1) - textWidth(line)
        expect(right - left, name).toBeOneOf([0, 1])
      }
    }
  })

  test('has its total once, twice as wide and high where that fits, else twice as high', () => {
    for (const { name, parts, view } of slips) {
      const total = view.totals?.total
      const [, ...doubles] = textsIn(parts).filter(part => part.style === 'double')
      const talls = textsIn(parts).filter(part => part.style === 'tall')
      const found = [...doubles, ...talls]
      expect(
        found.map(part => bare(part.text)),
        name,
      ).toEqual(total ? [bare(total.label + total.amount)] : [])
      if (!total) continue
      // In double letters the amount ends at half the columns, less half the space of price notations.
      const half = (columns >> 1) - Math.ceil((view.notation?.columns ?? 0) / 2)
      const fits = textWidth(plain(total.label)) + textWidth(plain(total.amount)) < half
      expect(found[0]!.style, name).toBe(fits ? 'double' : 'tall')
      const edge = fits ? half : columns - (view.notation?.columns ?? 0)
      expect(textWidth(found[0]!.text.split('\n').at(-1)!), name).toBe(edge)
    }
  })

  test('has no line that is too wide for its letters', () => {
    for (const { name, parts, view } of slips) {
      const own = new Set(view.raw?.lines.map(line => line.trim()))
      for (const { text, style } of textsIn(parts))
        for (const line of text.split('\n'))
          if (!/https?:\/\//.test(line) && !own.has(line.trim()))
            expect(textWidth(line), `${name}: ${line}`).toBeLessThanOrEqual(style === 'double' ? columns >> 1 : columns)
    }
  })

  test('has no empty part, and no mark left', () => {
    for (const { name, parts } of slips)
      for (const { text, style } of textsIn(parts)) {
        expect(text, name).not.toMatch(/[\0-\x03]/)
        if (style) expect(text.trim(), name).not.toBe('')
      }
  })
})

test.each([32, 42])('labels of the details are bold in %i columns, what they are about is not', columns => {
  const { receipt, acceptLanguage } = fixtureNamed('fashion-sale.en-CA')
  const { parts } = engine.slip(receipt, { acceptLanguage, columns })
  const labels = textsIn(parts).flatMap(({ text, style, bold }) =>
    bold ? text.slice(0, bold) : style === 'bold' ? text : [],
  )
  expect(labels).toEqual(
    ['Returned', 'Paid with Visa •••• 1881', 'Store', 'Visa Credit', 'Rewards', 'Sent to'].map(label =>
      expect.stringMatching(plain(label).replace(/ /g, '.')),
    ),
  )
})

test('what to bring and what is due are bold', () => {
  const boldOf = (differs: SentReceipt) =>
    styled(engine.slip(aReceipt(differs), { columns: 32 }).parts, 'bold').map(plain)
  const deliveryPickup = { instructions: 'Bring a photo ID.' }
  expect(boldOf({ transactionType: 'BOPUS', deliveryPickup, barcodeNumber: '55104' })).toContain('Bring a photo ID.')
  expect(boldOf({ balanceDue: 7, tenders: [{ tenderTypeCode: 'Cash', amount: 5 }] })).toEqual([
    expect.stringMatching(/^Balance due +\$7\.00$/),
  ])
})

describe('what stands out in bold letters', () => {
  const boldOf = (differs: SentReceipt, options = {}) =>
    styled(engine.slip(aReceipt(differs), options).parts, 'bold').map(plain)
  const fruit = [
    { name: 'Plums', category: 'Fruit', total: 4 },
    { name: 'Pears', category: 'Fruit', total: 3 },
    { name: 'Milk', category: 'Dairy', total: 5 },
  ]
  const visa = { tenderTypeCode: 'Credit', amount: 12, creditDebit: { last4Digits: '1881', typeCode: 'Visa' } }

  test('is categories, and how the whole was paid', () => {
    expect(boldOf({ items: fruit, tenders: [visa] })).toEqual(['Fruit', 'Dairy', 'Paid with Visa •••• 1881'])
  })

  test('is not the row of one of several payments', () => {
    const tenders = [
      { ...visa, amount: 7 },
      { tenderTypeCode: 'Cash', amount: 5 },
    ]
    expect(boldOf({ tenders })).toEqual([])
  })

  test('is nothing where the top doesn’t say how it was paid', () => {
    const tenders = [{ tenderTypeCode: 'Cash', amount: 0 }]
    expect(boldOf({ grandAmount: 0, items: [{ name: 'Sample', total: 0 }], tenders })).toEqual([])
  })

  test('is that nothing was sold, and that it is a copy', () => {
    expect(boldOf({ mode: 'Training' })).toEqual(['Training – not a sale'])
    expect(boldOf({}, { copy: true })).toEqual(['Copy'])
  })

  test('is what came back, a pickup and its time, an order beside goods sold', () => {
    expect(boldOf({ items: fruit.slice(2), returns: [{ items: [{ name: 'Pears', total: -3 }] }] })).toEqual([
      'Returned',
    ])
    const deliveryPickup = { dateTime: '2026-10-02T09:15:00-07:00' }
    expect(boldOf({ transactionType: 'BOPUS', deliveryPickup })).toEqual(['Pickup · Oct 2, 2026, 9:15 AM'])
    expect(boldOf({ items: fruit.slice(2), orders: [{ number: 'ORD-7', items: fruit.slice(1, 2) }] })).toEqual([
      'Order ORD-7',
    ])
  })
})

describe('the order of a slip', () => {
  const { receipt, acceptLanguage } = fixtureNamed('fashion-sale.en-CA')

  test('is that of its roll: name, total, payment, code, details', () => {
    const { parts, dir, lang } = engine.slip(receipt, { acceptLanguage })
    expect({ dir, lang }).toEqual({ dir: 'ltr', lang: 'en-CA' })
    const said = parts.map(part => ('text' in part ? part.text : 'the code')).join('\n')
    const { heading, details } = engine.view(receipt, { acceptLanguage })
    const [about] = details.about
    const places = [heading.store, 'Total', 'Paid with Visa', 'the code', about!.subject].map(words =>
      plain(said).indexOf(plain(words)),
    )
    expect(places).not.toContain(-1)
    expect(places).toEqual([...places].sort((one, other) => one - other))
  })
})

test('right-to-left lines have their styles, too', () => {
  const { receipt, acceptLanguage } = fixtureNamed('cafe.ar')
  const { parts, dir } = engine.slip(receipt, { acceptLanguage, columns: 42 })
  const { heading, totals } = engine.view(receipt, { acceptLanguage })
  expect(dir).toBe('rtl')
  expect(bare(styled(parts, 'double').join(''))).toContain(bare(heading.store))
  const total = [...styled(parts, 'double'), ...styled(parts, 'tall')].map(bare).at(-1)
  expect(total).toContain(bare(totals!.total!.amount))
})
