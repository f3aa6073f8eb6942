import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEngine, type Engine } from '../src/engine.ts'
import { OptionError, PrintError, ReceiptDataError } from '../src/errors.ts'
import { mergePdfs } from '../src/pdf/merge/merge.ts'
import type { Printer } from '../src/pdf/print.ts'
import { parseReceipt } from '../src/receipt/parse.ts'
import { fixtureNamed, sharedPrinter } from './support/fixtures.ts'
import { pngLogo } from './support/logos.ts'
import { readTrees } from './support/pdf-tree.ts'
import { accessProblems } from './support/pdf-ua/check.ts'
import { readObjects } from './support/pdf-ua/objects.ts'
import { aReceipt } from './support/receipts.ts'

const sale = (transactionNumber: string, differs = {}) =>
  aReceipt({ transactionNumber, items: [{ name: 'Scarf', price: 12, total: 12 }], ...differs })

let engine: Engine
beforeAll(async () => {
  engine = await createEngine({
    brand: { logo: pngLogo([200, 0, 0, 255]) },
    pdf: { printer: sharedPrinter(), paper: 'roll80' },
  })
})
afterAll(() => engine.close())

describe('engine.merge', () => {
  test('prints what isn’t printed, in the order of the list', async () => {
    const printed = await engine.pdf(sale('20932'), { paper: 'a4' })
    const inside = await engine.merge([sale('20933'), sale('20934')])
    const all = [sale('20931'), printed, JSON.stringify(sale('20935')), inside, parseReceipt(sale('20936'))]
    const bytes = Buffer.from(JSON.stringify(sale('20937')))
    const merged = await engine.merge([...all, bytes])
    const { outline, pages } = await readTrees(merged)
    const numbers = outline.map(({ title }) => title.match(/\d{5}/g)?.join(' '))
    expect(numbers).toEqual(['20931', '20932', '20935', '20933 20934', '20936', '20937'])
    expect(pages.map(({ size }) => Math.round(size[0]!))).toEqual([227, 596, 227, 227, 227, 227, 227])
    expect(await accessProblems(merged)).toEqual([])
    const one = await engine.merge([sale('20931')])
    expect(Buffer.compare(one, mergePdfs([await engine.pdf(sale('20931'))]))).toBe(0)
  })

  test('takes options of the receipts, and a title', async () => {
    const asked = { paper: 'a4', locale: 'fr-CA', title: 'Caisse 3, le 3 juillet' } as const
    const merged = await engine.merge([sale('20931'), sale('20932')], asked)
    const { title, lang, pages } = await readTrees(merged)
    expect(title).toBe('Caisse 3, le 3 juillet')
    expect(lang).toBe('fr-CA')
    expect(pages.map(({ size }) => Math.round(size[0]!))).toEqual([596, 596])
  })

  test('keeps a logo once', async () => {
    const pictures = (pdf: Uint8Array) =>
      [...readObjects(pdf).texts.values()].filter(text => text.includes('/Subtype /Image'))
    const one = pictures(await engine.pdf(sale('20931')))
    const many = pictures(await engine.merge([sale('20931'), sale('20932'), sale('20933', { grandAmount: 14 })]))
    expect(one).toHaveLength(1)
    expect(many).toHaveLength(1)
  })

  test.each<[string, unknown, string]>([
    ['an empty list', [], 'parts: the list is empty'],
    ['no list', sale('20931'), 'parts: must be a list of receipts and PDFs'],
    ['a PDF of others', [sale('20931'), Buffer.from('%PDF-1.7\n')], 'parts[1]: is not a PDF as `engine.pdf` gives it'],
  ])('refuses %s', async (_, parts, message) => {
    await expect(engine.merge(parts as never)).rejects.toThrow(OptionError)
    await expect(engine.merge(parts as never)).rejects.toThrow(message)
  })

  test('says which receipt is invalid or can’t be printed', async () => {
    const invalid = engine.merge([sale('20931'), sale('20932', { grandAmount: 'ten' })])
    await expect(invalid).rejects.toThrow(ReceiptDataError)
    await expect(invalid).rejects.toMatchObject({
      errors: { 'parts[1].grandAmount': [{ message: 'must be a number' }] },
    })
    await expect(engine.merge([sale('20931'), 'no JSON'])).rejects.toMatchObject({ errors: { 'parts[1]': [{}] } })
    const unprintable = engine.merge([sale('20931'), sale('20932', { header: '\u{13000}' })])
    await expect(unprintable).rejects.toThrow(PrintError)
    await expect(unprintable).rejects.toThrow('parts[1]: ')
  })

  test('refuses options of other calls', async () => {
    await expect(engine.merge([sale('20931')], { scale: 2 } as never)).rejects.toThrow(
      'scale: merge has no use for it; it is an option of image',
    )
    await expect(engine.merge([sale('20931')], { title: ' ' })).rejects.toThrow('title: is blank')
    await expect(engine.merge([sale('20931')], { paper: 'a5' as never })).rejects.toThrow(/^paper: /)
    await expect(engine.merge([sale('20931')], { variant: 'modrn' as never })).rejects.toThrow(/^variant: /)
  })
})

describe('with a printer that counts', () => {
  let pdf: Uint8Array<ArrayBuffer>
  beforeAll(async () => {
    const { receipt } = fixtureNamed('minimal')
    pdf = await engine.pdf(receipt)
  })

  /** A printer that gives one PDF, some sooner than others, and what it was asked for. */
  function counting(fail?: (job: number) => Error | undefined) {
    const seen = { jobs: 0, running: 0, most: 0 }
    const printer: Pick<Printer, 'print'> = {
      async print() {
        const job = seen.jobs++
        seen.most = Math.max(seen.most, ++seen.running)
        for (let turn = 0; turn < 1 + (job % 5); turn++) await new Promise(setImmediate)
        seen.running--
        const error = fail?.(job)
        if (error) throw error
        return pdf
      },
    }
    return {
      seen,
      opening: createEngine({ pdf: { printer: { ...printer, missingScripts: () => [] } as unknown as Printer } }),
    }
  }

  const sales = Array.from({ length: 24 }, (_, at) => sale(String(20931 + at)))

  test('eight are printed at once', async () => {
    const { seen, opening } = counting()
    const merged = await (await opening).merge(sales)
    expect(seen).toEqual({ jobs: 24, running: 0, most: 8 })
    expect((await readTrees(merged)).outline).toHaveLength(24)
  })

  test('nothing is printed if the last part is wrong', async () => {
    const { seen, opening } = counting()
    await expect((await opening).merge([...sales, aReceipt({ grandAmount: null })])).rejects.toThrow(ReceiptDataError)
    await expect((await opening).merge([...sales, pdf.subarray(0, 5000)])).rejects.toThrow('parts[24]: is not a PDF')
    expect(seen.jobs).toBe(0)
  })

  test('a failure ends it, when what was begun is done', async () => {
    const { seen, opening } = counting(job => (job === 3 ? new PrintError('The browser has gone.') : undefined))
    await expect((await opening).merge(sales)).rejects.toThrow('parts[3]: The browser has gone.')
    expect(seen.jobs).toBeLessThan(15)
    expect(seen.running).toBe(0)
  })

  test('a signal ends it, also between PDFs', async () => {
    const { seen, opening } = counting()
    const gone = new Error('The client has gone.')
    await expect((await opening).merge([pdf, pdf], { signal: AbortSignal.abort(gone) })).rejects.toBe(gone)
    expect(seen.jobs).toBe(0)
  })
})

test('letters without a font are refused before anything is printed', async () => {
  const own = await createEngine({ pdf: { executablePath: '/nonexistent/browser' } })
  const parts = [aReceipt(), aReceipt({ header: 'Papyrus \u{13080}' })]
  await expect(own.merge(parts)).rejects.toThrow(/^parts\[1\]: .*U\+13080/s)
  await own.close()
})
