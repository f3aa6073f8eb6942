import { describe, expect, test } from 'vitest'
import { createEngine } from '../../../src/engine.ts'
import { aReceipt, aReceiptFrom, asText, firstItem, plain, viewOf } from '../../support/receipts.ts'

const vat = { taxTypeCode: 'VAT', percent: 0.19, taxableAmount: 10, amount: 1.9 }
const hst = { taxTypeCode: 'HST', percent: 0.13, taxableAmount: 10, amount: 1.3 }

describe('added taxes', () => {
  test('are listed before the total, with rate and base', () => {
    const items = [
      { name: 'Tea', total: 10 },
      { name: 'Book', total: 8 },
    ]
    const { totals, taxes } = viewOf(aReceipt({ items, taxes: [hst], grandAmount: 19.3 }))
    expect(asText(totals!.lines)).toEqual(['Subtotal | $18.00', 'HST 13% | $1.30 | on $10.00'])
    expect(taxes).toBeUndefined()
  })

  test('leave out the base if it is the subtotal or net amount in the row above', () => {
    const items = [{ name: 'Tea', total: 10 }]
    const rows = (differs: object) => asText(viewOf(aReceipt({ items, taxes: [hst], ...differs })).totals!.lines)
    expect(rows({ netAmount: 10, grandAmount: 11.3 })).toEqual(['Subtotal | $10.00', 'HST 13% | $1.30'])
    expect(rows({ grandAmount: 11.3 })).toEqual(['Subtotal | $10.00', 'HST 13% | $1.30'])
    const discounts = [{ name: 'Card', amount: -2 }]
    const off = { grossAmount: 12, discounts, netAmount: 10, items: [{ name: 'Tea', total: 12 }], grandAmount: 11.3 }
    expect(rows(off).slice(-2)).toEqual(['Before tax | $10.00', 'HST 13% | $1.30'])
    const partly = { netAmount: 18, items: [...items, { name: 'Book', total: 8 }], grandAmount: 19.3 }
    expect(rows(partly)).toEqual(['Subtotal | $18.00', 'HST 13% | $1.30 | on $10.00'])
  })

  test('keep the base that is a fee’s', () => {
    const sent = {
      ...{ items: [{ name: 'Tea', total: 20 }], fees: [{ description: 'Delivery', amount: 10 }], taxes: [hst] },
      grandAmount: 31.3,
    }
    expect(asText(viewOf(aReceipt(sent)).totals!.lines)).toEqual([
      'Subtotal | $20.00',
      'Delivery | $10.00',
      'Before tax | $30.00',
      'HST 13% | $1.30 | on $10.00',
    ])
  })

  test('keep a base that only ends like the amount above, as in an exchange', () => {
    const sent = aReceiptFrom(
      { country: { code: 'CA' }, territory: 'ON' },
      {
        ...{
          currency: 'CAD',
          items: [{ name: 'Lampe', total: 15 }],
          returns: [{ items: [{ name: 'Livre', total: -10 }] }],
        },
        ...{ netAmount: 5, taxes: [{ ...hst, taxableAmount: 15, amount: 1.95 }], grandAmount: 6.95 },
      },
    )
    expect(asText(viewOf(sent, 'fr-CA').totals!.lines)).toEqual([
      'Sous-total | 5,00 $',
      'TVH 13 % | 1,95 $ | sur 15,00 $',
    ])
  })

  test('keep the decimals of their rate', () => {
    const qst = { description: 'TVQ', percent: 0.09975, amount: 1 }
    expect(asText(viewOf(aReceipt({ grossAmount: 11, taxes: [qst] }), 'fr-CA').totals!.lines)[1]).toMatch(
      /^TVQ 9,975 % \| 1,00/,
    )
  })

  test('show no rate above 100 percent', () => {
    expect(
      asText(
        viewOf(aReceipt({ grossAmount: 11, taxes: [{ description: 'Levy', percent: 13, amount: 1 }] })).totals!.lines,
      )[1],
    ).toBe('Levy | $1.00')
  })

  test('do not repeat a rate that the name has', () => {
    const lines = viewOf(aReceipt({ grossAmount: 11, taxes: [{ description: 'VAT 20%', percent: 0.2, amount: 1 }] }))
      .totals!.lines
    expect(asText(lines)[1]).toBe('VAT 20% | $1.00')
  })

  test('are omitted if zero, unless the rate was sent', () => {
    const taxes = [
      { amount: 0 },
      { amount: 0, taxTypeCode: 'VAT' },
      { amount: 0, percent: 0, description: 'Zero rated' },
    ]
    expect(asText(viewOf(aReceipt({ taxes })).totals!.lines)).toEqual(['Zero rated 0% | $0.00'])
  })
})

describe('included taxes', () => {
  const { taxes, totals } = viewOf(
    aReceiptFrom(
      { country: { code: 'DE' } },
      {
        currency: 'EUR',
        items: [
          { name: 'Tee', total: 11.9 },
          { name: 'Brot', total: 1.07 },
        ],
        netAmount: 11,
        taxes: [vat, { taxTypeCode: 'VAT', percent: 0.07, taxableAmount: 1, amount: 0.07 }],
        grandAmount: 12.97,
      },
    ),
    'de-DE',
  )

  test('are listed by rate with their base, apart from the totals', () => {
    expect(taxes!.rows.map(({ phrase, base, amount }) => plain([phrase, base, amount].join(' | ')))).toEqual([
      'MwSt. 19 % | 10,00 € | 1,90 €',
      'MwSt. 7 % | 1,00 € | 0,07 €',
    ])
    expect(asText(totals!.lines)).toEqual([])
  })

  test('show the net amount', () => expect(plain(taxes!.net!.amount)).toBe('11,00 €'))
})

describe('the name of a tax', () => {
  const named = (tax: Record<string, unknown>, territory: string, language: string) => {
    const sent = aReceiptFrom(
      { country: { code: 'CA' }, territory },
      { grossAmount: 11, taxes: [{ amount: 1, ...tax }], currency: 'CAD' },
    )
    return viewOf(sent, language).totals!.lines[1]!.label
  }

  test('is the one sent, if any', () => {
    expect(named({ description: 'Ecolevy', taxTypeCode: 'PST' }, 'QC', 'en-CA')).toBe('Ecolevy')
  })

  test.each([
    ['PST', 'QC', 'fr-CA', 'TVQ'],
    ['PST', 'qc', 'en-CA', 'QST'],
    ['PST', 'CA-QC', 'fr-CA', 'TVQ'],
    ['PST', 'MB', 'en-CA', 'RST'],
    ['PST', 'CA-MB', 'fr-CA', 'TVD'],
    ['PST', 'BC', 'en-CA', 'PST'],
    ['GST', 'QC', 'fr-CA', 'TPS'],
    ['HST', 'ON', 'fr-CA', 'TVH'],
    ['Sales', 'ON', 'en-CA', 'Sales tax'],
    ['Robot', 'ON', 'en-CA', 'Tax'],
  ])('%s in %s, read in %s, is %s', (taxTypeCode, territory, language, name) => {
    expect(named({ taxTypeCode }, territory, language)).toBe(name)
  })
})

describe('the name of a tax is its country’s', () => {
  const named = (taxTypeCode: string, country: string, languages: string | string[]) =>
    viewOf(
      aReceiptFrom({ country: { code: country } }, { grossAmount: 11, taxes: [{ amount: 1, taxTypeCode }] }),
      languages,
    ).totals!.lines[1]!.label

  test.each([
    // What the country has, in a language that is spoken there.
    ['VAT', 'DE', 'de-DE', 'MwSt.'],
    ['VAT', 'CH', 'de-DE', 'MWST'],
    ['VAT', 'CH', 'fr-FR', 'TVA'],
    ['VAT', 'CH', 'it-CH', 'IVA'],
    ['VAT', 'BE', 'nl-NL', 'Btw'],
    ['VAT', 'RO', 'ro-RO', 'TVA'],
    ['VAT', 'MX', 'es-ES', 'IVA'],
    ['VAT', 'PE', 'es-MX', 'IGV'],
    ['VAT', 'DO', 'es-DO', 'ITBIS'],
    ['VAT', 'PA', 'es-ES', 'ITBMS'],
    ['VAT', 'HN', 'es-HN', 'ISV'],
    ['VAT', 'SE', 'sv-SE', 'Moms'],
    ['VAT', 'NO', 'nb-NO', 'Mva.'],
    ['VAT', 'FI', 'fi-FI', 'ALV'],
    ['VAT', 'HU', 'hu-HU', 'ÁFA'],
    ['VAT', 'PL', 'pl-PL', 'VAT'],
    ['VAT', 'GR', 'el-GR', 'ΦΠΑ'],
    ['VAT', 'BG', 'bg-BG', 'ДДС'],
    ['VAT', 'HR', 'hr-HR', 'PDV'],
    ['VAT', 'TR', 'tr-TR', 'KDV'],
    ['VAT', 'UA', 'uk-UA', 'ПДВ'],
    ['VAT', 'TW', 'zh-Hant-TW', '營業稅'],
    ['VAT', 'AE', 'ar', 'ضريبة القيمة المضافة'],
    ['GST', 'AU', 'en-GB', 'GST'],
    ['VAT', 'AU', 'en-AU', 'GST'],
    ['Sales', 'NZ', 'en-NZ', 'GST'],
    ['VAT', 'JP', 'ja-JP', '消費税'],
    ['Sales', 'US', 'en-US', 'Sales tax'],
    // The US has no such tax, but the till says so.
    ['VAT', 'US', 'en-US', 'VAT'],
    ['MwSt', 'US', 'en-US', 'VAT'],
    ['GST', 'US', 'en-US', 'GST'],
    ['Excise', 'GB', 'en-US', 'Excise duty'],
    ['Excise', 'US', 'en-GB', 'Excise tax'],
    // What the reader calls such a tax, in others.
    ['VAT', 'NL', 'de-DE', 'MwSt.'],
    ['VAT', 'DE', 'de-CH', 'MwSt.'],
    ['VAT', 'FR', 'en-US', 'VAT'],
    ['VAT', 'PE', 'en-US', 'VAT'],
    ['VAT', 'DE', 'ja-JP', '付加価値税'],
    ['VAT', 'JP', 'en-US', 'Consumption tax'],
    ['VAT', 'JP', 'de-DE', 'Konsumsteuer'],
    ['VAT', 'SG', 'zh-CN', 'GST'],
    ['GST', 'CA', 'de-DE', 'GST'],
    ['HST', 'CA', 'fr-FR', 'TVH'],
    // India has both.
    ['GST', 'IN', 'hi-IN', 'GST'],
    ['VAT', 'IN', 'en-IN', 'VAT'],
    // Its shares have names in no other script.
    ['CGST', 'IN', 'ta-IN', 'CGST'],
    ['C_GST', 'IN', 'ta-IN', 'CGST'],
    ['sgst 9', 'IN', 'en-IN', 'SGST'],
    ['sgst', 'IN', 'hi-IN', 'SGST'],
  ])('%s in %s, read in %s, is %s', (taxTypeCode, country, language, name) => {
    expect(named(taxTypeCode, country, language)).toBe(name)
  })

  test('in each of several languages', () => {
    expect(named('VAT', 'CH', ['de-DE', 'fr-FR'])).toBe('MWST / \u2068TVA\u2069')
    const tea = { name: 'Tee', total: 10, taxes: [{ taxTypeCode: 'VAT', percent: 0.026, amount: 0.25 }] }
    const view = viewOf(aReceiptFrom({ country: { code: 'CH' } }, { currency: 'CHF', items: [tea] }), [
      'de-DE',
      'fr-FR',
    ])
    expect(plain(firstItem(view).summary)).toBe('MWST 2,6 % 0,25 CHF / TVA 2,6 % 0,25 CHF')
  })

  test.each([
    ['VAT', 'en-US', 'VAT'],
    ['IVA', 'en-US', 'VAT'],
    ['MwSt.', 'en-US', 'VAT'],
    ['ÁFA', 'en-US', 'VAT'],
    ['VAT', 'en-AU', 'VAT'],
    ['VAT', 'en-GB', 'VAT'],
    ['VAT', 'de-CH', 'MWST'],
    ['TVA', 'fr-CA', 'TVA'],
    ['VAT', 'ja-JP', '消費税'],
    ['GST', 'en-US', 'GST'],
    ['GST', 'ja-JP', 'GST'],
    ['GST', 'fr-CA', 'TPS'],
    ['HST', 'en-US', 'HST'],
    ['PST', 'en-US', 'PST'],
    ['TVQ', 'en-US', 'QST'],
    ['Sales', 'en-US', 'Sales tax'],
    ['Sales', 'en-AU', 'GST'],
    ['Tax', 'en-US', 'Tax'],
    ['Tax', 'de-DE', 'Steuer'],
  ])('or, if that is unknown, what the till says: %s, read in %s, is %s', (taxTypeCode, language, name) => {
    const sent = aReceiptFrom({}, { grossAmount: 11, taxes: [{ amount: 1, taxTypeCode }] })
    expect(viewOf(sent, language).totals!.lines[1]!.label).toBe(name)
  })
})

test('shows an item’s own taxes below it', () => {
  const tea = { name: 'Tea', total: 10, taxes: [hst, { description: 'Levy', amount: 0.5 }] }
  const view = viewOf(aReceipt({ items: [tea] }))
  const said = 'HST 13% $1.30 on $10.00 · Levy $0.50'
  expect(plain(firstItem(view).summary)).toBe(said)
  expect(firstItem(view)).not.toHaveProperty('facts')
})

describe('the table of taxes', () => {
  const columns = (taxes: object[], netAmount?: number, grandAmount = 11.9) =>
    viewOf(
      aReceiptFrom(
        { country: { code: 'DE' } },
        { items: [{ name: 'Tee', total: 11.9 }], taxes, netAmount, grandAmount },
      ),
      'de-DE',
    ).taxes!.columns

  test('has a title for net amounts only above net amounts', () => {
    const { taxableAmount, ...noBase } = vat
    expect(columns([vat]).base).toBe('Netto')
    expect(columns([noBase], 10).base).toBe('Netto')
    expect(columns([vat, noBase]).base).toBe('Netto')
    expect(columns([noBase]).base).toBe('Netto')
    // What prices come to without the tax is known only where they come to the total.
    expect(columns([noBase], undefined, 12.5).base).toBe('')
  })

  describe('without bases', () => {
    const taxesOf = (taxes: object[], items: object[], grandAmount = 11.9) => {
      const sale = { items, taxes, grandAmount, currency: 'EUR' }
      const { rows, net } = viewOf(aReceiptFrom({ country: { code: 'DE' } }, sale), 'de-DE').taxes!
      const lines = rows.map(({ phrase, base, amount }) => [phrase, base, amount])
      return [...lines, ...(net ? [[net.label, net.amount]] : [])].map(line => plain(line.join(' | ')))
    }
    const { taxableAmount, ...noBase } = vat
    const tea = { name: 'Tee', total: 11.9 }

    test('has the net amount as that of a single tax', () =>
      expect(taxesOf([noBase], [tea])).toEqual(['MwSt. 19 % | 10,00 € | 1,90 €']))

    test('has the net amount below, where the tax isn’t on all of it or doesn’t say its rate', () => {
      const stamps = { name: 'Briefmarken', total: 8.5 }
      expect(taxesOf([noBase], [tea, stamps], 20.4)).toEqual(['MwSt. 19 % |  | 1,90 €', 'Nettobetrag | 18,50 €'])
      expect(taxesOf([{ ...noBase, percent: undefined }], [tea])).toEqual([
        'MwSt. |  | 1,90 €',
        'Nettobetrag | 10,00 €',
      ])
    })

    test('has the net amount below several', () => {
      const book = { name: 'Buch', total: 10.7 }
      const lower = { taxTypeCode: 'VAT', percent: 0.07, amount: 0.7 }
      expect(taxesOf([noBase, lower], [tea, book], 22.6)).toEqual([
        'MwSt. 19 % |  | 1,90 €',
        'MwSt. 7 % |  | 0,70 €',
        'Nettobetrag | 20,00 €',
      ])
    })
  })

  test.each(['modern', 'classic', 'compact'] as const)('has no empty title, %s', async variant => {
    await using engine = await createEngine()
    const { taxableAmount, ...noBase } = vat
    const mail = (tax: object, grandAmount: number) =>
      engine.html(
        aReceiptFrom({ country: { code: 'DE' } }, { items: [{ name: 'Tee', total: 11.9 }], taxes: [tax], grandAmount }),
        { acceptLanguage: 'de-DE', variant },
      )
    expect(mail(vat, 11.9)).toContain('>Netto</th>')
    expect(mail(noBase, 12.5)).toContain('>Steuer</th>')
    expect(mail(noBase, 12.5)).not.toMatch(/Netto|<th[^>]*><\/th>/)
  })
})
