/** What WordPress writes as HTML, such as `Cups &amp; saucers` or `<p>Blue</p>`, as one line of text. */
export function plainText(html: string): string {
  return html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, (whole, decimal: string, hex: string, name: string) =>
      name === undefined
        ? characterOf(whole, decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal))
        : (named[name] ?? whole),
    )
    .replace(/\s+/g, ' ')
    .trim()
}

const characterOf = (whole: string, code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : whole)

const named: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  times: '×',
  euro: '€',
  pound: '£',
  yen: '¥',
  rsquo: '’',
  lsquo: '‘',
  rdquo: '”',
  ldquo: '“',
  trade: '™',
  reg: '®',
  deg: '°',
}
