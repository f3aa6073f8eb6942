import { describe, expect, test } from 'vitest'
import { languagesToWrite } from '../../../tools/page/studio/side/own-text.tsx'
import { sectionLabel } from '../../../tools/page/studio/side/section-labels.ts'
import { placed } from '../../../tools/page/studio/side/section-moves.ts'

test.each([
  ['fulfilment', 'Pickup and delivery'],
  ['tear', 'Tear line'],
  ['tender-details', 'Payment details'],
  ['item-details', 'Item details'],
  ['wash-care', 'Wash care'],
  ['item_rows', 'Item rows'],
  ['giftNote', 'Gift note'],
  ['promise', 'Promise'],
])('the section %s is called %s', (name, label) => expect(sectionLabel(name)).toBe(label))

describe('a section moved among those that are shown', () => {
  const order = ['items', 'returns', '-orders', 'totals', 'taxes', 'tenders']
  const shown = ['items', '-orders', 'totals', 'tenders']

  test('passes no more hidden ones than needed', () => {
    expect(placed(order, shown, { entry: 'items', place: 1 })).toEqual([
      ...['returns', '-orders', 'items', 'totals', 'taxes', 'tenders'],
    ])
    expect(placed(order, shown, { entry: 'tenders', place: 2 })).toEqual([
      ...['items', 'returns', '-orders', 'tenders', 'totals', 'taxes'],
    ])
  })

  test('to the top and to the foot', () => {
    expect(placed(order, shown, { entry: 'totals', place: -1 })[0]).toBe('totals')
    expect(placed(order, shown, { entry: 'items', place: 9 }).at(-1)).toBe('items')
  })

  test('and put back is where it was', () => {
    expect(placed(order, shown, { entry: 'totals', place: 2 })).toEqual(order)
  })
})

test.each([
  ['en-CA', ['de', 'en'], ['en', 'de']],
  ['fr-CA', ['fr', 'fr-CA'], ['fr-CA', 'en', 'fr']],
  ['ja', [], ['ja', 'en']],
])('a text below a mail in %s is first written in its language', (shown, folder, expected) => {
  expect(languagesToWrite(shown, folder, ['de', 'en', 'fr', 'fr-CA', 'ja'])).toEqual(expected)
})
