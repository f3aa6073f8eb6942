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
export function scriptOf(codePoint: number): string {
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
