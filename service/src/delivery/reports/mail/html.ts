/** Characters of HTML that are read. */
const maxHtmlLength = 262_144

/** The text of an HTML page, line by line: enough to find what it says. Takes linear time. */
export function textOfHtml(html: string): string {
  return withoutHidden(html.slice(0, maxHtmlLength))
    .replace(/[ \t\r\n]+/g, ' ')
    .replace(/<(?:br|\/p|\/div|\/tr|\/h\d|\/li|p|div|tr|table|pre)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) =>
      name === undefined ? character(decimal, hex) : (entities[name.toLowerCase()] ?? whole),
    )
    .split('\n')
    .map(line => line.trim())
    .join('\n')
    .trim()
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' }

function character(decimal: string | undefined, hex: string | undefined): string {
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
}

/** Cuts out comments, styles and scripts. */
function withoutHidden(html: string): string {
  const kept: string[] = []
  let from = 0
  const opening = /<(?:(!--)|(style|script|head)\b)/gi
  for (let found = opening.exec(html); found; found = opening.exec(html)) {
    kept.push(html.slice(from, found.index))
    const end = new RegExp(found[1] ? '-->' : `</${found[2]}\\b[^<>]*>`, 'gi')
    end.lastIndex = opening.lastIndex
    if (!end.test(html)) return kept.join(' ')
    from = end.lastIndex
    opening.lastIndex = from
  }
  kept.push(html.slice(from))
  return kept.join(' ')
}
