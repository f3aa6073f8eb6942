import { hanPackage, packageOfScript } from '../../document/paper-fonts.ts'
import { PrintError } from '../../errors.ts'
import { readLanguageTag } from '../../locale/resolve/lookup.ts'

/** Whether any font has a glyph for the code point. */
export type Covers = (codePoint: number) => boolean

/**
 * Makes sure that every character of a page can be printed, so that the browser doesn't draw boxes.
 * Checks the text and numeric references in `<body>`; invisible characters need no glyph.
 *
 * @param html a complete, well-formed page: in data, `<` and `>` occur only as references
 * @param missing what to do about a character that no font has: throw, or print U+FFFD
 * @param onMissing called with the scripts of characters that were replaced, if any were
 * @returns the page, changed only where a character was replaced
 * @throws PrintError naming the code points, but never the text
 */
export function withGlyphs(
  html: string,
  covers: Covers,
  missing: 'error' | 'replace',
  onMissing: (scripts: string[]) => void = () => {},
): string {
  const holes = findHoles(html, covers)
  if (holes.length === 0) return html
  if (missing === 'error') throw new PrintError(advice(holes, html))
  onMissing(scriptsOf(holes))
  let out = ''
  let from = 0
  for (const hole of holes) {
    out += html.slice(from, hole.at) + (covers(0xfffd) ? '\uFFFD' : '?')
    from = hole.at + hole.length
  }
  return out + html.slice(from)
}

/**
 * The distinct non-ASCII code points in a page's visible text: those that need a font.
 */
export function codePointsIn(html: string): Set<number> {
  const all = new Set<number>()
  walk(html, codePoint => all.add(codePoint))
  return all
}

/** The language that a page says it is in; English if it says none, or what is no language tag. */
export function languageOf(html: string): string {
  const [, tag = 'en'] = /<html\b[^>]{0,200}\blang="([\w-]{1,40})"/.exec(html) ?? []
  return readLanguageTag(tag) ?? 'en'
}

/** The scripts of a text's characters that no font has, as ISO 15924 codes in order; none if it can be printed. */
export function scriptsWithout(covers: Covers, text: string): string[] {
  const others = [...new Set(text.match(/[^\0-\x7f]/gu))].map(character => ({
    codePoint: character.codePointAt(0) ?? 0,
  }))
  return scriptsOf(others.filter(({ codePoint }) => lacksGlyph(codePoint, covers)))
}

interface Hole {
  codePoint: number
  at: number
  length: number
}

function findHoles(html: string, covers: Covers): Hole[] {
  const holes: Hole[] = []
  walk(html, (codePoint, at, length) => {
    if (lacksGlyph(codePoint, covers)) holes.push({ codePoint, at, length })
  })
  return holes.sort((one, other) => one.at - other.at)
}

/** Whether a code point is to be seen and no font has it. */
export function lacksGlyph(codePoint: number, covers: Covers): boolean {
  return codePoint >= 0x80 && !covers(codePoint) && !drawsNothing(codePoint)
}

function scriptsOf(holes: readonly Pick<Hole, 'codePoint'>[]): string[] {
  return [...new Set(holes.map(({ codePoint }) => scriptOf(codePoint)))].sort()
}

/** Visits every visible non-ASCII character in one pass: of `style` only what it adds to a page, as in margins; nothing of `script`. */
function walk(html: string, visit: (codePoint: number, at: number, length: number) => void): void {
  for (const { index: start, 0: style } of html.matchAll(/<style.*?<\/style>/gs))
    for (const { index, 0: declaration } of style.matchAll(addedContent))
      for (const { index: at, 0: character } of declaration.matchAll(/[^\0-\x7f]/gu))
        visit(character.codePointAt(0) ?? 0, start + index + at, character.length)
  let at = Math.max(html.indexOf('<body'), 0)
  while (at < html.length) {
    const unit = html.charCodeAt(at)
    if (unit === 0x3c) at = skipTag(html, at)
    else if (unit === 0x26 && html.charCodeAt(at + 1) === 0x23) at += reference(html, at, visit)
    else if (unit < 0x80) at += 1
    else {
      const codePoint = html.codePointAt(at) ?? unit
      const length = codePoint > 0xffff ? 2 : 1
      visit(codePoint, at, length)
      at += length
    }
  }
}

/** What a stylesheet writes (CSS 2.2, 12.2). */
const addedContent = /\bcontent\s{0,9}:(?:"(?:[^"\\]|\\.)*"|[^;{}"])*/gs

function skipTag(html: string, at: number): number {
  const close = html.startsWith('<!--', at)
    ? '-->'
    : html.startsWith('<style', at)
      ? '</style>'
      : html.startsWith('<script', at)
        ? '</script>'
        : '>'
  const end = html.indexOf(close, at)
  return end < 0 ? html.length : end + close.length
}

function reference(html: string, at: number, visit: (codePoint: number, at: number, length: number) => void): number {
  const found = /^&#(?:x([0-9a-f]{1,6})|([0-9]{1,7}));/i.exec(html.slice(at, at + 11))
  if (!found) return 1
  const codePoint = found[1] ? Number.parseInt(found[1], 16) : Number(found[2])
  if (codePoint >= 0x80) visit(codePoint, at, found[0].length)
  return found[0].length
}

function drawsNothing(codePoint: number): boolean {
  if (codePoint > 0x10ffff) return true
  return /^[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}]$/u.test(String.fromCodePoint(codePoint))
}

function advice(holes: readonly Hole[], html: string): string {
  const points = [...new Set(holes.map(hole => hole.codePoint))].sort((a, b) => a - b)
  const named = points.slice(0, 10).map(point => `U+${point.toString(16).toUpperCase().padStart(4, '0')}`)
  const more = points.length > named.length ? ` and ${points.length - named.length} more` : ''
  const scripts = scriptNames(scriptsOf(holes))
  const packages = packagesFor(scriptsOf(holes), languageOf(html))
  const install = packages.length > 0 ? `install ${packages.join(' and ')}, ` : ''
  return (
    `No font has the characters ${named.join(', ')}${more} (${scripts}): ${install}add a folder with a font that has them ` +
    "(`pdf.fonts`), or set `missingGlyphs: 'replace'`."
  )
}

/** The fonts that are packages of their own: Han letters have the forms of the page's language. */
function packagesFor(scripts: readonly string[], lang: string): string[] {
  const needed = [
    (scripts.includes('Hira') || scripts.includes('Kana')) && hanPackage('ja'),
    scripts.includes('Hang') && hanPackage('ko'),
    scripts.includes('Hani') && (hanPackage(lang) ?? hanPackage('ja')),
    ...scripts.map(packageOfScript),
  ]
  return [...new Set(needed.filter(name => typeof name === 'string'))]
}

/** Scripts in everyday use (Unicode UAX #31, Table 5, "Recommended Scripts"), by ISO 15924 code. */
const recommended = [
  ...[
    'Arab',
    'Armn',
    'Beng',
    'Bopo',
    'Cyrl',
    'Deva',
    'Ethi',
    'Geor',
    'Grek',
    'Gujr',
    'Guru',
    'Hang',
    'Hani',
    'Hebr',
    'Hira',
  ],
  ...['Kana', 'Khmr', 'Knda', 'Laoo', 'Latn', 'Mlym', 'Mymr', 'Orya', 'Sinh', 'Taml', 'Telu', 'Thaa', 'Thai', 'Tibt'],
]

const tests = [
  ...recommended.map(code => [code, new RegExp(`\\p{Script=${code}}`, 'u')] as const),
  ['Zsye', /\p{Extended_Pictographic}/u] as const,
  ['Zyyy', /\p{Script=Common}|\p{Script=Inherited}/u] as const,
]

/**
 * The script of a character, as an ISO 15924 code: one of Unicode's recommended scripts, `Zsye` for emoji, `Zyyy` for signs that
 * scripts share, and `Zzzz` for all others.
 */
function scriptOf(codePoint: number): string {
  const character = String.fromCodePoint(codePoint)
  return tests.find(([, test]) => test.test(character))?.[0] ?? 'Zzzz'
}

/** The English names of scripts, for people: `Hangul and Thai`. */
export function scriptNames(codes: readonly string[]): string {
  const names = codes.map(code => ownNames[code] ?? english.of(code) ?? code)
  return new Intl.ListFormat('en').format(names)
}

const english = new Intl.DisplayNames('en', { type: 'script' })

const ownNames: Readonly<Record<string, string>> = { Zyyy: 'signs', Zzzz: 'other scripts', Zsye: 'emoji' }
