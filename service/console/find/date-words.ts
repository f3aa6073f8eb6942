/** A word without case, accents and the signs around it. Vowels of Indian and Thai letters are marks, too, and stay. */
export function plainWord(word: string, language: string): string {
  const plain = westernFigures(word)
    .toLocaleLowerCase(language)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u0591-\u05c7\u064b-\u065f]+/g, '')
    .normalize('NFC')
    .replace(/^[(]+|[),.;:!?]+$/g, '')
  // Ukrainian has either letter, by the word before: "учора" and "вчора".
  return language.startsWith('uk') ? plain.replace(/^у(?=[бвгґджзклмнпрстфхцчшщ])/, 'в') : plain
}

/** Figures of other scripts and widths as 0 to 9, and the marks between them as point and comma, without marks of direction. */
export function westernFigures(text: string): string {
  return text
    .replace(/\p{Bidi_Control}/gu, '')
    .replace(/\p{Nd}/gu, figure => {
      const code = figure.codePointAt(0) ?? 0
      const zero = zeros.findLast(each => each <= code) ?? code
      return code - zero < 10 ? String(code - zero) : figure
    })
    .replace(/(?<=\d)[\u066b\uff0e](?=\d)/g, '.')
    .replace(/(?<=\d)[\u066c\uff0c](?=\d)/g, ',')
}

/** Where the figures of the console's languages begin: Latin, Arabic, Persian, Devanagari, Bengali, Tamil, Thai and full-width. */
const zeros = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xbe6, 0xe50, 0xff10]

/** Whether a plain word stands before or in a date, and says nothing of it. */
export function isFiller(word: string | undefined, language: string): boolean {
  const [base = ''] = language.split('-')
  return word !== undefined && (isDateSign(word) || (fillers[base] ?? '').split(' ').includes(word))
}

/** Whether a plain word says that a figure is a day or a year, such as "г." after one. */
export function isDateSign(word: string | undefined): boolean {
  return /^(?:г|година|года|р|року|gada|m|d|ค\.ศ|พ\.ศ)$/.test(word ?? '')
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
  lt: 'm d',
  lv: 'g gada',
  ja: 'の に',
  zh: '的 在',
}
