/**
 * The families of paper, in order of preference: the first that has a letter draws it. `npm run build` copies those with a `folder` to
 * `dist/fonts`; the others, of which those with Han letters are as large as all of these several times, are installed for the languages
 * that need them.
 */
export const paperFamilies = [
  { family: 'Noto Sans', folder: 'noto-sans' },
  { family: 'Noto Sans Arabic', folder: 'noto-sans-arabic' },
  { family: 'Noto Sans Hebrew', folder: 'noto-sans-hebrew' },
  { family: 'Noto Sans Devanagari', folder: 'noto-sans-devanagari' },
  { family: 'Noto Sans Thai', folder: 'noto-sans-thai' },
  { family: 'Noto Sans Bengali', packageName: '@expo-google-fonts/noto-sans-bengali' },
  { family: 'Noto Sans Tamil', packageName: '@expo-google-fonts/noto-sans-tamil' },
  { family: 'Noto Sans JP', packageName: '@expo-google-fonts/noto-sans-jp' },
  { family: 'Noto Sans SC', packageName: '@expo-google-fonts/noto-sans-sc' },
  { family: 'Noto Sans TC', packageName: '@expo-google-fonts/noto-sans-tc' },
  { family: 'Noto Sans KR', packageName: '@expo-google-fonts/noto-sans-kr' },
  { family: 'Noto Emoji', folder: 'noto-emoji' },
] as const

/** The family of a script whose letters differ from language to language, by ISO 15924 code (Unicode UAX #38, "Han unification"). */
const hanFamilies: Readonly<Record<string, string>> = {
  Jpan: 'Noto Sans JP',
  Hans: 'Noto Sans SC',
  Hant: 'Noto Sans TC',
  Kore: 'Noto Sans KR',
}

/**
 * The families for a language, for `font-family` in CSS: Han letters in the forms of the language.
 *
 * @param lang a language tag
 */
export function paperFontsFor(lang: string): string {
  const first = hanFamilyOf(lang)
  const names = paperFamilies.map(({ family }) => family)
  return (first === undefined ? names : [...names.slice(0, han), first, ...names.slice(han)])
    .filter((name, at, all) => all.indexOf(name) === at)
    .join(', ')
}

/** The package with the letters of a script that only one family has, by ISO 15924 code; undefined if there is none. */
export function packageOfScript(script: string): string | undefined {
  const name = ownFamilies[script]
  const found = paperFamilies.find(({ family }) => family === name)
  return found && 'packageName' in found ? found.packageName : undefined
}

const ownFamilies: Readonly<Record<string, string>> = { Beng: 'Noto Sans Bengali', Taml: 'Noto Sans Tamil' }

/** The package with the Han letters of a language; undefined if it isn't written with them. */
export function hanPackage(lang: string): string | undefined {
  const name = hanFamilyOf(lang)
  const found = paperFamilies.find(({ family }) => family === name)
  return found && 'packageName' in found ? found.packageName : undefined
}

function hanFamilyOf(lang: string): string | undefined {
  return hanFamilies[new Intl.Locale(lang).maximize().script ?? '']
}

/** Where the families with Han letters begin. */
const han = paperFamilies.findIndex(({ family }) => family === 'Noto Sans JP')
