import { describe, expect, test } from 'vitest'
import { aReceipt, plain, viewOf } from '../../../support/receipts.ts'

test('names the sale that returned items come from', () => {
  const entry = {
    originalStoreNumber: '364',
    originalRegister: 'P9',
    originalTransactionNumber: 'TX-64',
    items: [{ name: 'Pegs', total: -12 }],
    miscText: 'Bent\\ntips',
  }
  const [returned] = viewOf(aReceipt({ returns: [entry] })).returns
  expect(returned!.original).toBe('Original receipt TX-64 · Store 364 · Register P9')
  expect(returned!.note!.lines).toEqual(['Bent', 'tips'])
  expect(plain(returned!.items!.groups[0]!.items[0]!.amount)).toBe('$12.00')
})

describe('the sale that the receipt refers to', () => {
  const returnedFrom = (entry: object, ...items: object[]) => {
    const relatedTransactionReference = {
      transactionNumber: 'TX-64',
      store: '364',
      register: 'P9',
      reason: 'Too small',
    }
    const view = viewOf(aReceipt({ relatedTransactionReference, returns: [{ ...entry, items }] }))
    const goods = view.returns[0]!.items!.groups.flatMap(group => group.items)
    return [view.details.goods.map(({ text }) => text), goods.map(({ summary }) => summary)]
  }
  const pegs = { name: 'Pegs', total: -12 }

  test('is named once, though goods are from it', () => {
    const same = { originalTransactionNumber: 'TX-64', originalRegister: 'P9' }
    expect(returnedFrom(same, pegs)).toEqual([[], [undefined]])
    expect(returnedFrom(same, pegs, pegs)).toEqual([[], [undefined, undefined]])
  })

  test('says nothing of goods from another, or from another till', () => {
    expect(returnedFrom({ originalTransactionNumber: 'TX-65' }, pegs)).toEqual([[], ['Original receipt TX-65']])
    expect(returnedFrom({ originalTransactionNumber: 'TX-64', originalRegister: 'P1' }, pegs, pegs)).toEqual([
      ['Original receipt TX-64 · Register P1'],
      [undefined, undefined],
    ])
  })
})

test('takes goods off what is sold beside them', () => {
  const { returns } = viewOf(
    aReceipt({ items: [{ name: 'Tent', total: 24 }], returns: [{ items: [{ name: 'Pegs', total: -12 }] }] }),
  )
  expect(plain(returns[0]!.items!.groups[0]!.items[0]!.amount)).toBe('−$12.00')
})

describe('the till’s remark', () => {
  const returnedWith = (miscText: string, ...items: object[]) => {
    const [entry] = viewOf(aReceipt({ returns: [{ items, miscText }] })).returns
    const shown = entry!.items!.groups.flatMap(group => group.items)
    return { note: entry!.note?.lines, goods: shown.map(({ summary, notes }) => [summary, notes]) }
  }
  const cap = { name: 'Canvas cap', total: -22 }
  const long = 'The customer says that it is a size too small'

  test('is said of a single item, behind the rest if it is short', () => {
    expect(returnedWith('Too small', cap)).toEqual({ note: undefined, goods: [['Too small', []]] })
    expect(returnedWith('Too small', { ...cap, description: 'Size M' })).toEqual({
      note: undefined,
      goods: [['Size M · Too small', []]],
    })
  })

  test('of a single item stands below it if it is long, or if more does', () => {
    expect(returnedWith(long, cap)).toEqual({ note: undefined, goods: [[undefined, [long]]] })
    const engraved = { ...cap, miscInfo: 'Engraved\\nwith initials' }
    expect(returnedWith('Too small', engraved)).toEqual({
      note: undefined,
      goods: [[undefined, ['Engraved', 'with initials', 'Too small']]],
    })
  })

  test('is said of the return if it is of several items or has several lines', () => {
    expect(returnedWith('Too small', cap, cap)).toEqual({
      note: ['Too small'],
      goods: [
        [undefined, []],
        [undefined, []],
      ],
    })
    expect(returnedWith('Too\\nsmall', cap)).toEqual({ note: ['Too', 'small'], goods: [[undefined, []]] })
  })

  test('is said without items, too', () => {
    expect(viewOf(aReceipt({ returns: [{ miscText: 'Too small' }] })).returns).toEqual([
      { title: 'Returned', note: { lines: ['Too small'] } },
    ])
  })
})

test('have a title above them, whether or not categories have one', () => {
  const returned = { items: [{ name: 'Pegs', total: -12 }] }
  const { items, returns } = viewOf(aReceipt({ items: [{ name: 'Tent', total: 24 }], returns: [returned] }))
  expect([items!.headed, returns[0]!.items!.headed]).toEqual([false, true])
  expect(returns[0]!.items!.grouped).toBe(false)
})

test('groups items by sale, and omits an empty group', () => {
  const returns = [
    { originalTransactionNumber: '1', items: [{ name: 'A' }] },
    {},
    { originalTransactionNumber: '2', items: [{ name: 'B' }] },
  ]
  expect(viewOf(aReceipt({ returns })).returns.map(({ original }) => original)).toEqual([
    'Original receipt 1',
    'Original receipt 2',
  ])
})
