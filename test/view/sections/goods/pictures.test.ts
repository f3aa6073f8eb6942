import { describe, expect, test } from 'vitest'
import { createEngine } from '../../../../src/engine.ts'
import { OptionError } from '../../../../src/errors.ts'
import type { ItemsView } from '../../../../src/view/receipt-view.ts'
import type { PictureOptions } from '../../../../src/view/sections/goods/pictures.ts'
import { elementsOf, textOf } from '../../../support/html.ts'
import { aReceipt, type SentReceipt, viewOf } from '../../../support/receipts.ts'
import { mailOf, pageOf } from '../../../support/stages.ts'

const at = (name: string) => `https://cdn.example.com/${name}.jpg`
const rope = { name: 'Rope', total: 8, imageUrl: at('rope') }
const glue = { name: 'Glue', total: 4, imageUrl: at('glue') }
const pictures = { field: 'imageUrl' }

function picturesIn(items: Pick<ItemsView, 'groups'> | undefined): (string | undefined)[] {
  return (items?.groups ?? []).flatMap(group => group.items.map(item => item.picture))
}

function shownOf(items: SentReceipt[], field = 'imageUrl') {
  return picturesIn(viewOf(aReceipt({ items }), 'en-US', { pictures: { field } }).items)
}

/** The pictures of a mail that are loaded from elsewhere. */
function loadedBy(html: string) {
  const found = elementsOf(html).filter(({ tag, attributes }) => tag === 'img' && attributes.src?.startsWith('http'))
  return found.map(({ attributes }) => attributes)
}

test('finds each item’s picture anywhere on the receipt', () => {
  const { items, returns, orders } = viewOf(
    aReceipt({ items: [{ name: 'Tin' }, rope], returns: [{ items: [glue] }], orders: [{ items: [glue, rope] }] }),
    'en-US',
    { pictures },
  )
  expect(picturesIn(items)).toEqual([undefined, at('rope')])
  expect(picturesIn(returns[0]!.items)).toEqual([at('glue')])
  expect(picturesIn(orders[0]!.items)).toEqual([at('glue'), at('rope')])
})

test('accepts a path to a nested field', () => {
  expect(shownOf([{ name: 'Rope', media: [{ small: at('rope') }] }], 'media[0].small')).toEqual([at('rope')])
})

describe('from a catalog', () => {
  const shown = (items: SentReceipt[], options: PictureOptions) =>
    picturesIn(viewOf(aReceipt({ items }), 'en-US', { pictures: options }).items)

  test('an item has the picture of its number, and none without', () => {
    const items = [{ ...rope, sku: 'R 7/8' }, { name: 'Tin' }]
    expect(shown(items, { catalog: at('{sku}') })).toEqual([at('R%207%2F8'), undefined])
  })

  test('what the till sends comes first, if it is an address', () => {
    const items = [
      { ...rope, sku: 'R7' },
      { name: 'Glue', sku: 'G1', imageUrl: 'glue.jpg' },
    ]
    expect(shown(items, { field: 'imageUrl', catalog: at('{sku}') })).toEqual([at('rope'), at('G1')])
  })

  test('a return and a gift have them, too', () => {
    const sold = aReceipt({
      items: [{ ...rope, upc: '4006381333931' }],
      returns: [{ items: [{ name: 'Glue', upc: '96385074' }] }],
    })
    const view = viewOf(sold, 'en-US', { pictures: { catalog: at('{upc}') } })
    expect([view.items, view.returns[0]!.items].flatMap(picturesIn)).toEqual([at('4006381333931'), at('96385074')])
    const gift = viewOf(sold, 'en-US', { gift: true, pictures: { catalog: at('{upc}') } })
    expect(picturesIn(gift.items)).toEqual([at('4006381333931')])
  })
})

test.each([
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
  'cid:logo',
  '//cdn.example.com/rope.jpg',
  'https://till@cdn.example.com/rope.jpg',
  'https://cdn.example.com/a rope.jpg',
  7,
])('rejects %j', imageUrl => {
  expect(shownOf([{ name: 'Rope', imageUrl }])).toEqual([undefined])
})

test('shows none without the setting', () => {
  const view = viewOf(aReceipt({ items: [rope] }))
  expect(picturesIn(view.items)).toEqual([undefined])
  expect(view.items!.has).not.toHaveProperty('picture')
  expect(loadedBy(mailOf(view).html)).toEqual([])
})

describe('in the mail', () => {
  const sent = aReceipt({ items: [rope, { name: 'Tin', total: 0 }] })
  const view = viewOf(sent, 'en-US', { pictures })

  test('a picture has a fixed size and an empty alt text', () => {
    const [picture, ...others] = loadedBy(mailOf(view).html)
    expect(picture).toMatchObject({ src: at('rope'), width: '44', height: '44', alt: '' })
    expect(picture!.style).toMatch(/display:block;width:44px;height:44px;/)
    expect(others).toEqual([])
  })

  test('the words are the same as without pictures', () => {
    const words = (html: string) => textOf(html).split(/\s+/)
    expect(words(mailOf(view).html)).toEqual(words(mailOf(viewOf(sent)).html))
    expect(mailOf(view).text).toBe(mailOf(viewOf(sent)).text)
  })

  test('a URL cannot break out of its attribute', () => {
    const imageUrl = `https://example.com/"onerror='x'><b>`
    const evil = aReceipt({ items: [{ name: 'Rope', imageUrl }] })
    const [picture] = loadedBy(mailOf(viewOf(evil, 'en-US', { pictures })).html)
    expect(picture!.src).toBe(imageUrl)
    expect(Object.keys(picture!)).toEqual(['src', 'width', 'height', 'alt', 'style'])
  })

  test('long receipts and paper show none', () => {
    const many = aReceipt({ items: Array.from({ length: 60 }, () => rope) })
    expect(loadedBy(mailOf(viewOf(many, 'en-US', { pictures })).html)).toEqual([])
    expect(pageOf(view)).not.toContain('cdn.example.com')
  })
})

test('a gift receipt shows pictures of its items', () => {
  const sold = aReceipt({
    grandAmount: 12,
    items: [{ name: 'Void', total: -8, imageUrl: at('void') }, rope, { name: 'Tin' }],
    orders: [
      { action: 'Cancel', items: [{ name: 'Lamp', imageUrl: at('lamp') }] },
      { action: 'New', items: [glue] },
    ],
  })
  const view = viewOf(sold, 'en-US', { gift: true, pictures })
  expect(picturesIn(view.items)).toEqual([at('rope'), undefined, at('glue')])
  expect(loadedBy(mailOf(view).html)).toHaveLength(2)
})

test('the structured data includes them', () => {
  const view = viewOf(aReceipt({ items: [rope] }), 'en-US', { pictures, structuredData: true })
  expect(JSON.parse(view.structuredData!).acceptedOffer[0].itemOffered.image).toBe(at('rope'))
})

test('every look shows them', async () => {
  const engine = await createEngine({ pictures })
  const shownIn = (variant: 'modern' | 'classic' | 'compact') =>
    loadedBy(engine.html(aReceipt({ items: [rope] }), { variant })).length
  expect([shownIn('modern'), shownIn('classic'), shownIn('compact')]).toEqual([1, 1, 1])
})

test.each([
  [{ field: '' }, "pictures.field: must be the name of an item's field, such as imageUrl"],
  [{ field: 7 }, 'pictures.field: must be a string'],
  [{ filed: 'imageUrl' }, 'pictures: there is no "filed"; did you mean "field"?'],
  [{}, "pictures: needs field, the name of an item's field such as imageUrl, or catalog, an address"],
  [{ catalog: 'https://cdn.example.com/all.jpg' }, 'pictures.catalog: must contain {sku} or {upc}'],
  [{ catalog: 'https://cdn.example.com/{name}.jpg' }, 'nothing fills {name}; there are {sku}, {upc}'],
  [{ catalog: 'https://{sku}.example.com/' }, "pictures.catalog: a placeholder can't be in the host"],
  [{ catalog: 'ftp://example.com/{sku}' }, 'pictures.catalog: must'],
])('rejects the setting %j', async (wrong, message) => {
  const opened = createEngine({ pictures: wrong as never })
  await expect(opened).rejects.toThrow(OptionError)
  await expect(opened).rejects.toThrow(message)
})
