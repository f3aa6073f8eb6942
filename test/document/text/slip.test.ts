import { describe, expect, test } from 'vitest'
import { textWidth } from '../../../src/document/text/columns.ts'
import { createEngine } from '../../../src/engine.ts'
import { fixtures, isRightToLeft } from '../../support/fixtures.ts'
import { isSampled } from '../../support/scope.ts'

const engine = await createEngine({ links: { page: 'https://receipts.example.com/r/{transactionNumber}' } })
const leftToRight = fixtures.filter(({ name }) => name !== 'invalid' && !isRightToLeft(name))

const rolls = [24, 32, 42, 44, 48]
describe.each(rolls)('the text for a roll of %i columns', columns => {
  const some = leftToRight.filter((_, at) => isSampled(at, rolls.indexOf(columns)))
  test.each(some.map(fixture => [fixture.name, fixture] as const))('%s', (_, { receipt, acceptLanguage }) => {
    const text = engine.text(receipt, { acceptLanguage, columns })
    const { raw = [], paymentLink, totals: sums, notation } = engine.view(receipt, { acceptLanguage })
    const printed = JSON.stringify(raw)
    const wide = text.split('\n').filter(line => textWidth(line) > columns)
    // What the till printed stays as it is, and an address is never broken.
    expect(wide.filter(line => !/https?:\/\//.test(line) && !printed.includes(line.trim()))).toEqual([])
    const pay = paymentLink?.button ?? '\n'
    // Amounts end at the right edge, or before the space of price notations.
    const total = sums?.total?.amount
    const edge = columns - (notation?.columns ?? 0)
    const totals = text.split('\n').filter(line => total !== undefined && line.endsWith(total) && !line.startsWith(pay))
    expect(totals.filter(line => textWidth(line) !== edge)).toEqual([])
    if (total !== undefined) expect(totals.length).toBeGreaterThan(0)
  })
})

test('right-to-left paragraphs wrap, too', () => {
  const { receipt } = fixtures.find(({ name }) => name === 'everything')!
  const lines = engine.text(receipt, { acceptLanguage: 'ar' }).split('\n')
  // A label and its amount stay on one line.
  expect(lines.filter(line => textWidth(line) > 80 && !/https?:\/\//.test(line))).toEqual([])
})

test('paper has no links, and no word about a mail', () => {
  const { receipt } = leftToRight.find(({ name }) => name === 'fashion-sale.en-CA')!
  expect(engine.text(receipt)).toContain('https://receipts.example.com/r/')
  expect(engine.text(receipt)).toContain('Sent because you asked for it')
  const slip = engine.text(receipt, { columns: 42 })
  expect(slip).not.toContain('https://receipts.example.com/r/')
  expect(slip).not.toContain('email')
})

test.each([23, 161, 42.5])('%d columns are refused', columns => {
  const { receipt } = leftToRight[0]!
  expect(() => engine.text(receipt, { columns })).toThrow('columns: must be a whole number from 24 to 160')
})

describe('a slip', () => {
  const receiptOf = (name: string) => fixtures.find(each => each.name === name)!.receipt

  const bare = (text: string) => text.replace(/[\s\p{Cf}]/gu, '')

  const taken = (columns: number) => leftToRight.filter((_, at) => isSampled(at, rolls.indexOf(columns)))

  test.each([32, 42, 48])('says what the text of %i columns says, but for its codes', columns => {
    for (const { name, receipt, acceptLanguage } of taken(columns)) {
      const { parts } = engine.slip(receipt, { acceptLanguage, columns })
      const { paymentLink, barcode, orders } = engine.view(receipt, { acceptLanguage })
      const lines = parts.flatMap(part => ('text' in part ? part.text.split('\n') : []))
      const said = lines.filter(line => !(paymentLink?.image && line === paymentLink.scan)).join('')
      const codes = [barcode, ...orders.map(order => order.barcode)].flatMap(code => code ?? [])
      const text = codes.reduce(
        (text, code) => text.replace(bare(code.text), bare(`${code.owner ?? ''}${code.caption}`)),
        bare(engine.text(receipt, { acceptLanguage, columns })),
      )
      expect(bare(said), name).toEqual(text)
    }
  })

  test('has each code above its text, and the one to pay with above its address', () => {
    const { parts, dir, lang } = engine.slip(receiptOf('everything'))
    expect({ dir, lang }).toEqual({ dir: 'ltr', lang: 'en-US' })
    const codes = parts.flatMap((part, index) => {
      if ('text' in part) return []
      const after = parts[index + 1] as { text: string }
      return [[part.code.barcode.symbology, after.text.split('\n')[0]!.trim()]]
    })
    expect(codes).toEqual([
      ['qrcode', 'Scan to pay'],
      ['code128', 'Receipt RDG-260912-5517'],
      ['gs1-128', 'Order (00)361414100000123455'],
    ])
  })

  test('has its code at the end if the template shows no text of it', async () => {
    const templates = { name: 'own', files: new Map([['sections/barcode.txt.hbs', '']]) }
    await using own = await createEngine({ templates: templates as never })
    const { parts } = own.slip(receiptOf('fashion-sale.en-CA'))
    expect(parts.filter(part => 'code' in part)).toEqual([parts.at(-1)])
    expect(parts.at(-1)).toMatchObject({ code: { barcode: { text: '004-118-20931' } } })
  })

  test.each([32, 42, 48])('has name and total large, once each, in %i columns', columns => {
    for (const { name, receipt, acceptLanguage } of taken(columns)) {
      const asked = { acceptLanguage, columns }
      const { totals, heading } = engine.view(receipt, { acceptLanguage })
      const large = engine
        .slip(receipt, asked)
        .parts.flatMap(part => ('text' in part && part.style && part.style !== 'bold' ? [part] : []))
      const total = totals?.total
      const wanted = [heading.store, ...(total ? [`${total.label}${total.amount}`] : [])]
      expect(
        large.map(({ text }) => bare(text)),
        name,
      ).toEqual(wanted.map(bare))
      for (const { text, style } of large)
        for (const line of text.split('\n'))
          expect(textWidth(line), name).toBeLessThanOrEqual(style === 'double' ? columns >> 1 : columns)
    }
  })

  test('has the total between rules, and the means of payment bold below it', () => {
    const { parts } = engine.slip(receiptOf('fashion-sale.en-CA'))
    const at = parts.findLastIndex(part => 'style' in part && part.style === 'double')
    const [before, total, rule, paid] = parts.slice(at - 1) as { text: string; style?: string }[]
    expect(total).toEqual({ text: 'Total         $118.65', style: 'double' })
    expect(before!.text.split('\n').at(-1)).toBe('-'.repeat(42))
    expect(rule!.text).toBe('-'.repeat(42))
    expect(paid!.style).toBe('bold')
    expect(bare(paid!.text)).toBe('PaidwithVisa••••1881')
  })

  test('has a total that is too long for large letters twice as high only', () => {
    const { parts } = engine.slip(
      { ...(receiptOf('fashion-sale.en-CA') as object), grandAmount: 123456789.12 } as never,
      { columns: 32 },
    )
    expect(parts.filter(part => 'style' in part && part.style === 'tall')).toHaveLength(1)
  })

  test('has one code for a payment link that is also the barcode', () => {
    const { parts } = engine.slip(receiptOf('payment-link'))
    expect(parts.filter(part => 'code' in part)).toHaveLength(1)
  })
})
