import CodepageEncoder from '@point-of-sale/codepage-encoder'

/** The code pages by the numbers that Epson's and Star's manuals give them. */
const numbers = {
  epson: {
    0: 'cp437',
    2: 'cp850',
    14: 'cp737',
    15: 'iso8859-7',
    16: 'windows1252',
    17: 'cp866',
    18: 'cp852',
    19: 'cp858',
    45: 'windows1250',
    46: 'windows1251',
    47: 'windows1253',
    48: 'windows1254',
    51: 'windows1257',
    13: 'cp857',
    33: 'cp775',
    40: 'iso8859-15',
  },
  star: {
    0: 'star/standard',
    1: 'cp437',
    4: 'cp858',
    5: 'cp852',
    10: 'cp866',
    12: 'cp857',
    15: 'cp737',
    32: 'windows1252',
    33: 'windows1250',
    34: 'windows1251',
  },
} as const

/** A line's bytes as the letters that the printer prints. */
export function lettersAs(make: keyof typeof numbers, page: number, bytes: Uint8Array): string {
  const name = (numbers[make] as Record<number, string>)[page]
  if (name === undefined) throw new Error(`${make} has no page ${page} that receipts need`)
  const points = CodepageEncoder.getCodepoints(name as 'cp437', true)
  return [...bytes].map(byte => String.fromCodePoint(points[byte]!)).join('')
}
