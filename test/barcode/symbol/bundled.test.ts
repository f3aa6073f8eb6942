import { statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import bwip from 'bwip-js/node'
import { expect, test } from 'vitest'
import { type Symbology, symbologies } from '../../../src/barcode/barcode.ts'

/** The drawing library as the build bundles it, with our symbologies only. */
const path = new URL('../../../dist/bwip.cjs', import.meta.url)
const bundled = createRequire(import.meta.url)(fileURLToPath(path)) as typeof bwip

const texts: Record<Symbology, string> = {
  ean8: '96385074',
  upca: '036000291452',
  ean13: '4006381333931',
  itf14: '15400141288763',
  'gs1-128': '(01)09521234543213(10)ABC123',
  code39: 'GIFT-7731',
  code128: '004-118-20931',
  qrcode: '^ECI000026Straße 5, 東京',
}

test.each(symbologies)('the bundled library draws %s as the whole one does', symbology => {
  const draw = (library: typeof bwip) => library.raw(symbology, texts[symbology], { parsefnc: true })
  expect(draw(bundled)).toEqual(draw(bwip))
  expect(JSON.stringify(draw(bundled)).length).toBeGreaterThan(100)
})

test('it finds the same faults, has no other symbology, and is a tenth as large', () => {
  const faultOf = (library: typeof bwip) => {
    try {
      return library.raw('gs1-128', '(01)09521234543214', {})
    } catch (error) {
      return String(error)
    }
  }
  expect(faultOf(bundled)).toMatch(/bwipp\./)
  expect(faultOf(bundled)).toBe(faultOf(bwip))
  expect(() => bundled.raw('azteccode', 'sale 118', {})).toThrow()
  expect(statSync(path).size).toBeLessThan(700_000)
})
