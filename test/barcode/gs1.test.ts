import { describe, expect, test } from 'vitest'
import { barcodeProblem, toBarcode } from '../../src/barcode/barcode.ts'

describe('an EAN-128 in brackets', () => {
  test.each([
    ['(01)04006381333931', '0104006381333931'],
    ['(01)04006381333931(10)AB(21)7', '010400638133393110AB\u001d217'],
    ['(01)04006381333931(17)261231(10)AB', '01040063813339311726123110AB'],
    ['(00)340123450000000000', '00340123450000000000'],
    ['(3102)001250(10)A', '310200125010A'],
    ['(91)a(b)c', '91a(b)c'],
    ['(8020)R42(414)4006381333931', '8020R42\u001d4144006381333931'],
  ])('%s separates only what has an open length', (text, encoded) => {
    expect(toBarcode('EAN-128', text)).toMatchObject({ symbology: 'gs1-128', text: encoded, caption: text })
  })

  test.each([
    ['(01)123', 'EAN-128 AI (01) needs 14 digits, got 3 characters'],
    ['(01)0400638133393x', 'EAN-128 AI (01) needs 14 digits, got other characters'],
    ['(01)04006381333932', 'EAN-128 AI (01) ends in check digit 2, which should be 1'],
    ['(10)', 'EAN-128 AI (10) has no value'],
    ['(05)1', 'EAN-128 has no AI (05); see the list of GS1 application identifiers'],
    ['(100)1', 'EAN-128 has no AI (100); see the list of GS1 application identifiers'],
    ['(10)A B', `EAN-128 AI (10) allows letters, digits and ! " % & ' ( ) * + , - . / _ : ; < = > ? only`],
    ['(abc)', 'EAN-128 in brackets needs an AI of 2 to 4 digits first, such as (01)'],
    ['(', 'EAN-128 in brackets needs an AI of 2 to 4 digits first, such as (01)'],
    [`(91)${'A'.repeat(47)}`, 'EAN-128 holds at most 48 characters, got 49; shorten it, or use QRCode'],
  ])('%s is refused', (text, advice) => {
    expect(barcodeProblem('EAN-128', text)).toBe(advice)
  })
})

describe('a raw EAN-128', () => {
  test.each([
    ['0104006381333931', '(01)04006381333931'],
    ['010400638133393110AB\u001d217', '(01)04006381333931(10)AB(21)7'],
    ['01040063813339311726123110AB', '(01)04006381333931(17)261231(10)AB'],
  ])('%j that is a key and splits to its end has its AIs in brackets below', (text, caption) => {
    expect(toBarcode('EAN-128', text)).toMatchObject({ text, caption })
  })

  test.each([
    ['21000123456789', '21000123456789'],
    ['0104006381333932', '0104006381333932'],
    ['010400638133393105', '010400638133393105'],
    ['0104006381333931172612', '0104006381333931172612'],
    ['STORE 12/4711', 'STORE 12/4711'],
    ['10AB\u001d217', '10AB 217'],
  ])('%j that only looks like one stays as the till sent it', (text, caption) => {
    expect(toBarcode('EAN-128', text)).toMatchObject({ text, caption })
  })

  test.each([
    ['\u001d10A', 'EAN-128 has a separator (U+001D) with no element on one of its sides; remove it'],
    ['10A\u001d\u001d21B', 'EAN-128 has a separator (U+001D) with no element on one of its sides; remove it'],
    ['10A\u001d', 'EAN-128 has a separator (U+001D) with no element on one of its sides; remove it'],
    ['10ä', 'EAN-128 holds printable ASCII only, not U+00E4 at character 3; use QRCode'],
    ['1'.repeat(49), 'EAN-128 holds at most 48 characters, got 49; shorten it, or use QRCode'],
    ['1'.repeat(5000), 'EAN-128 holds at most 48 characters, got 5000; shorten it, or use QRCode'],
  ])('%j is refused', (text, advice) => {
    expect(barcodeProblem('EAN-128', text)).toBe(advice)
  })
})
