import { beforeAll, describe, expect, test } from 'vitest'
import { makeAccessible } from '../../../src/pdf/file/access/make-accessible.ts'
import { packPdf } from '../../../src/pdf/file/pack.ts'
import { fixtureNamed } from '../../support/fixtures.ts'
import { greatestShift } from '../../support/pdf-glyphs.ts'
import { spoken } from '../../support/pdf-ua/spoken.ts'
import { openPage, pageOf } from '../../support/print-page.ts'
import { isExhaustive } from '../../support/scope.ts'

const print = openPage()
/** A list's items have bodies only afterward. */
const silent = ['NonStruct', 'LBody', 'P']

const names = ['grocery-vat.de-DE', 'cafe.ar', 'bulk-300', 'fashion-sale.en-CA', 'convenience.ja-JP']

describe.each(names.slice(0, isExhaustive ? 5 : 3))('%s', name => {
  let printed: Uint8Array<ArrayBuffer>
  let accessible: Uint8Array<ArrayBuffer>
  beforeAll(async () => {
    printed = await print(await pageOf(fixtureNamed(name), 'a4'), 'a4')
    accessible = packPdf(printed, makeAccessible)
  })

  test('has every glyph where it was printed, to a hundredth of a millimeter', async () => {
    expect(await greatestShift(printed, accessible)).toBeLessThan(0.035)
  })

  test('says the same to a screen reader, in fewer bytes', async () => {
    expect(await spoken(accessible, silent)).toEqual(await spoken(printed, silent))
    expect(accessible.length).toBeLessThan(0.7 * printed.length)
  })
})
