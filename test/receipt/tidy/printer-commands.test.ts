import { describe, expect, test } from 'vitest'
import { cleanRaw } from '../../../src/receipt/tidy/clean.ts'
import { withoutPrinterCommands } from '../../../src/receipt/tidy/printer-commands.ts'
import { aReceipt, viewOf } from '../../support/receipts.ts'

test('a slip as it was sent to the printer says what the paper says', () => {
  const rawPosReceipt = [
    '\x1b@\x1bt\x10\x1ba\x01\x1d!\x11OLD MILL HARDWARE\x1d!\0\r\n',
    '301 Depot St\x1bd\x01\x1ba\0',
    'DECK SCREWS 1 LB   11.49\n\x1bE\x01TOTAL              11.49\x1bE\0\n',
    '\x1dh\x50\x1dw\x02\x1dH\x02\x1dkI\x0c{B77-9-20931\n',
    '\x1bp\0\x19\xfa\x1dVB\x03',
  ].join('')
  expect(viewOf(aReceipt({ rawPosReceipt })).raw!.text).toBe(
    'OLD MILL HARDWARE\n301 Depot St\nDECK SCREWS 1 LB   11.49\nTOTAL              11.49',
  )
})

describe('commands of a printer are taken out with what belongs to them', () => {
  test.each([
    ['bold', '\x1bE\x01TOTAL\x1bE\0', 'TOTAL'],
    ['bold, by digits', '\x1bE1TOTAL\x1bE0', 'TOTAL'],
    ['size', '\x1d!\x11TOTAL', 'TOTAL'],
    ['feed', 'TEA\x1bd\x03CUP', 'TEA\nCUP'],
    ['tabs', '\x1bD\x08\x10\x18\0TEA', 'TEA'],
    ['a barcode to its NUL', '\x1dk\x044011\0TEA', '\nTEA'],
    ['a barcode of so many letters', '\x1dkI\x044011TEA', '\nTEA'],
    ['a picture of rows', `\x1dv0\0\x02\0\x03\0${'\xff'.repeat(6)}TEA`, '\nTEA'],
    ['a picture of columns', `\x1b*\x21\x02\0${'\xff'.repeat(6)}TEA`, '\nTEA'],
    ['a QR code', '\x1d(k\x05\x001A2\x320TEA', '\nTEA'],
    ['bold, by line ends', '\x1bE\rTOTAL\x1bE\n', 'TOTAL'],
    ['bold of Star', '\x1bE12.50\x1bF', '12.50'],
    ['size of Star', '\x1bW\x01\x1bh\x01TOTAL\x1bW\0\x1bh\0', 'TOTAL'],
    ['alignment of Star', '\x1b\x1da\x01TEA', 'TEA'],
    ['a barcode of Star', '\x1bb\x06\x02\x02\x504011\x1eTEA', '\nTEA'],
    ['an area of a page', '\x1bW\0\0\0\0\x40\x02\0\x01TEA', 'TEA'],
    ['cut', 'TEA\x1dV\0', 'TEA'],
    ['cut after a feed', 'TEA\x1dVB\x03', 'TEA'],
    ['cut, by a digit', 'TEA\x1dV1', 'TEA'],
    ['drawer', '\x1bp\0\x19\xfaTEA', 'TEA'],
    ['status', '\x10\x04\x01TEA', 'TEA'],
    ['partial cut', 'TEA\x1biCUP', 'TEACUP'],
    ['a macro', 'TEA\x1d^\x01\x02\0CUP', 'TEACUP'],
    ['size of Chinese letters', '\x1c!\x0c茶\x1c!\0', '茶'],
    ['a stored picture', 'TEA\x1cp\x01\0CUP', 'TEACUP'],
    ['what else has a list', 'TEA\x1c(A\x02\0\x30\x01CUP', 'TEA\nCUP'],
    ['a picture of single columns', '\x1b*\0\x02\0ABTEA', '\nTEA'],
    ['a list of more than 255', `\x1d(L\x01\x01${'A'.repeat(257)}TEA`, '\nTEA'],
    ['bold that no digit follows', '\x1bETOTAL', 'TOTAL'],
    ['Chinese letters', '\x1c&茶\x1c.', '茶'],
  ])('%s', (_, sent, shown) => {
    expect(withoutPrinterCommands(sent)).toBe(shown)
    // What isn't known takes nothing of what follows.
    for (const unknown of ['\x1b~', '\x1dz']) expect(withoutPrinterCommands(unknown + sent)).toBe(unknown + shown)
  })

  test('what isn’t known, or would take more than there is, stays, but for the sign itself', () => {
    expect(cleanRaw('TEA \x1b~ 4.00')).toBe('TEA  ~ 4.00')
    expect(cleanRaw('TEA\x1dv0\0\xff\xff\xff\xff 4.00')).toContain(' 4.00')
    expect(cleanRaw('TEA 4.00\x1b')).toBe('TEA 4.00 ')
  })
})
