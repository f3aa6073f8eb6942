import { describe, expect, it } from 'vitest'
import { brands } from '../../../src/receipt/card-data/brands.ts'
import { maskCardNumbers } from '../../../src/receipt/card-data/mask-text.ts'
import { cleanLines, cleanText } from '../../../src/receipt/tidy/clean.ts'
import { cpuOf, isBeyond } from '../../support/cpu.ts'
import fc from '../../support/fast-check.ts'
import { tries } from '../../support/scope.ts'
import { separated, separators, withCheckDigit } from './support.ts'

describe('a card number in a text is masked', () => {
  it.each([
    ['Visa', '4111 1111 1111 1111', '••••1111'],
    ['Visa without groups', '4012888888881881', '••••1881'],
    ['Visa with hyphens', '4111-1111-1111-1111', '••••1111'],
    ['Visa of 19 digits', '4000000000000000006', '••••0006'],
    ['Visa of 19 digits, in fours', '4000 0000 0000 0000 006', '••••0006'],
    ['Mastercard', '5555 5555 5555 4444', '••••4444'],
    ['Mastercard of the 2 series', '2223003122003222', '••••3222'],
    ['American Express', '3782 822463 10005', '••••0005'],
    ['Diners Club', '3056 930902 5904', '••••5904'],
    ['Discover', '6011 1111 1111 1117', '••••1117'],
    ['JCB', '3530111333300000', '••••0000'],
    ['UnionPay', '6200000000000005', '••••0005'],
    ['UnionPay in 6 and 13', '620000 0000000000000', '••••0000'],
    ['Maestro', '6759649826438453', '••••8453'],
    ['RuPay', '6069 8500 0000 0003', '••••0003'],
    ['Elo', '6362 9700 0045 7013', '••••7013'],
    ['Hipercard', '6062 8288 8866 6688', '••••6688'],
    ['in a sentence', 'Paid with 4111 1111 1111 1111, thanks', 'Paid with ••••1111, thanks'],
    ['with its expiry behind', '4111 1111 1111 1111 12/27', '••••1111 12/27'],
    ['with a count before', '2 4111 1111 1111 1111', '2 ••••1111'],
    ['between letters', 'PAN4111111111111111X', 'PAN••••1111X'],
    ['twice', '4111111111111111 5555555555554444', '••••1111 ••••4444'],
    ['after a bullet', '•4111 1111 1111 1111', '•••••1111'],
    ['digit by digit, with its expiry', '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 12/27', '••••1111 12/27'],
    ['in twos', '41 11 11 11 11 11 11 11', '••••1111'],
    ['in threes', '411 111 111 111 111 1', '••••1111'],
    ['in sixes', '411111 111111 1111', '••••1111'],
    ['in sixes on lines', '411111\r\n111111\r\n1111', '••••1111'],
    ['wrapped within a group', 'Card 4111 1111 11\n11 1111 Visa', 'Card ••••1111 Visa'],
    ['wrapped without groups', '41111111111111\n11', '••••1111'],
    ['with a negative sign', '-4111111111111111', '-••••1111'],
    ['after two letters that are a country', 'DE4111111111111111', 'DE••••1111'],
    ['with direction marks in an escape', '4111\\\u200en1111\\n1111\\n1111', '••••1111'],
    ['in mathematical digits', '𝟒𝟏𝟏𝟏 𝟏𝟏𝟏𝟏 𝟏𝟏𝟏𝟏 𝟏𝟏𝟏𝟏', '••••1111'],
    ['in superscript digits', '⁴¹¹¹¹¹¹¹¹¹¹¹¹¹¹¹', '••••1111'],
    ['in escapes', String.raw`\u0034\u0031\u0031\u0031111111111111`, '••••1111'],
  ])('%s', (_, text, masked) => expect(maskCardNumbers(text)).toBe(masked))

  it.each(separators)('separated by %s', (_, separator) => {
    expect(maskCardNumbers(`Card ${separated(separator)} ok`)).toBe('Card ••••1111 ok')
    expect(maskCardNumbers(separated(separator, [4, 6, 5]))).toBe('••••0005')
  })
})

describe('every brand', () => {
  const cases = brands.flatMap(({ name, prefixes, lengths }) =>
    prefixes
      .split(' ')
      .flatMap(range => range.split('-'))
      .flatMap(prefix => lengths.map(length => [name, length, prefix] as const)),
  )
  it('is there', () => expect(cases.length).toBeGreaterThan(90))

  it.each(cases)('%s of %i digits that begins with %s', (_, length, prefix) => {
    const number = withCheckDigit(prefix.padEnd(length - 1, '7'))
    expect(maskCardNumbers(number)).toBe(`••••${number.slice(-4)}`)
    const wrong = number.slice(0, -1) + ((Number(number.at(-1)) + 1) % 10)
    expect(maskCardNumbers(wrong)).toBe(wrong)
  })

  // The edges of ranges as the schemes publish them.
  it.each([
    ['2221', true],
    ['2720', true],
    ['2220', false],
    ['2721', false],
    ['5018', true],
    ['6304', true],
    ['6763', true],
    ['6521', true],
    ['817199', true],
    ['2204', true],
    ['2206', false],
    ['9792', true],
    ['3527', false],
    ['3528', true],
    ['1', false],
    ['7', false],
    ['99', false],
  ])('16 digits that begin with %s: %s', (prefix, isCard) => {
    const number = withCheckDigit(prefix.padEnd(15, '0'))
    expect(maskCardNumbers(number) !== number).toBe(isCard)
  })
})

describe('track data goes entirely', () => {
  it.each([
    ['track 2', ';4111111111111111=27121010000012345678?', '••••'],
    ['track 2 without marks', 'T2 4111111111111111=27121010000012345678 end', 'T2 •••• end'],
    ['track 2 of a number with a wrong check digit', ';4111111111111112=2712101123456?', '••••'],
    ['track 2 in full-width signs', '；４１１１１１１１１１１１１１１１＝２７１２１０１１２３４？', '••••'],
    ['track 1', '%B4111111111111111^DOE/JANE^27121010000012300000?', '••••'],
    ['track 2 with a parted number', 'T2 4111 1111 1111 1111=27121010000012345678? end', 'T2 •••• end'],
    ['track 1 with a parted number', 'B4111-1111-1111-1111^DOE/JANE^27121010000012300000? end', 'B•••• end'],
    ['a chip track with a parted number', '57 4111.1111.1111.1111D27121010000012345678F', '57 ••••'],
    ['track 1 with fields in the rest', 'B4111111111111111^DOE/JANE MS^2712101   123 000?', '••••'],
    ['track 1 with its expiry alone', '%B4111111111111111^DOE/JANE^2712?', '••••'],
    ['track 1 without its end', 'B4111111111111111^DOE/JANE^2712101 a\nReally?', '•••• a\nReally?'],
    ['track 1 with a name of two letters', 'B4111111111111111^AB^2712101?', '••••'],
    ['tag 57 of a chip', '4111111111111111D27121010000012300000F', '••••'],
    [
      'track 2 with another card behind',
      'Swiped ;4111111111111111=27121010000012345678? then 5555 5555 5555 4444 keyed',
      'Swiped •••• then ••••4444 keyed',
    ],
    [
      'a parted number, a whole one and another card',
      'T2 4111 1111 1111 1111=27121010000012345678? ;5555555555554444=2712101? keyed 3782 822463 10005',
      'T2 •••• •••• keyed ••••0005',
    ],
    [
      'a track within the rest of another whose number is parted, and a card number behind',
      '4111 1111 1111 1111^A/B^2712x378282246310005D2712101x 5555 5555 5555 4444',
      '•••• ••••4444',
    ],
    ['both', '%B4111111111111111^DOE/JANE^2712101?;4111111111111111=2712101?', '••••••••'],
  ])('%s', (_, text, masked) => expect(maskCardNumbers(text)).toBe(masked))
})

describe('a number that isn’t a card number stays', () => {
  it.each([
    ['IMEI', '490154203237518'],
    ['IMEI beginning like a card', '356938035643809'],
    ['EAN-13 of Germany', '4006381333931'],
    ['EAN-13 of Japan that passes Luhn', '4902505139314'],
    ['GTIN-14', '14006381333938'],
    ['Visa with a wrong check digit', '4111 1111 1111 1112'],
    ['a part of a longer number', '94111111111111111'],
    ['an order number', '20260418-118-02-004417'],
    ['a phone number', '+1 541 555 0142'],
    ['an IBAN', 'DE89 3704 0044 0532 0130 00'],
    ['an IBAN that holds a card number', 'DE80 5001 0517 0000 0004 04 BIC'],
    ['zeros', '0000 0000 0000 0000'],
    ['decimals of a sum', '4111.111111111111'],
    ['numbers of six digits apart', '411111 - 111111 - 1111'],
    ['a decimal comma', '41111111,11111111'],
    ['an amount with groups', '411,111,111,111,111.10'],
    ['numbers four spaces apart', '4111    1111    1111    1111'],
    ['numbers on lines apart', '4111 \n \n1111 \n \n1111 \n \n1111'],
    ['an order number and how many', 'Order 100200300477=3 bags'],
    ['numbers in words', '4111 and 1111 and 1111 and 1111'],
    ['a mask of a card', '4111 **** **** 1111'],
    ['what follows the last four of another', '••••4111 1111 1111 1111'],
    ['fours of which one is cut short', '4111 1111 111 1111 1'],
    ['a time, a phone number and an amount', '18.04.26, 10:36 06 12 34 56 15 12.00'],
    ['a date, a phone number and an amount', '2026-04-30 06 12 34 56 11 12.00'],
    ['an EAN and a price below it that would make it a Visa number', '4902505139314\n107'],
  ])('%s', (_, text) => expect(maskCardNumbers(text)).toBe(text))

  it('on receipts as tills print them', () => {
    // Whatever their digits, amounts, dates, times and phone numbers never look like a card number.
    const digit = fc.integer({ min: 0, max: 9 })
    const shaped = (shape: string) =>
      fc.array(digit, { minLength: shape.length, maxLength: shape.length }).map(digits => {
        let at = 0
        return shape.replace(/0/g, () => String(digits[at++]))
      })
    const shapes = [
      '00.00',
      '0.00',
      '000.00',
      '00.00.0000',
      '00:00:00',
      '0000-00-00',
      '+0 000 000 0000',
      '00 00 00 00 00',
    ]
    const lines = fc.array(fc.constantFrom(...shapes).chain(shaped), { minLength: 4, maxLength: 12 })
    const between = fc.constantFrom(' ', '  ', '\n', ' / ', ' - ')
    fc.assert(
      fc.property(lines, between, (columns, separator) => {
        const text = columns.join(separator)
        expect(maskCardNumbers(text)).toBe(text)
      }),
      { numRuns: tries(1000) },
    )
  })
})

describe('whatever is sent', () => {
  const parts = [
    ...['4111 1111 1111 1111', '4111', '1111', ' ', '-', '•', '••••', '378282246310005', 'x', '0', '41', '\n', '\t'],
    ...[
      '\u0001',
      '\u200e',
      '\u200b',
      '\\n',
      '\\',
      'n',
      '.',
      '=2712101',
      ';',
      '^A/B^2712',
      '４',
      '\u0301',
      'D2712101',
      '\r\n',
    ],
    ...['4 1 1 1', '1 1 1 1 1 1', '5555555555554444', '4012888888881881'],
  ]
  const text = fc.array(fc.constantFrom(...parts), { maxLength: 24 }).map(words => words.join(''))

  it('masking twice changes nothing', () => {
    fc.assert(
      fc.property(text, sent => {
        const masked = maskCardNumbers(sent)
        expect(maskCardNumbers(masked)).toBe(masked)
      }),
      { numRuns: tries(2000), examples: [['D2712101411104111 1111 1111 1111D2712101']] },
    )
  })

  it('cleaning masked text reveals no card number', () => {
    fc.assert(
      fc.property(text, sent => {
        // In cleaned lines a backslash is a sign, and no escape begins with it.
        const cleaned = [cleanText(maskCardNumbers(sent)), cleanLines(maskCardNumbers(sent)).replaceAll('\\', '|')]
        for (const clean of cleaned) expect(maskCardNumbers(clean)).toBe(clean)
      }),
      { numRuns: tries(2000), examples: [['4111 1111 1111 11110;\r\n\\\\n0'], ['41\\n\\\\\u00015555555555554444４']] },
    )
  })
})

describe('a mebibyte of anything is searched in linear time', () => {
  const mebibyte = 1024 * 1024
  const filled = (part: string) => part.repeat(Math.floor(mebibyte / Buffer.byteLength(part)))
  it.each([
    ['digits', '4'],
    ['digits and spaces', '4 '],
    ['groups', '4111 '],
    ['short lines', '41\n'],
    ['escaped line breaks', '\\n4'],
    ['backslashes with direction marks', '\\\u200e'],
    ['card numbers', '4111111111111111 '],
    ['tracks', ';4111111111111111=2712101?'],
    ['what may become a track', 'B4111111111111111^a'],
    ['signs of tracks', '444444444444='],
    ['full-width digits', '４'],
    ['characters that are not seen', '4\u200b'],
  ])('%s', (_, part) => expect(costOf(filled(part), 3000)).toBe('linear'))

  it('digits in less than 100 ms', () => {
    expect(costOf('4'.repeat(mebibyte), 100)).toBe('linear')
  })
})

/** 'linear' within so many milliseconds of a quiet machine's; else what it took. */
function costOf(text: string, allowed: number): string {
  const cost = cpuOf(() => maskCardNumbers(text), allowed)
  return isBeyond(cost, allowed) ? `${cost} ms` : 'linear'
}
