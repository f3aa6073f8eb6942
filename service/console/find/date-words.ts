/** A word without case, accents and the signs around it. */
export function plainWord(word: string, language: string): string {
  const plain = westernFigures(word)
    .toLocaleLowerCase(language)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
    .replace(/^[(]+|[),.;:!?]+$/g, '')
  // Ukrainian has either letter, by the word before: "учора" and "вчора".
  return language.startsWith('uk') ? plain.replace(/^у(?=[бвгґджзклмнпрстфхцчшщ])/, 'в') : plain
}

/** Arabic and Persian figures as others have them, without marks of direction. */
export function westernFigures(text: string): string {
  return text
    .replace(/[\u200e\u200f\u061c]/g, '')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, figure => String(figure.charCodeAt(0) & 15))
}

/** Whether a plain word stands before or in a date, and says nothing of it. */
export function isFiller(word: string | undefined, language: string): boolean {
  const [base = ''] = language.split('-')
  return word !== undefined && (isDateSign(word) || (fillers[base] ?? '').split(' ').includes(word))
}

/** Whether a plain word says that a figure is a day or a year, such as "г." after one. */
export function isDateSign(word: string | undefined): boolean {
  return /^(?:г|година|года|р|року|gada|m|d|ค\.ศ)$/.test(word ?? '')
}

const fillers: Readonly<Record<string, string>> = {
  en: 'last on of the in',
  de: 'am im letzte letzten letzter letztes vom den der vorige vorigen',
  fr: 'le la les l de du en au dernier derniere',
  es: 'el la los de del en al pasado pasada',
  it: 'il lo la di del in scorso scorsa',
  pt: 'o a de do da em no na passado passada ultimo ultima',
  nl: 'op de het van in afgelopen vorige',
  pl: 'w we z dnia zeszly zeszla ostatni ostatnia ostatnie',
  ca: 'el la de del al passat passada',
  gl: 'o a de do da en no na pasado pasada',
  ro: 'pe din de la trecut trecuta',
  da: 'den i pa sidste',
  nb: 'den i pa forrige',
  sv: 'den i pa forra',
  cs: 'v ve dne minuly minula',
  sk: 'v vo dna minuly minula',
  sl: 'v dne prejsnji prejsnja',
  hr: 'u dana prosli prosla',
  bs: 'u dana prosli prosla',
  sr: 'u dana prosli prosla у дана прошли прошла',
  bg: 'на през миналия миналата',
  ru: 'в во прошлыи прошлая прошлую',
  uk: 'у в минулии минула минулу',
  vi: 'ngay nam',
  id: 'tanggal',
  ms: 'pada',
  ar: 'في يوم الماضي الماضية من شهر',
  ja: 'の に',
  zh: '的 在',
}
