import bwip from 'bwip-js/generic'
import { describe, expect, test } from 'vitest'
import { barcodeProblem, toBarcode } from '../../../src/barcode/barcode.ts'
import fc from '../../support/fast-check.ts'
import { tries } from '../../support/scope.ts'

describe('an EAN-128 in brackets', () => {
  test.each([
    ['(01)04006381333931', '0104006381333931'],
    ['(01)04006381333931(10)AB(21)7', '010400638133393110AB\u001d217'],
    ['(01)04006381333931(17)261231(10)AB', '01040063813339311726123110AB'],
    ['(00)340123450000000000', '00340123450000000000'],
    ['(3102)001250(10)A', '310200125010A'],
    ['(417)4006381333931(10)A', '417400638133393110A'],
    ['(10)AB(10)AB', '10AB\u001d10AB'],
    ['(8020)R42(414)4006381333931', '8020R42\u001d4144006381333931'],
  ])('%s separates only what has an open length', (text, encoded) => {
    expect(toBarcode('EAN-128', text)).toMatchObject({ symbology: 'gs1-128', text: encoded, caption: text })
  })

  test.each([
    ['(01)123', 'EAN-128 AI (01) has too few characters; send all that the AI asks for'],
    ['(01)0400638133393x', 'EAN-128 AI (01) takes digits only; remove the rest'],
    ['(01)04006381333932', 'EAN-128 AI (01) has a wrong check digit; correct it or the digits before it'],
    ['(402)12345678901234567', 'EAN-128 AI (402) has a wrong check digit; correct it or the digits before it'],
    ['(10)', 'EAN-128 AI (10) has too few characters; send all that the AI asks for'],
    [`(10)${'A'.repeat(21)}`, 'EAN-128 AI (10) has too many characters; send as many as the AI allows'],
    ['(37)123456789', 'EAN-128 AI (37) has too many characters; send as many as the AI allows'],
    ['(422)1', 'EAN-128 AI (422) has too few characters; send all that the AI asks for'],
    ['(17)261399', "EAN-128 AI (17) isn't a real date or time; write dates as YYMMDD"],
    ['(17)260230', "EAN-128 AI (17) isn't a real date or time; write dates as YYMMDD"],
    ['(05)1', 'EAN-128 has no AI (05); see the list of GS1 application identifiers'],
    ['(100)1', 'EAN-128 has no AI (100); see the list of GS1 application identifiers'],
    ['(8100)1', 'EAN-128 has no AI (8100); see the list of GS1 application identifiers'],
    ['(8110)x', 'EAN-128 AI (8110) takes digits only; remove the rest'],
    ['(10)A(10)B', 'EAN-128 AI (10) appears twice with different values; send one'],
    ['(10)A B', `EAN-128 AI (10) allows letters, digits and ! " % & ' * + , - . / _ : ; < = > ? only, some AIs fewer`],
    [
      '(91)a(b)c',
      'EAN-128 in brackets has brackets around AIs only; send data with brackets of their own raw, U+001D between elements',
    ],
    [
      '(91)a(12345)b',
      'EAN-128 in brackets has brackets around AIs only; send data with brackets of their own raw, U+001D between elements',
    ],
    [']C10104006381333931', 'EAN-128 starts with a mark that scanners add, such as ]C1; send only what follows it'],
    [']C1(01)04006381333931', 'EAN-128 starts with a mark that scanners add, such as ]C1; send only what follows it'],
    ['(abc)', 'EAN-128 in brackets needs an AI of 2 to 4 digits first, such as (01)'],
    ['(', 'EAN-128 in brackets needs an AI of 2 to 4 digits first, such as (01)'],
    [`(91)${'A'.repeat(47)}`, 'EAN-128 takes at most 48 characters, got 49; shorten it, or use QRCode'],
  ])('%s is refused', (text, advice) => {
    expect(barcodeProblem('EAN-128', text)).toBe(advice)
  })
})

describe('a raw EAN-128', () => {
  test.each([
    ['0104006381333931', '(01)04006381333931'],
    ['010400638133393110AB\u001d217', '(01)04006381333931(10)AB(21)7'],
    ['01040063813339311726123110AB', '(01)04006381333931(17)261231(10)AB'],
    ['0034012345000000000010AB', '(00)340123450000000000(10)AB'],
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
    ['10ä', 'EAN-128 takes printable ASCII only, not U+00E4 at character 3; use QRCode'],
    ['1'.repeat(49), 'EAN-128 takes at most 48 characters, got 49; shorten it, or use QRCode'],
    ['1'.repeat(5000), 'EAN-128 takes at most 48 characters, got 5000; shorten it, or use QRCode'],
  ])('%j is refused', (text, advice) => {
    expect(barcodeProblem('EAN-128', text)).toBe(advice)
  })
})

describe('compared with the library’s GS1-128', () => {
  /** Starts of AIs as GS1 hands them out, and others; digits are filled in. */
  const ai = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...realAis()) }, fc.stringMatching(/^\d{2,4}$/))
  const value = fc.oneof(
    fc.stringMatching(/^\d{1,20}$/),
    fc.constantFrom('04006381333931', '340123450000000000', '4006381333931', '261231', '2612311359', '000125'),
    fc.stringMatching(/^[A-Z0-9/.-]{1,22}$/),
    fc.stringMatching(/^[ -~]{0,8}$/),
  )
  const text = fc
    .array(fc.tuple(ai, value), { minLength: 1, maxLength: 3 })
    .map(elements => elements.map(([id, held]) => `(${id})${held}`).join(''))

  const library = (sent: string): readonly number[] | undefined => {
    try {
      const [symbol] = bwip.raw('gs1-128', sent, {})
      return symbol && 'sbs' in symbol ? symbol.sbs : undefined
    } catch {
      return undefined
    }
  }

  /** The bars that are drawn, from the text with its separators. */
  const drawn = (sent: string) => {
    const data = toBarcode('EAN-128', sent).text.replaceAll('^', '^^').replaceAll('\u001d', '^FNC1')
    const [symbol] = bwip.raw('code128', `^FNC1${data}`, { parsefnc: true })
    return symbol && 'sbs' in symbol ? symbol.sbs : undefined
  }

  test('refuses what it refuses, and draws the same bars for the rest', () => {
    fc.assert(
      fc.property(text, sent => {
        if (barcodeProblem('EAN-128', sent) === undefined) expect(drawn(sent)).toEqual(library(sent))
      }),
      { numRuns: tries(400) },
    )
  }, 240_000)

  test('only AIs without a fixed length are followed by a separator', () => {
    const wrong = elementsOfAll().filter(sent => {
      const bars = library(`${sent}(99)A`)
      return !bars || JSON.stringify(drawn(`${sent}(99)A`)) !== JSON.stringify(bars)
    })
    expect(wrong).toEqual([])
  }, 240_000)

  test('the first two digits of every AI give its length', () => {
    const unread = [...firstOfEachStart()].flatMap(([start, ids]) => {
      const sent = ids.flatMap(id => values.map(held => `(${id})${held}`)).find(element => library(element))
      if (!sent) return [start]
      const raw = `0104006381333931${sent.replace(/[()]/g, '')}`
      return toBarcode('EAN-128', raw).caption === `(01)04006381333931${sent}` ? [] : [sent]
    })
    // No second GTIN beside the first, no count (37) without content (02), and no coupon is among the values.
    expect(unread).toEqual(['01', '02', '03', '(37)261231', '81'])
  }, 240_000)

  const values = ['261231', '2612311359', '001250', '4006381333931', '340123450000000000', 'AB12', '12', '276', '1']

  /** Up to three AIs the library knows of every two digits. */
  function firstOfEachStart(): Map<string, string[]> {
    const known = new Map<string, string[]>()
    for (let number = 0; number < 10_000; number++) {
      for (const id of new Set([2, 3, 4].map(digits => String(number).padStart(digits, '0')))) {
        const of = known.get(id.slice(0, 2)) ?? []
        if (of.length >= 3 || /^0..|^...[^013]/.test(id)) continue
        if (isKnown(id)) known.set(id.slice(0, 2), [...of, id])
      }
    }
    return known
  }

  function isKnown(id: string): boolean {
    try {
      bwip.raw('gs1-128', `(${id})`, {})
      return true
    } catch (error) {
      return !/GS1unknownAI/.test(String(error))
    }
  }

  /** AIs of GS1 General Specifications, 3.2, at least one of each family. */
  function realAis(): string[] {
    return (
      '00 01 02 10 11 12 13 15 16 17 20 21 22 235 240 241 242 243 250 251 253 254 255 30 3100 3109 3202 3365 37 3900 3922 ' +
      '400 401 402 403 410 411 412 413 414 415 416 417 420 421 422 423 424 425 426 427 4300 4307 4321 7001 7003 7007 7020 710 ' +
      '8001 8003 8004 8005 8006 8008 8013 8017 8020 8100 8110 8200 90 91 99'
    ).split(' ')
  }

  /** One element the library accepts of every AI whose value is simple. */
  function elementsOfAll(): string[] {
    const gln = ['410', '411', '412', '413', '414', '415', '416', '417'].map(id => `(${id})4006381333931`)
    const dates = ['11', '12', '13', '15', '16', '17'].map(id => `(${id})261231`)
    const measures = ['310', '320', '330', '340', '350', '360'].map(family => `(${family}2)001250`)
    const open = ['10', '21', '22', '240', '241', '250', '400', '403', '90', '91'].map(id => `(${id})AB12`)
    return [
      '(00)340123450000000000',
      '(01)04006381333931',
      '(20)11',
      '(30)12',
      '(420)10115',
      '(422)276',
      ...gln,
      ...dates,
      ...measures,
      ...open,
    ]
  }
})
