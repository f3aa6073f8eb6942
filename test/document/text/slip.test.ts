import { describe, expect, test } from 'vitest'
import { textWidth } from '../../../src/document/text/columns.ts'
import { createEngine } from '../../../src/engine.ts'
import { fixtures } from '../../support/fixtures.ts'

const engine = await createEngine({ links: { page: 'https://receipts.example.com/r/{transactionNumber}' } })
const leftToRight = fixtures.filter(({ name }) => name !== 'invalid' && !name.endsWith('.ar'))

describe.each([24, 32, 42, 44, 48])('the text for a roll of %i columns', columns => {
  test.each(leftToRight.map(fixture => [fixture.name, fixture] as const))('%s', (_, { receipt, acceptLanguage }) => {
    const text = engine.text(receipt, { acceptLanguage, columns })
    const own = engine.view(receipt, { acceptLanguage }).raw ?? []
    const printed = JSON.stringify(own)
    const wide = text.split('\n').filter(line => textWidth(line) > columns)
    // What the till printed stays as it is, and an address is never broken.
    expect(wide.filter(line => !/https?:\/\//.test(line) && !printed.includes(line.trim()))).toEqual([])
    const pay = engine.view(receipt, { acceptLanguage }).paymentLink?.button ?? '\n'
    // Amounts end at the right edge, or before the space of price notations.
    const { totals: sums, notation } = engine.view(receipt, { acceptLanguage })
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
  expect(engine.text(receipt)).toContain('You’re receiving this email')
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

  test.each([32, 42, 48])('says what the text of %i columns says, but for its codes', columns => {
    for (const { receipt, acceptLanguage } of leftToRight) {
      const { parts } = engine.slip(receipt, { acceptLanguage, columns })
      const lines = parts.flatMap(part => ('text' in part ? part.text.split('\n') : []))
      const { paymentLink } = engine.view(receipt, { acceptLanguage })
      const said = lines.filter(line => line !== '' && !(paymentLink?.image && line === paymentLink.scan))
      const text = engine.text(receipt, { acceptLanguage, columns })
      expect(said).toEqual(text.split('\n').filter(line => line !== ''))
    }
  })

  test('has each code above its text, and the one to pay with above its address', () => {
    const { parts, dir, lang } = engine.slip(receiptOf('everything'))
    expect({ dir, lang }).toEqual({ dir: 'ltr', lang: 'en-US' })
    const codes = parts.flatMap((part, index) => {
      if ('text' in part) return []
      const [before, after] = [parts[index - 1], parts[index + 1]] as { text: string }[]
      return [[before!.text.split('\n').at(-1), part.code.barcode.symbology, after!.text.split('\n')[0]!.trim()]]
    })
    expect(codes).toEqual([
      ['Pay $50.33', 'qrcode', 'Scan to pay'],
      ['', 'gs1-128', 'Code: (00)361414100000123455'],
      ['', 'code128', 'Code: RDG-260912-5517'],
    ])
  })

  test('has its code at the end if the template shows no text of it', async () => {
    const templates = { name: 'own', files: new Map([['sections/barcode.txt.hbs', '']]) }
    await using own = await createEngine({ templates: templates as never })
    const { parts } = own.slip(receiptOf('fashion-sale.en-CA'))
    expect(parts.at(-1)).toMatchObject({ code: { barcode: { text: '004-118-20931' } } })
    expect(parts.map(part => ('code' in part ? 'code' : 'text'))).toEqual(['text', 'text', 'text', 'code'])
  })

  test.each([32, 42, 48])('has its total apart once, in lines of its own, in %i columns', columns => {
    for (const { name, receipt, acceptLanguage } of leftToRight) {
      const asked = { acceptLanguage, columns }
      const { total } = engine.view(receipt, asked).totals ?? {}
      const tall = engine.slip(receipt, asked).parts.filter(part => 'tall' in part)
      const said = tall.map(part => ('text' in part ? part.text.replace(/[\s\p{Cf}]/gu, '') : ''))
      expect(said, name).toEqual(total ? [`${total.label}${total.amount}`.replace(/[\s\p{Cf}]/gu, '')] : [])
    }
  })

  test('has the total where it stands last, not in the heading', () => {
    const { parts } = engine.slip(receiptOf('fashion-sale.en-CA'))
    const at = parts.findIndex(part => 'tall' in part)
    const [before, total, after] = parts.slice(at - 1) as { text: string }[]
    expect(total!.text).toBe('Total                              $118.65')
    expect(before!.text.split('\n').at(-1)).toBe('='.repeat(42))
    expect(after!.text.split('\n')[0]).toBe('='.repeat(42))
  })

  test('has one code for a payment link that is also the barcode', () => {
    const { parts } = engine.slip(receiptOf('payment-link'))
    expect(parts.filter(part => 'code' in part)).toHaveLength(1)
  })
})
