import { describe, expect, test } from 'vitest'
import { center, fitted, row, textColumns, textWidth, wrap, wrapFacts } from '../../../src/document/text/columns.ts'
import fc from '../../support/fast-check.ts'
import { tries } from '../../support/scope.ts'

describe('the width of a text', () => {
  test.each([
    ['Total', 5],
    ['Crème brûlée €4.50', 18],
    ['Ωμέγα', 5],
    ['合計', 4],
    ['ﾊﾟﾝ', 3],
    ['税込￥１２０', 12],
    ['커피', 4],
    ['Te\u0301l', 3],
    ['\u2066(416) 555-0142\u2069', 14],
    ['🍎 2', 4],
    ['𠮷', 2],
    ['', 0],
  ])('%s takes %i columns', (text, width) => expect(textWidth(text)).toBe(width))
})

test('a soft hyphen takes no column', () => {
  expect(textWidth('Dampf\u00adschiff')).toBe(11)
  expect(textWidth('Dampf\u00adschiff \u2066')).toBe(12)
})

describe('a row', () => {
  test('has its label at the start and its amount at the end', () => {
    expect(row('Tea', '$4.00')).toBe(`Tea${' '.repeat(56)}$4.00`)
    expect(row('緑茶', '￥120')).toBe(`緑茶${' '.repeat(64 - 4 - 5)}￥120`)
  })

  test('that just fits has one space in between', () => {
    const label = 'x'.repeat(58)
    expect(row(label, '$4.00')).toBe(`${label} $4.00`)
  })

  test('wraps a long label above the line with the amount', () => {
    const lines = row('City and state sales tax for the harbor district 8.85%', '$67.51', 44).split('\n')
    expect(lines).toEqual(['City and state sales tax for the', `harbor district 8.85%${' '.repeat(17)}$67.51`])
  })

  test('puts a long amount on a separate line', () => {
    const [first, second] = row('Bono de descuento', 'IRR 123,456,789,012,345.00 off', 44).split('\n')
    expect(first).toBe('Bono de descuento')
    expect(second).toBe('IRR 123,456,789,012,345.00 off'.padStart(44))
  })

  test('puts the amount on a separate line if the label fills the last one', () => {
    const [label, amount] = [`${'a'.repeat(22)} ${'b'.repeat(14)}`, '9'.repeat(30)]
    expect(row(label, amount, 44).split('\n')).toEqual(['a'.repeat(22), 'b'.repeat(14), `${' '.repeat(14)}${amount}`])
  })

  test('without an amount is just its label', () => expect(row('Gift card •••• 1207', '')).toBe('Gift card •••• 1207'))

  test('is never wider than the page, and shows the whole amount and label', () => {
    const words = fc.string({ unit: fc.constantFrom(...'abcdefg  日本語é€'), maxLength: 150 }).map(text => text.trim())
    fc.assert(
      fc.property(words, fc.integer({ min: 0, max: 10_000_000 }), (label, cents) => {
        const amount = `$${(cents / 100).toFixed(2)}`
        const lines = row(label, amount).split('\n')
        for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(textColumns)
        expect(lines.at(-1)!.endsWith(amount)).toBe(true)
        expect(textWidth(lines.at(-1)!)).toBe(textColumns)
        expect(lines.join('').replace(/\s/g, '')).toBe((label + amount).replace(/\s/g, ''))
      }),
      { numRuns: tries(300) },
    )
  })
})

describe('wrapping', () => {
  test('breaks at spaces', () => {
    expect(wrap('Unused gear may come back within sixty days, with this receipt.', '  ', 44)).toBe(
      '  Unused gear may come back within sixty\n  days, with this receipt.',
    )
  })

  test.each([
    ['Receipt\u00a0· Saturday,\u00a0Oct\u00a031', '', 'Receipt\nSaturday,\u00a0Oct\u00a031'],
    ['Receipt · Saturday,\u00a0Oct\u00a031', '', 'Receipt\nSaturday,\u00a0Oct\u00a031'],
    ['Room 14 · Two nights, breakfast', '', 'Room 14\nTwo nights, breakfast'],
    ['1 × $112.00\u00a0· Outerwear', '  ', '  1 × $112.00\n  Outerwear'],
    ['Outerwear\u00a0· Water-repellent, lined', '', 'Outerwear\nWater-repellent, lined'],
    ['· of what', '', '· of what'],
    ['Twenty-two characters! · Lined', '', 'Twenty-two characters!\nLined'],
    ['Water-repellent, lined ·', '', 'Water-repellent, lined\n·'],
  ])('neither ends nor begins a line of %j with the dot between two parts', (text, indent, lines) => {
    expect(wrap(text, indent, 22)).toBe(lines)
  })

  test.each([
    ['ja', '返品の際は、このレシートをお', '持ちの上、七日以内にご来店', 'ください。'],
    ['zh', '本文件是付款请求，不是小票。', '付款完成后，我们会向您发送小', '票。'],
    ['th', 'ท่านได้รับอีเมลนี้เพราะท่านขอรับใบ', 'เสร็จทางอีเมลขณะชำระเงิน'],
    ['km', 'អ្នកបានទទួលអ៊ីមែលនេះព្រោះអ្នកបានសុំ', 'វិក្កយបត្រ'],
    ['lo', 'ໃບບິນຮັບເງິນຂອງທ່ານຈາກຮ້ານຂາຍ', 'ເຄື່ອງໃຊ້ໄຟຟ້າ'],
    ['ko', '결제가 완료되면 영수증을', '보내 드립니다.'],
  ])('breaks %s between its words', (language, ...lines) => {
    const isKorean = language === 'ko'
    expect(wrap(lines.join(isKorean ? ' ' : ''), '', 28)).toBe(lines.join('\n'))
  })

  test('fills the line before a text without spaces', () => {
    expect(wrap('Visa 1881でお支払いいただきました。', '', 24).split('\n')).toEqual([
      'Visa 1881でお支払い',
      'いただきました。',
    ])
  })

  test('begins no line with what ends a phrase, and ends none with what opens one', () => {
    const text = '「税込」（軽減税率８％対象）ラーメン、コーヒー。『大盛』ザ・メニュー…￥１，２００円'
    for (let columns = 12; columns <= 64; columns++)
      for (const line of wrap(text, '', columns)
        .split('\n')
        .filter(line => textWidth(line) > 2))
        expect(line, `${columns} columns`).toMatch(/^[^」）』。、，・…ーャュョ％].*[^「（『￥]$/)
  })

  test('breaks no letter apart, however narrow', () => {
    for (const letters of ['ที่', 'क्षि', 'ខ្មែរ', '👩‍👩‍👧‍👦', 'e\u0301'])
      for (const line of wrap(letters.repeat(30), '', 24).split('\n'))
        expect(line.replaceAll(letters, ''), line).toBe('')
  })

  test('breaks a word longer than a line without losing any of it', () => {
    const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
    const lines = wrap(`Für ${word}`).split('\n')
    expect(lines.join('')).toBe(`Für${word}`)
    for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(textColumns)
  })

  test('keeps a URL whole, however long', () => {
    const url = `https://shop.example.com/receipts/${'7c1d'.repeat(20)}?lang=en`
    expect(wrap(`Open ${url} to see it`).split('\n')).toEqual(['Open', url, 'to see it'])
  })

  test('keeps a URL whole after an isolate', () => {
    const address = `\u2066https://shop.example.com/${'returns/'.repeat(8)}\u2069`
    expect(wrap(`انظر ${address}`).split('\n')).toContain(address)
  })

  test('breaks what usually holds together at its spaces, once it is longer than a line', () => {
    expect(wrap('Register\u00a0BAR-1\u00a0(Simone)', '', 22).split('\n')).toEqual(['Register BAR-1', '(Simone)'])
  })

  test('keeps existing line breaks', () => expect(wrap('one\ntwo')).toBe('one\ntwo'))

  test('keeps the direction of right-to-left text on each line', () => {
    const text = `\u2067${'قهوة عربية مع الهيل '.repeat(9).trim()}\u2069`
    const lines = wrap(text).split('\n')
    expect(lines.length).toBeGreaterThan(2)
    for (const line of lines) expect(line).toMatch(/^\u2067[^\u2066-\u2069]+\u2069$/)
  })

  test('keeps an emoji with joiners whole', () => {
    expect(textWidth('👩‍👩‍👧‍👦')).toBe(8)
    expect(wrap('é'.repeat(64).normalize('NFD'))).not.toContain('\n')
  })
})

test('centered text has as much space before it as after it', () => {
  expect(center('0123456789')).toBe(`${' '.repeat(27)}0123456789`)
  expect(center('合計')).toBe(`${' '.repeat(30)}合計`)
  expect(center('x'.repeat(70)).split('\n')).toEqual(['x'.repeat(64), `${' '.repeat(29)}xxxxxx`])
})

test('a part of a phrase moves to the next line as a whole, if it fits there', () => {
  const rings = 'Sapphire ring\u00a0· Serial no. JSJ-2026-0481\u00a0· SKU 7'
  expect(wrap(rings, '', 32).split('\n')).toEqual(['Sapphire ring', 'Serial no. JSJ-2026-0481 · SKU 7'])
  const long = 'Rings\u00a0· Kept in the safe until the final payment\u00a0· SKU 7'
  expect(wrap(long, '', 32).split('\n')).toEqual(['Rings · Kept in the safe until', 'the final payment · SKU 7'])
})

test('a longer part begins a line, too, if that takes no more of them', () => {
  const order = 'Register 1\u00a0· Layaway opened on August 15, 2026'
  expect(wrap(order, '', 22).split('\n')).toEqual(['Register 1', 'Layaway opened on', 'August 15, 2026'])
})

test('facts stand in a column of their own, whose lines begin below each other', () => {
  const facts = (label: string, columns: number) =>
    wrapFacts(label, 'Potwierdzenie SAV2-1-10377\u00a0· Kasa 1', columns).split('\n')
  expect(facts('Sklep', 64)).toEqual(['Sklep             Potwierdzenie SAV2-1-10377\u00a0· Kasa 1'])
  expect(facts('Sklep', 42)).toEqual(['Sklep        Potwierdzenie SAV2-1-10377', '             Kasa 1'])
  expect(facts('Pierwotne zamówienie', 42)).toEqual([
    'Pierwotne zamówienie',
    '             Potwierdzenie SAV2-1-10377',
    '             Kasa 1',
  ])
  expect(facts('Pierwotne zamówienie', 64)).toEqual(['Pierwotne zamówienie  Potwierdzenie SAV2-1-10377\u00a0· Kasa 1'])
  expect(wrapFacts('Carte bancaire', '••••\u00a01881\nSans contact', 32)).toBe(
    'Carte bancaire  ••••\u00a01881\n          Sans contact',
  )
})

describe('a line of a till’s wider paper', () => {
  test.each([
    ['SUBTOTAL                       42.11', 'SUBTOTAL                   42.11'],
    ['VISA ************1881          45.06 T', 'VISA ************1881    45.06 T'],
    ['      OLD MILL HARDWARE, NORTH SIDE', '   OLD MILL HARDWARE, NORTH SIDE'],
    ['==========================================', '================================'],
    ['  --------------------------------------', '--------------------------------'],
    ['＊'.repeat(24), '＊'.repeat(16)],
    ['🎄'.repeat(20), '🎄'.repeat(16)],
  ])('%j leaves less blank', (line, shown) => {
    expect(fitted(line, 32)).toBe(shown)
    expect(textWidth(shown)).toBe(32)
  })

  test('without a blank to spare has its amount at the end of the next line', () => {
    const amount = `${' '.repeat(27)}14.47`
    expect(fitted('SANDPAPER 120 GRIT, FIVE PACK  14.47', 32)).toBe(`SANDPAPER 120 GRIT, FIVE PACK\n${amount}`)
  })

  // Of letters and digits none is lost.
  test.each(['RETURNS WITHIN 90 DAYS WITH THIS SLIP', 'TEA      4.00', '0'.repeat(40)])(
    '%j has no gap to spare, or fits',
    line => expect(fitted(line, 32)).toBe(line),
  )
})

test('a till’s text of 48 columns is laid out for 42: each column, heading and line is moved alike', () => {
  const sent = [
    '               OLD MILL HARDWARE',
    '================================================',
    'Cashier:   Dana',
    'DECK SCREWS 1 LB                         11.49 T',
    '  2 @ 8.99   WOOD GLUE 16 OZ             17.98 T',
    '  GARDEN HOSE 50 FT, BRASS FITTINGS BOXED  34.99',
    'TOTAL                                    64.46',
    '                  ----------',
    'Goods are taken back within 90 days.  Bring this slip, please.',
  ]
  expect(fitted(sent.join('\n'), 42).split('\n')).toEqual([
    '            OLD MILL HARDWARE',
    '==========================================',
    'Cashier:   Dana',
    'DECK SCREWS 1 LB                   11.49 T',
    '  2 @ 8.99   WOOD GLUE 16 OZ       17.98 T',
    '  GARDEN HOSE 50 FT, BRASS FITTINGS BOXED',
    '                                     34.99',
    'TOTAL                              64.46',
    '               ----------',
    'Goods are taken back within 90 days.  Bring this slip, please.',
  ])
})

test('a gap between columns is two blanks', () =>
  expect(wrap('Table\u20039\u2003Guests\u20032', '', 32)).toBe('Table  9  Guests  2'))

test('columns that have no room on a line have a line each', () =>
  expect(wrap('Pump 6\u2003Regular\nPrice/gal 3.199\u2003Odometer 48,210', '', 24)).toBe(
    'Pump 6  Regular\nPrice/gal 3.199\nOdometer 48,210',
  ))

test('an address that the column of facts would break stands below its label', () => {
  expect(wrapFacts('Sent to', 'mira.okafor@example.com', 32)).toBe('Sent to  mira.okafor@example.com')
  const customer = 'renee.castillo@example.com\u00a0· (619) 555-0188'
  expect(wrapFacts('Customer', customer, 32)).toBe('Customer\n  renee.castillo@example.com\n  (619) 555-0188')
})

test('so does a fact that would be in two lines of the column, and in one of the paper', () => {
  const buyer = 'Renee Castillo\u00a0· Customer no. 8800551042\u00a0· 4411 Utah St'
  expect(wrapFacts('Sold to', buyer, 32).split('\n')).toEqual([
    'Sold to',
    '  Renee Castillo',
    '  Customer no. 8800551042',
    '  4411 Utah St',
  ])
  const remark = 'Held in the safe until the final payment'
  expect(wrapFacts('Note', remark, 32).split('\n')[0]).toBe('Note      Held in the safe until')
})
