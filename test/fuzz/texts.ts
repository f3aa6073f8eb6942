import { pick, type Random } from '../../service/reliability/random.ts'

/** What a sample is made with. */
export interface Making {
  random: Random
  /** An address on loopback that nothing may ask. */
  canary: string
  /** A card number to hide in one text that is searched for card numbers; `planted` says that it was. */
  card: { written: string; planted: boolean } | undefined
}

/** Numbers that payment networks publish for tests. Not 4111 1111 1111 1111, because its last four digits, shown twice, look like more of it. */
export const cardNumbers = [
  '4000056655665556',
  '5500005555555559',
  '2223003122003222',
  '378282246310005',
  '6011000990139424',
  '3530111333300000',
] as const

/** A card number in groups, as people and tills write them. */
export function written(random: Random, digits: string): string {
  const separator = pick(random, ['', ' ', '-', '.', ' - ', '\u00a0', '\u2009', '\u200b', '\u00ad', '_'])
  const sizes = digits.length === 15 ? [4, 6, 5] : [4, 4, 4, 4]
  const groups = sizes.map((size, index) => {
    const start = sizes.slice(0, index).reduce((sum, before) => sum + before, 0)
    return digits.slice(start, start + size)
  })
  return groups.join(separator)
}

/** A text of any kind: from people, machines and attackers. */
export function anyText({ random, canary }: Making): string {
  const chance = random()
  if (chance < 0.45) return pick(random, ordinary)
  if (chance < 0.7) return pick(random, hostile).replaceAll('CANARY', canary)
  if (chance < 0.95) return Array.from({ length: 1 + Math.floor(random() * 6) }, () => pick(random, pieces)).join('')
  if (chance < 0.99) return String.fromCharCode(...Array.from({ length: 8 }, () => Math.floor(random() * 65_536)))
  return pick(random, ['x', 'W', '漢', 'x ', '<b>', '\u0301', '\n']).repeat(Math.floor(random() ** 2 * 4000))
}

const ordinary = [
  'Tea',
  'Crème brûlée',
  'Flat white, oat milk',
  'Ada Lovelace',
  '12 Rue de la Paix',
  'Cash',
  'VISA',
  '4417',
  '0012',
  'CA-QC',
  'قهوة عربية',
  'שלום 5.00-',
  '緑茶',
  'Größe 42',
  'one\ntwo\\nthree',
  '555-0100',
  '👩‍👩‍👧‍👦 family',
]

const hostile = [
  '<script src="CANARY/script"></script>',
  '<img src=CANARY/image onerror=alert(1)>',
  '"><style>@import "CANARY/style";</style>',
  'x" style="background:url(CANARY/background)',
  '</td></table></body>',
  '<!--[if mso]><x><![endif]-->',
  '{{#each this}}{{@key}}{{/each}}',
  '{{{constructor.constructor}}}',
  '{{> heading}}',
  '$t(totals.total)',
  'javascript:fetch("CANARY/fetch")',
  'CANARY/link',
  '__proto__',
  '=HYPERLINK("CANARY/formula")',
  '\u202eevil\u2066',
  '\ud800',
  '\u0000\u0007\u001b[31m',
  '&amp;&lt;&#x3c;&nbsp',
  'a\r\nBcc: eve@example.com',
]

const pieces = [
  ' ',
  '<',
  '>',
  '&',
  '"',
  "'",
  '{{',
  '}}',
  '`',
  '$',
  '\\',
  '%',
  ';',
  '-',
  '0',
  '1.5',
  'é',
  'ß',
  'ا',
  'あ',
  '🧾',
  '\n',
  '\t',
  '\u00a0',
  '\u200d',
  'word',
  'https://',
]
