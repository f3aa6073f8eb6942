import { describe, expect, test } from 'vitest'
import { createEngine } from '../../../../src/engine.ts'
import { parseReceipt } from '../../../../src/receipt/parse.ts'
import { aReceipt, asText, firstItem, plain, viewOf } from '../../../support/receipts.ts'

const itemOf = (item: Record<string, unknown>, language = 'en-US') =>
  firstItem(viewOf(aReceipt({ items: [{ name: 'Tea', ...item }] }), language))
const itemsOf = (items: Record<string, unknown>[]) => viewOf(aReceipt({ items })).items!

describe('the calculation', () => {
  test.each([
    ['two pieces', { price: 19, total: 38, quantity: { value: 2 } }, '2 × $19.00'],
    [
      'a weight',
      { price: 4.99, total: 6.16, quantity: { value: 1.234, unitOfMeasureCode: 'KG' } },
      '1.234 kg × $4.99/kg',
    ],
    [
      'fuel at a price of three decimals',
      { price: 3.459, total: 40, quantity: { value: 11.564, unitOfMeasureCode: 'GAL' } },
      '11.564 gal × $3.459/gal',
    ],
    [
      'a unit nobody knows',
      { price: 3, total: 6, quantity: { value: 2, unitOfMeasureCode: 'TRAY' } },
      '2 TRAY × $3.00/TRAY',
    ],
    ['one piece cheaper than its price', { price: 19, total: 15 }, '$19.00'],
    ['a quantity without a price', { quantity: { value: 3 } }, '3'],
    [
      'pieces sent as text in the deprecated field',
      { price: '19', total: '38', quantity: { units: '2' } },
      '2 × $19.00',
    ],
  ])('shows %s', (_, item, summary) => expect(plain(itemOf(item).summary)).toBe(summary))

  test('is omitted if it only repeats the amount', () => {
    expect(itemOf({ price: 19, total: 19, quantity: { value: 1 } }).summary).toBeUndefined()
    expect(itemOf({ price: 19 }).summary).toBeUndefined()
    const back = { name: 'Tea', price: 19, total: -19, quantity: { value: -1 } }
    const [returned] = viewOf(aReceipt({ items: [back], grandAmount: -19 })).returns
    expect(returned!.items!.groups[0]!.items[0]!.summary).toBeUndefined()
  })
})

describe('the amount of a line', () => {
  test('is its total, or the price of a single piece', () => {
    expect(itemOf({ total: 38, price: 19, quantity: { value: 2 } }).amount).toBe('$38.00')
    expect(itemOf({ price: 19 }).amount).toBe('$19.00')
    expect(itemOf({ price: 19, quantity: { value: 1 } }).amount).toBe('$19.00')
  })

  test('is never computed from price and quantity', () => {
    expect(itemOf({ price: 19, quantity: { value: 2 } }).amount).toBeUndefined()
  })

  test('has a short notation behind it; a longer one joins the summary', () => {
    expect(itemOf({ total: 38, priceNotation: 'A' })).toMatchObject({ amount: '$38.00', mark: 'A' })
    expect(itemOf({ total: 38, priceNotation: 'VAT 20 %' })).not.toHaveProperty('summary')
    expect(itemOf({ total: 38, priceNotation: 'VAT 20.0%' })).not.toHaveProperty('mark')
    expect(plain(itemOf({ total: 38, priceNotation: 'VAT 20.0%' }).summary)).toBe('VAT 20.0%')
  })

  test('makes room for the longest notation of all tables of goods, if there is one', () => {
    const item = (priceNotation?: string) => ({ name: 'Tea', total: 38, priceNotation })
    const notationOf = (...items: object[]) => viewOf(aReceipt({ items, returns: [{ items: [item('N H')] }] })).notation
    expect(notationOf(item('A'))).toEqual({ space: 34, columns: 4 })
    expect(notationOf(item('※'), item('WWW'))).toEqual({ space: 48, columns: 4 })
    expect(viewOf(aReceipt({ items: [item()] }))).not.toHaveProperty('notation')
  })

  test('may be zero', () => expect(itemOf({ total: 0 }).amount).toBe('$0.00'))
})

describe('what tells an item from similar ones', () => {
  const skarn = {
    brand: 'Skarn',
    manufacturer: 'Foundry Ltd',
    modelNumber: 'M8',
    serialNumber: 'S55',
    sku: 'K1',
    upc: '614141008353',
    classCode: 'C7',
    customCategory1: 'Bin',
    customCategory2: 'Recall',
    industry: 'Camping',
  }

  test('is in its summary where a returns desk, a warranty or the police ask for it, and else in its facts by groups', () => {
    const item = itemOf({ ...skarn, taxes: [{ description: 'Levy', amount: 0.5 }] })
    expect(plain(item.summary)).toBe('Model M8 · Serial no. S55 · SKU K1 · Levy $0.50')
    expect(item.facts).toEqual(['Skarn · Made by Foundry Ltd', 'UPC 614141008353 · Class C7', 'Bin · Recall · Camping'])
    expect(item.notes).toEqual([])
  })

  test('begins with its category, unless a title says it', () => {
    const [tea, rope] = itemsOf([
      { name: 'Tea', category: 'Food', brand: 'Brae' },
      { name: 'Rope', category: 'Climbing' },
    ]).groups[0]!.items
    expect([tea!.facts, rope!.facts]).toEqual([['Food · Brae'], ['Climbing']])
    expect([tea!.summary, rope!.summary]).toEqual([undefined, undefined])
    const [bread] = itemsOf([
      { name: 'Bread', category: 'Food', sku: '118' },
      { name: 'Jam', category: 'Food' },
    ]).groups[0]!.items
    expect([bread!.facts, bread!.summary]).toEqual([undefined, 'SKU 118'])
  })

  test('is on a sheet in the details, all of it', () => {
    expect(plain(itemOf(skarn).details)).toBe(
      'Model M8 · Serial no. S55 · SKU K1 · Skarn · Made by Foundry Ltd · UPC 614141008353 · Class C7 · Bin · Recall · Camping',
    )
  })
})

describe('a description or remark', () => {
  test.each([
    ['Green tea', 'GREEN  TEA'],
    ['Écharpe', ' écharpe'],
    ['чай', 'Чай'],
    ['7-up', '7-UP'],
  ])('%s is not said again as %j', (name, description) => {
    expect(itemOf({ name, description })).not.toHaveProperty('summary')
  })

  const long = 'A paddle of cedar and carbon with a bent shaft, made by hand'

  test('is in the summary if it is short, and in the notes if it is long', () => {
    expect(itemOf({ description: 'Bent shaft' })).toMatchObject({ summary: 'Bent shaft', details: 'Bent shaft' })
    expect(itemOf({ miscInfo: 'Engraved' })).toMatchObject({ summary: 'Engraved', details: 'Engraved', notes: [] })
    expect(itemOf({ description: long })).toMatchObject({ notes: [long] })
    expect(itemOf({ miscInfo: long })).toMatchObject({ notes: [long] })
    expect(itemOf({ description: long })).not.toHaveProperty('summary')
  })

  test('share a line if both are short', () => {
    const item = itemOf({
      description: 'Bent shaft',
      miscInfo: 'Engraved',
      price: 19,
      total: 38,
      quantity: { value: 2 },
    })
    expect([plain(item.summary), plain(item.details), item.notes]).toEqual([
      '2 × $19.00 · Bent shaft · Engraved',
      'Bent shaft · Engraved',
      [],
    ])
  })

  test.each([
    ['40 characters', 40, ''],
    ['41', 41, undefined],
  ])('takes up to 40 characters of a line: %s', (_, length, rest) => {
    const said = 'x'.repeat(length)
    const item = itemOf({ miscInfo: said })
    expect(item.summary).toBe(rest === undefined ? undefined : said)
    expect(item.notes).toEqual(rest === undefined ? [said] : [])
  })

  test('stands below if the line would have more than 50 characters, without the dot between', () => {
    const sent = { price: 19, total: 38, quantity: { value: 2 } }
    const at = (described: number, remark: number) => {
      const description = described ? 'y'.repeat(described) : undefined
      const { summary, notes } = itemOf({ ...sent, description, miscInfo: 'x'.repeat(remark) })
      return [plain(summary), notes]
    }
    const [y, x] = ['y'.repeat(17), 'x'.repeat(20)]
    expect(at(0, 40)).toEqual([`2 × $19.00 · ${'x'.repeat(40)}`, []])
    expect(at(17, 20)).toEqual([`2 × $19.00 · ${y} · ${x}`, []])
    expect(at(17, 21)).toEqual([`2 × $19.00 · ${y}`, [`${x}x`]])
  })

  test('of several lines stands below', () => {
    const item = itemOf({ description: 'Bent shaft', miscInfo: 'Engraved\\nwith initials' })
    expect([item.summary, item.notes]).toEqual(['Bent shaft', ['Engraved', 'with initials']])
    expect(itemOf({ description: long, miscInfo: 'Engraved' }).notes).toEqual([long, 'Engraved'])
  })
})

describe('discounts on a line', () => {
  const offer = { name: 'Autumn offer', amount: -14 }
  const shown = (item: Record<string, unknown>) => {
    const { calculation, listPrice, reduction, summary } = itemOf(item)
    return [calculation, listPrice, reduction, summary].map(part => part && plain(part))
  }

  test.each<[string, Record<string, unknown>, (string | undefined)[]]>([
    [
      'one piece, whose price they lower',
      { price: 112, total: 98, quantity: { value: 1 }, discounts: [offer] },
      ['1 × $112.00', '$112.00', '1 × $112.00 · Autumn offer −$14.00', undefined],
    ],
    [
      'one piece without a quantity',
      { price: 112, total: 98, discounts: [offer] },
      ['$112.00', '$112.00', '$112.00 · Autumn offer −$14.00', undefined],
    ],
    [
      'several pieces, whose price isn’t what they lower',
      { price: 56, total: 98, quantity: { value: 2 }, discounts: [offer] },
      ['2 × $56.00', undefined, '2 × $56.00 · Autumn offer −$14.00', undefined],
    ],
    [
      'two discounts',
      { price: 56, total: 93, quantity: { value: 2 }, discounts: [offer, { amount: -5 }] },
      ['2 × $56.00', undefined, '2 × $56.00 · Autumn offer −$14.00 · Discount −$5.00', undefined],
    ],
    [
      'a piece at its price, which they didn’t lower',
      { price: 98, total: 98, discounts: [{ name: 'Staff', amount: 0 }] },
      [undefined, undefined, 'Staff $0.00', undefined],
    ],
    [
      'a line without a price',
      { total: 98, discounts: [offer] },
      [undefined, undefined, 'Autumn offer −$14.00', undefined],
    ],
    [
      'a piece with a description',
      { price: 112, total: 98, description: 'Size M', discounts: [offer] },
      ['$112.00', '$112.00', '$112.00 · Autumn offer −$14.00', 'Size M'],
    ],
  ])('stand behind the calculation, which the summary leaves out: %s', (_, item, parts) =>
    expect(shown(item)).toEqual(parts),
  )

  test('leave the calculation in the summary of a compact table, whose lines follow it', () => {
    const coat = { name: 'Coat', price: 112, total: 98, quantity: { value: 1 }, discounts: [offer] }
    const [first] = itemsOf(Array.from({ length: 60 }, () => coat)).groups[0]!.items
    expect(first).toMatchObject({ summary: expect.stringMatching(/^1 × \$112\.00/), reduction: expect.any(String) })
    expect(plain(first!.reduction)).toBe('Autumn offer −$14.00')
    expect([first!.calculation, first!.listPrice]).toEqual([undefined, undefined])
  })

  test('have nothing to do with a gift card, which leaves the calculation where it is', () => {
    const giftCard = { accountNumber: '6006490000001207', balance: 50 }
    expect(shown({ price: 25, total: 50, quantity: { value: 2 }, giftCard })).toEqual([
      undefined,
      undefined,
      'Gift card •••• 1207 · Card balance $50.00',
      '2 × $25.00',
    ])
  })

  test('are absent without discounts', () => {
    expect(shown({ price: 19, total: 38, quantity: { value: 2 } })).toEqual([
      undefined,
      undefined,
      undefined,
      '2 × $19.00',
    ])
  })

  test('are listed below it, and marked as savings if negative', () => {
    const { lines } = itemOf({
      total: 15,
      discounts: [{ amount: -5, name: 'Coupon' }, { amount: -1 }, { amount: 2, name: 'Taken back' }, { amount: 0 }],
    })
    expect(asText(lines)).toEqual(['Coupon | −$5.00', 'Discount | −$1.00', 'Taken back | $2.00'])
    expect(lines.map(({ saving }) => saving ?? false)).toEqual([true, true, false])
  })
})

test('shows the last four digits and balance of a purchased gift card', () => {
  const { lines } = itemOf({
    total: 50,
    giftCard: { accountNumber: '6006490000001207', balance: 50 },
  })
  expect(plain(lines[0]!.label)).toBe('Gift card •••• 1207 · Card balance $50.00')
})

describe('groups', () => {
  test('follow the order of categories as first sent, with one for other items', () => {
    const items = itemsOf([
      { name: 'Tea', category: 'Food' },
      { name: 'Bag' },
      { name: 'Rope', category: 'Climbing' },
      { name: 'Bread', category: 'Food' },
      { name: 'Jam', category: 'Food' },
      { name: 'Chalk', category: 'Climbing' },
    ])
    expect(items.groups.map(({ title, items: members }) => [title, ...members.map(({ name }) => name)])).toEqual([
      ['Food', 'Tea', 'Bread', 'Jam'],
      ['Other items', 'Bag'],
      ['Climbing', 'Rope', 'Chalk'],
    ])
    expect([items.grouped, items.headed]).toEqual([true, true])
  })

  test('have titles as soon as one category has two items, wherever these were sent', () => {
    const items = itemsOf([
      { name: 'Apples', category: 'Fruit' },
      { name: 'Milk', category: 'Dairy' },
      { name: 'Pears', category: 'Fruit' },
    ])
    expect(items.groups.map(({ title, items: members }) => [title, ...members.map(({ name }) => name)])).toEqual([
      ['Fruit', 'Apples', 'Pears'],
      ['Dairy', 'Milk'],
    ])
  })

  test('of one item each name the category on the item instead, as do two items without one', () => {
    const items = itemsOf([
      { name: 'Tea', category: 'Food', sku: '118' },
      { name: 'Bag' },
      { name: 'Rope', category: 'Climbing' },
      { name: 'Box' },
    ])
    expect(items.groups.map(({ title, items: members }) => [title, ...members.map(({ name }) => name)])).toEqual([
      [undefined, 'Tea', 'Bag', 'Rope', 'Box'],
    ])
    expect(items.groups[0]!.items.map(({ summary, facts }) => [summary, facts])).toEqual([
      ['SKU 118 · Food', undefined],
      [undefined, undefined],
      [undefined, ['Climbing']],
      [undefined, undefined],
    ])
    expect([items.grouped, items.headed]).toEqual([false, false])
  })

  test('have no titles if no category was sent', () => {
    const items = itemsOf([{ name: 'Tea' }, { name: 'Bread' }])
    expect([items.grouped, items.groups.length, items.groups[0]!.title]).toEqual([false, 1, undefined])
  })

  test('accept category names such as constructor and __proto__', () => {
    const items = itemsOf([
      { name: 'A', category: 'constructor' },
      { name: 'B', category: '__proto__' },
      { name: 'C', category: 'constructor' },
      { name: 'D', category: '__proto__' },
    ])
    expect(items.groups.map(({ title, items: members }) => [title, members.length])).toEqual([
      ['constructor', 2],
      ['__proto__', 2],
    ])
  })
})

test('reports which columns any line fills', () => {
  expect(itemsOf([{ name: 'Tea' }]).has).toEqual({
    quantity: false,
    price: false,
    tax: false,
    mark: false,
    amount: false,
  })
  expect(
    itemsOf([
      { name: 'Tea', total: 1, priceNotation: 'T' },
      { name: 'Pot', quantity: { value: 1 }, price: 2, taxes: [{ percent: 0.05 }] },
    ]).has,
  ).toEqual({
    quantity: true,
    price: true,
    tax: true,
    mark: true,
    amount: true,
  })
})

test('switches to compact mail at 60 lines', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `Item ${at}` }))
  expect([59, 60].map(count => itemsOf(lines(count)).compact)).toEqual([false, true])
})

test('puts what belongs to a name behind it from 12 lines on', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `Item ${at}` }))
  expect([11, 12, 60].map(count => itemsOf(lines(count)).dense)).toEqual([false, true, true])
})

test('links a line’s documents, and only names one without a URL', () => {
  const supportingDocuments = {
    a: { name: 'Manual', url: 'https://docs.example.com/m' },
    b: { name: 'Ask us' },
    c: { url: 'https://docs.example.com/c' },
  }
  expect(itemOf({ supportingDocuments }).links).toEqual([
    { text: 'Manual', url: 'https://docs.example.com/m' },
    { text: 'Ask us', url: '' },
    { text: 'Open document', url: 'https://docs.example.com/c' },
  ])
})

test('items without notes, lines and links share one empty list, which is frozen', async () => {
  const engine = await createEngine()
  const items = [{ name: 'Plum' }, { name: 'Pear', discounts: [{ name: 'Autumn', amount: -1 }] }]
  const [plum, pear] = engine.view(parseReceipt(aReceipt({ items }))).items!.groups[0]!.items
  expect(Object.isFrozen(plum!.notes)).toBe(true)
  for (const shared of [plum!.lines, plum!.links, pear!.notes, pear!.links]) expect(shared).toBe(plum!.notes)
  expect(plum!.notes).toEqual([])
  expect(pear!.lines).toHaveLength(1)
})

describe('an item without a name', () => {
  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    [
      'its description',
      { description: 'Oat flat white', sku: 'B-778' },
      { name: 'Oat flat white', summary: 'SKU B-778', facts: undefined },
    ],
    ['what identifies it', { brand: 'Kalita', sku: 'B-778' }, { name: 'Kalita · SKU B-778', facts: undefined }],
    [
      'that above its calculation',
      { sku: 'B-778', price: 4.25, total: 8.5, quantity: { value: 2 } },
      { name: 'SKU B-778', summary: '2 × $4.25' },
    ],
    ['nothing, if there is nothing', { total: 12.99 }, { name: '', amount: '$12.99' }],
  ])('says %s', (_, item, shown) => {
    const view = viewOf(aReceipt({ items: [{ name: ' ', total: 5, ...item }] }))
    const { name, summary, facts, amount } = firstItem(view)
    const found = { name: plain(name), summary: summary && plain(summary), facts, amount }
    expect(found).toMatchObject(shown)
  })
})
