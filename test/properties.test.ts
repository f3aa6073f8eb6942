import { describe, expect, test } from 'vitest'
import { createEngine } from '../src/engine.ts'
import type { ReceiptInput } from '../src/generated/receipt-input.ts'
import { type Paper, papers } from '../src/pdf/paper.ts'
import { anyAmount, anyReceipt, anyText } from './support/any-receipt.ts'
import fc from './support/fast-check.ts'
import { skeletonOf, textOf } from './support/html.ts'
import { aReceipt, type SentReceipt } from './support/receipts.ts'
import { tries } from './support/scope.ts'
import { pageOf } from './support/stages.ts'

const engine = await createEngine({ strict: true })
/** Its mail says of goods what kind they are, too. */
const detailed = await createEngine({ strict: true, details: 'all' })
const languages = ['en-US', 'es-419', 'fr-CA', 'de-DE', 'ja-JP', 'ar', 'fr-CA,en;q=0.8']

test('any valid receipt renders as mail, as text and as a page to print, in every language', () => {
  fc.assert(
    fc.property(
      anyReceipt(),
      fc.constantFrom(...languages),
      fc.constantFrom<Paper>(...papers),
      (receipt, acceptLanguage, paper) => {
        const mail = engine.email(receipt, { acceptLanguage })
        const page = pageOf(engine.view(receipt, { acceptLanguage }), paper)
        for (const html of [mail.html, page]) expect(html).toMatch(/^<!doctype html><html [\s\S]*<\/body><\/html>$/)
        // An address that someone sent may end in NaN.
        const broken = ['undefined', '[object ', 'NaN'].filter(word => !JSON.stringify(receipt).includes(word))
        for (const form of [mail.html, page, mail.text]) expect(broken.filter(word => form.includes(word))).toEqual([])
        expect(mail.subject).toMatch(/^[^\p{Cc}]+$/u)
        expect(columnsIn(page).filter(columns => new Set(columns).size > 1)).toEqual([])
      },
    ),
    { numRuns: tries(100) },
  )
})

/** How many columns each row of each table of a page has, as PDF/UA-1 wants equally many. */
function columnsIn(page: string): number[][] {
  const tables = Array.from(page.matchAll(/<table.*?<\/table>/gs), ([table]) => table.split('<tr').slice(1))
  return tables.map(rows =>
    rows.map(row =>
      Array.from(row.matchAll(/<t[hd]\b[^>]*>/g), ([cell]) => Number(/colspan="?(\d+)/.exec(cell)?.[1] ?? 1)).reduce(
        (sum, span) => sum + span,
        0,
      ),
    ),
  )
}

describe('any text stays text', () => {
  const places: Record<string, (text: string) => SentReceipt> = {
    'the name of a line': name => ({ items: [{ name, total: 12 }] }),
    'its description, remarks and numbers': text => ({
      items: [{ name: 'Tea', description: text, miscInfo: text, sku: text, brand: text, customCategory1: text }],
    }),
    'a category': category => ({ items: [{ name: 'Tea', category }] }),
    'a discount, a fee, a tax': text => ({
      discounts: [{ name: text, amount: -1 }],
      fees: [{ description: text, amount: 1 }],
      taxes: [{ description: text, amount: 1 }],
    }),
    'a tender': text => ({
      tenders: [{ tenderTypeCode: 'Cash', miscInfo: text, authorizationCode: text, amount: 12 }],
    }),
    'a card terminal': text => ({
      tenders: [{ tenderTypeCode: 'Credit', emv: { aid: text, appLabel: text, additionalAttributes: { TVR: text } } }],
    }),
    'a buyer': text => ({ soldTo: { customerName: text, address: { city: text, addressLine1: text } } }),
    'an order': text => ({ orders: [{ number: text, description: text, action: text }] }),
    'the name of a document': name => ({ supportingDocuments: { a: { name, url: 'https://docs.example.com/a' } } }),
    'numbers of the receipt': text => ({ transactionNumber: text, referenceId: text, mode: text }),
    'membership and original sale': text => ({
      loyalty: { number: '1', customerName: text, misc: text },
      relatedTransactionReference: { reason: text, transactionNumber: text },
    }),
  }

  test.each(Object.entries(places))('%s', (_, put) => {
    const mailed = (text: string) => detailed.email(aReceipt(put(text))).html
    const printed = (text: string) => pageOf(engine.view(aReceipt(put(text))))
    fc.assert(
      fc.property(evilText(), text => {
        for (const made of [mailed, printed]) {
          const html = made(text)
          // Spaces and hyphens are where a value may wrap.
          expect(skeletonOf(html)).toEqual(skeletonOf(made(text.replace(/[^ -]/g, 'x'))))
          expect(squeezed(textOf(html))).toContain(squeezed(text))
        }
      }),
      { numRuns: tries(25) },
    )
  })

  test('lines of a note', () => {
    const mailed = (text: string) =>
      engine.email(aReceipt({ header: text, additionalInfo5: text, rawPosReceipt: text })).html
    fc.assert(
      fc.property(evilText(), evilText(), (first, second) => {
        const html = mailed(`${first}\n${second}`)
        // Short lines flow.
        const plain = [first, second].map(line => line.replace(/[^ -]/g, 'x')).join('\n')
        expect(skeletonOf(html)).toEqual(skeletonOf(mailed(plain)))
        for (const line of [first, second]) expect(squeezed(textOf(html))).toContain(squeezed(line))
      }),
      { numRuns: tries(50) },
    )
  })

  test('in any script and direction loses nothing', () => {
    fc.assert(
      fc.property(anyText(), fc.constantFrom('en-US', 'ar'), (text, acceptLanguage) => {
        const sent = aReceipt({ items: [{ name: text, total: 12 }] })
        const { name } = engine.view(sent, { acceptLanguage }).items!.groups[0]!.items[0]!
        expect(squeezed(textOf(engine.email(sent, { acceptLanguage }).html))).toContain(squeezed(name))
        expect(squeezed(engine.text(sent, { acceptLanguage }))).toContain(squeezed(name))
      }),
      { numRuns: tries(100) },
    )
  })
})

describe('no amount is altered', () => {
  const currencies = ['USD', 'EUR', 'JPY', 'KWD', 'HUF', 'CLF', 'CHF']

  test('each can be read back from mail, text and page, in every language and currency', () => {
    fc.assert(
      fc.property(
        fc.array(anyAmount().filter(Boolean), { minLength: 8, maxLength: 8 }),
        fc.constantFrom(...currencies),
        fc.constantFrom(...languages),
        (amounts, currency, acceptLanguage) => {
          fc.pre(!addsUp(amounts))
          const receipt = withAmounts(amounts, currency)
          const mail = engine.email(receipt, { acceptLanguage })
          const page = pageOf(engine.view(receipt, { acceptLanguage }))
          for (const form of [textOf(mail.html), mail.text, textOf(page)]) {
            const digits = new Set(form.split('\n').flatMap(digitsIn))
            for (const amount of amounts) expect(digits, `${amount} ${currency}`).toContain(digitsOf(amount))
          }
        },
      ),
      { numRuns: tries(100) },
    )
  })
})

/** A receipt in which every amount has its own place, and no other number looks like one. */
function withAmounts(amounts: number[], currency: string): SentReceipt & ReceiptInput {
  const [total, price, discount, fee, tax, tip, gross, grand] = amounts
  return aReceipt({
    currency,
    items: [{ name: 'Tea', total, price, quantity: { value: 2 }, discounts: [{ name: 'Loyal', amount: discount }] }],
    fees: [{ description: 'Delivery', amount: fee }],
    taxes: [{ description: 'Levy', amount: tax }],
    tip,
    grossAmount: gross,
    grandAmount: grand,
  })
}

/** Whether the line and some of what is added come to the total, about: an amount before discounts that leads nowhere is left out then. */
function addsUp([total, , discount, fee, tax, tip, , grand]: number[]): boolean {
  const sums = [discount, fee, tax, tip].reduce(
    (all, more) => all.concat(all.flatMap(one => [one + more!, one - more!])),
    [total!],
  )
  return sums.some(one => Math.abs(one - grand!) < 0.05)
}

/** The digits of an amount without leading and trailing zeros, and where its decimals begin: `-12.50` → `12.5`. */
function digitsOf(amount: number): string {
  return String(Number(Math.abs(amount).toFixed(6)))
}

/** Every number of a text, whichever way its locale groups digits and marks decimals. */
function digitsIn(line: string): string[] {
  const numbers = line.match(/\d[\d.,'’\u00a0\u202f\u066b\u066c]*/g) ?? []
  return numbers.flatMap(number => {
    const clean = number.replace(/[.,'’\u00a0\u202f\u066b\u066c]+$/, '')
    const parts = clean.split(/[.,'’\u00a0\u202f\u066b\u066c]/)
    const whole = parts.join('')
    const decimal = `${parts.slice(0, -1).join('') || '0'}.${parts.at(-1)}`
    return [String(Number(whole)), String(Number(decimal))]
  })
}

/** Text that some program would run; its spaces are single and inside, so that cleaning changes nothing. */
function evilText(): fc.Arbitrary<string> {
  const piece = fc.oneof(
    fc.constantFrom(
      '<script>',
      '</td>',
      '<!--',
      '-->',
      '{{',
      '}}',
      '{{{x}}}',
      '$t(totals.total)',
      '&lt;',
      '"',
      "'",
      '`',
      '=',
      '<%',
      '%>',
      ']]>',
    ),
    fc.constantFrom('javascript:', '<img src=x onerror=y>', '{{#if a}}', 'JUICE_CODE_BLOCK_0_', '<b', '&', '\\'),
    fc.string({ unit: fc.constantFrom(...'abcABC<>&{}$%/;:'), minLength: 1, maxLength: 6 }),
  )
  return fc.array(piece, { minLength: 1, maxLength: 5 }).map(pieces => `a${pieces.join(' ')}z`)
}

function squeezed(text: string): string {
  return text.replace(/[\s\u2066-\u2069]/g, '')
}
