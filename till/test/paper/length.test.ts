import { expect, test } from 'vitest'
import { unpacked } from '../../../src/pdf/file/packed-pdf.ts'
import { isExhaustive } from '../../../test/support/scope.ts'
import { drawPaper } from './support/draw-paper.ts'
import { engine, fixture, maker, printed, printers } from './support/printers.ts'

const fixtures = [
  'bopus-order',
  'boutique.fr-FR',
  'electronics-warranty.es-ES',
  'everything',
  'fashion-sale.en-CA',
  'fuel',
  'gift-card',
  'grocery-vat.de-DE',
  'homedelivery.es-419',
  'hotel.en-GB',
  'layaway',
  'minimal',
  'payment-link',
  'pharmacy',
  'restaurant-tip',
  'split-tender',
]

/**
 * Letters of 24 dots are an eighth higher at 180 dpi; and a line of 32 letters holds less than a roll's small print. At 180 dpi, 42 letters
 * leave the facts 29 beside their labels, where a roll's page has small print: a receipt with every fact there is takes 1.19, a hotel's folio 1.2006.
 */
const most = { 'epson-tm-m30iii': 1.1, 'epson-tm-p20ii': 1.15, 'epson-tm-t88v': 1.21 } as const

/** Of the fixtures that are taken, each on one model, with the folio on the one that it is longest on. */
const cases = Object.entries(most).flatMap(([model, share], place) =>
  fixtures
    .filter((_, at) => isExhaustive || (at % 3 === 0 && (at / 3 + place) % 3 === 2))
    .map(name => ({ model, share, name })),
)

test.each(cases)('a slip of $name on $model is hardly longer than the roll page', async ({ model, share, name }) => {
  const { make, dots, columns } = printers.find(each => each.model === model)!
  const { receipt, acceptLanguage } = fixture(name)
  const { bytes } = await maker.paper(receipt, { printer: { model }, acceptLanguage, as: 'text' })
  const { height } = await drawPaper(printed(bytes, make), { dots, make })
  const paper = columns === 32 ? 'roll58' : 'roll80'
  // A page that is drawn has to pass the knife, too.
  const toKnife = 4 * 26
  const inMillimeters = ((height - toKnife) / (dots === 504 ? 180 : 203)) * 25.4
  const page = await pageOf(name, paper)
  expect(inMillimeters / ((page / 72) * 25.4)).toBeLessThanOrEqual(share)
})

const pages = new Map<string, Promise<number>>()

/** The length of a roll page, points; two models have the same. */
function pageOf(name: string, paper: 'roll58' | 'roll80'): Promise<number> {
  const key = `${name} ${paper}`
  const made = pages.get(key) ?? measure()
  pages.set(key, made)
  return made

  async function measure(): Promise<number> {
    const { receipt, acceptLanguage } = fixture(name)
    const pdf = unpacked(await engine.pdf(receipt, { acceptLanguage, paper }))
    return Number(/\/MediaBox \[0 0 [\d.]+ ([\d.]+)\]/.exec(pdf)?.[1])
  }
}
