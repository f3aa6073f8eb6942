import { expect, test } from 'vitest'
import { maskCardNumbers } from '../../../src/receipt/card-data/mask-text.ts'
import { readReceipt, readStored } from '../../../src/receipt/parse.ts'
import { printerCommands } from '../../../src/receipt/tidy/printer-commands.ts'
import fc from '../../support/fast-check.ts'
import { tries } from '../../support/scope.ts'
import { receiptWith } from '../support.ts'

const shown = (json: string) => readReceipt(json).receipt!.rawPosReceipt
const stored = (rawPosReceipt: string) => readStored(JSON.stringify(receiptWith({ rawPosReceipt }))).masked!

test.each([
  ['behind a command’s digit', 'CARD \x1bE14111111111111111 VISA', 'CARD ••••1111 VISA'],
  ['behind one that ends in a byte', '\x1ba\x014111 1111 1111 1111', '••••1111'],
  ['in bold digits', '4111 1111 \x1bE\x011111 1111\x1bE\0', '••••1111'],
  ['where Star’s command has no digit', '\x1bE4111111111111111\x1bF', '••••1111'],
  ['of which a command would take a part', '\x1b$4111111111111111 VISA', '••••1111 VISA'],
  ['in a barcode', 'VISA\x1dkI\x124111111111111111{BTHANK YOU', 'VISA••••1111THANK YOU'],
  ['in a QR code', 'VISA\x1d(k\x18\x001P0card:4111111111111111\nTHANK YOU', 'VISA••••1111\nTHANK YOU'],
  ['around a feed', '4111 1111\x1bd\x011111 1111', '••••1111'],
  ['in a track that a command parts', ';41111111\x1bE\x0111111111=27121011000012300000? OK', '•••• OK'],
  ['beside another in a barcode', 'VISA\x1dkI\x214111111111111111 5555555555554444THANK YOU', 'VISA••••THANK YOU'],
  [
    'at the end of a barcode, before another',
    'TEA \x1dkI\x10\x043782822463100054111111111111111.',
    'TEA ••••0005••••1111.',
  ],
  ['as a track', '\x1b@\x1bE1;4111111111111111=27121011000012300000?\x1bE0 OK', '•••• OK'],
])('a card number %s', (_, sent, expected) => {
  expect(shown(JSON.stringify(receiptWith({ rawPosReceipt: sent })))).toBe(expected)
  expect(shown(stored(sent))).toBe(expected)
  expect(stored(sent)).not.toMatch(/\d{12}/)
  expect(maskCardNumbers(maskCardNumbers(sent))).toBe(maskCardNumbers(sent))
})

test('among whatever commands, no card number is shown, and what is stored shows the same', () => {
  const parts = fc.constantFrom(
    ...[
      '4111111111111111',
      '4111 1111',
      ' 1111 1111',
      '378282246310005',
      'TOTAL',
      ' 11.49\n',
      '1',
      '0',
      '\0',
      '\x01',
      '\x02',
      '\r',
      '\x1e',
    ],
    ...[
      '\x1bE',
      '\x1bF',
      '\x1ba',
      '\x1bd',
      '\x1b!',
      '\x1b$',
      '\x1bW',
      '\x1bD',
      '\x1b*',
      '\x1bb',
      '\x1bp',
      '\x1d!',
      '\x1dV',
      '\x1dkI',
      '\x1dk\x04',
      '\x1d(k',
      '\x1dv0',
      '\x10\x04',
      '\x1c.',
      '\x1b',
    ],
  )
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 14 }), sent => {
      const text = `TEA ${sent.join('')}.`
      const once = shown(JSON.stringify(receiptWith({ rawPosReceipt: text })))!
      expect(once).not.toMatch(/(?<!\d)(?:4111111111111111|378282246310005)(?!\d)/)
      expect(maskCardNumbers(once)).toBe(once)
      expect(shown(stored(text))).toBe(once)
    }),
    { numRuns: tries(20_000) },
  )
})

test('many commands and card numbers take time in line with their length', () => {
  const text = '\x1bE14111111111111111\x1bE0 '.repeat(2000)
  expect(printerCommands(text)).toHaveLength(4000)
  expect(maskCardNumbers(text)).toBe('\x1bE1••••1111\x1bE0 '.repeat(2000))
})

test('a command beside a card number stays', () =>
  expect(maskCardNumbers('\x1bE\x014111111111111111\x1bE\0')).toBe('\x1bE\x01••••1111\x1bE\0'))
