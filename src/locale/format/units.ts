import { createBoundedCache } from '../bounded-cache.ts'
import { formatNumber, learnWriter, type NumberWriter, numberFormat, numbersOf, numberWriter } from './intl.ts'
import { wholeInHan } from './one-piece.ts'

/** ECMA-402 unit to what tills call it: words, abbreviations, UN/ECE Recommendation 20 codes. */
const NAMES: Record<string, string> = {
  kilogram: 'KG KGS KGM KILO KILOGRAM KILOGRAMS',
  gram: 'G GR GRM GRAM GRAMS',
  pound: 'LB LBS LBR POUND POUNDS',
  ounce: 'OZ ONZ OUNCE OUNCES',
  liter: 'L LT LTR LITER LITERS LITRE LITRES',
  milliliter: 'ML MLT MILLILITER MILLILITRE',
  gallon: 'GAL GLL GALLON GALLONS',
  'fluid-ounce': 'FLOZ OZA',
  kilometer: 'KM KMT KILOMETER KILOMETRE',
  meter: 'M MTR METER METERS METRE METRES',
  centimeter: 'CM CMT CENTIMETER CENTIMETRE',
  millimeter: 'MM MMT',
  foot: 'FT FOT FOOT FEET',
  inch: 'IN INH INCH INCHES',
  yard: 'YD YDS YRD YARD YARDS',
  hour: 'H HR HRS HUR HOUR HOURS',
  minute: 'MIN MINUTE MINUTES',
  day: 'DAY DAYS',
  month: 'MON MONTH MONTHS',
}

/** What ECMA-402 has no unit for, and most languages write as the International System of Units does: symbol to codes. */
const SYMBOLS: Record<string, string> = {
  'm²': 'MTK M2 M² SQM QM',
  'cm²': 'CMK CM2 CM²',
  'm³': 'MTQ M3 M³ CBM',
  t: 'TNE TONNE TONNES',
  mg: 'MGM MG',
  cl: 'CLT CL',
  dl: 'DLT DL',
  hl: 'HLT HL',
  dm: 'DMT DM',
  kWh: 'KWH',
}

/**
 * The symbols, in their order above, where a script has its own: short forms of CLDR 48, for which ECMA-402 has no unit. Tonnes are the
 * metric ones, so they aren't called that.
 */
const IN_SCRIPT: Record<string, string> = {
  ar: 'م² سم² م³ طن مغم سنتيلتر ديسيلتر هكتولتر دسم ك.و.س',
  el: 'τ.μ. τ.εκ. m³ τ. mg cL dL hL δεκ. kWh',
  he: 'מ״ר סמ״ר מ״ק טון מ״ג cL דצ״ל hL ד״מ קוט״ש',
  hi: 'वर्ग\u00a0मी॰ व॰\u00a0सें॰ घन\u00a0मी॰ टन मि॰ग्रा॰ सें॰ली॰ डे॰ली॰ हे॰ली॰ डे॰मी॰ kWh',
  ru: 'м² см² м³ т мг сл дл гл дм кВт⋅ч',
  th: 'ตร.ม. ตร.ซม. ลบ.ม. ตัน มก. ซล. ดล. ฮล. ดม. กว.-ชม.',
  uk: 'м² см² м³ т мг сл дл гл дм кВт⋅год',
  zh: '平方米 平方厘米 立方米 t mg 厘升 分升 公石 分米 千瓦时',
  'zh-Hant': '平方公尺 平方公分 立方公尺 公噸 毫克 釐升 公合 公石 公寸 千瓦小時',
  'zh-Hant-HK': '平方米 平方厘米 立方米 公噸 毫克 厘升 公合 公石 分米 千瓦小時',
}

/** Units that say how many and have a word in each language; CLDR has none. UN/ECE Recommendation 21, in 20 with an X in front. */
const COUNTED = {
  'units.pack': 'PK PA PAK PACK PACKS PKT PACKET PACKETS PKG PACKAGE PACKAGES XPK XPA NMP',
  'units.set': 'SET SETS',
  'units.pair': 'PR PAIR PAIRS NPR',
  'units.dozen': 'DZ DZN DOZ DOZEN DOZENS',
  'units.box': 'BX BOX BOXES XBX',
} as const

/** A locale's words for units that say how many; `count` chooses the form, `quantity` is what is printed. */
export type UnitWords = (key: keyof typeof COUNTED, values: { count: number; quantity: string }) => string

/** Units that just mean "piece"; the number alone is clearer. */
const PIECES = new Set(
  'EA EACH PC PCS PCE PIECE PIECES UN UNIT UNITS C62 H87 ST STK NMB NAR QTY COUNT CT ITEM ITEMS'.split(' '),
)

const UNITS = byCode(NAMES)
const SYMBOL_OF = byCode(SYMBOLS)
const COUNTED_AS = byCode(COUNTED)

function byCode<Name extends string>(codes: Readonly<Record<Name, string>>): ReadonlyMap<string, Name> {
  const all = Object.entries(codes) as [Name, string][]
  return new Map(all.flatMap(([name, spellings]) => spellings.split(' ').map(code => [code, name] as const)))
}

const quantities = createBoundedCache<NumberWriter>(500)

/** How a locale writes numbers that aren't money. */
export interface NumberFormat {
  /** Decimals as sent, up to six. */
  number(value: number): string
  /**
   * A fraction as a percentage with up to four decimals: 0.09975 → `9.975%`. `undefined` below 0 and above 1: someone sent 6 for
   * six percent, and 600% would be wrong.
   */
  percent(fraction: number): string | undefined
  /** `(1.234, 'KG')` → `1.234 kg`. Up to six decimals; (2, 'PK') → `2 packs`; pieces have no unit, unknown units are printed as sent. */
  quantity(value: number, unitOfMeasureCode?: string): string
  /** The unit alone, for "2.99/kg"; `undefined` for pieces or no unit; unknown units as sent. */
  unit(unitOfMeasureCode: string | undefined): string | undefined
}

/**
 * A locale's numbers. What a code means and how a rate is written is kept: a shop has few of both.
 *
 * @param t the locale's words for packs, pairs and dozens, which are printed as sent without it
 */
export function createNumberFormat(tag: string, t?: UnitWords): NumberFormat {
  const number = numberWriter(tag, 'number', () => ({ maximumFractionDigits: 6 }))
  const units = createBoundedCache<UnitFormat>(500)
  const rates = createBoundedCache<string>(500)
  const unitOf = (code: string) => unitFormatOf(tag, code.trim(), number, t)
  const rateOf = (fraction: string) => percentage(tag, Number(fraction))
  return {
    number,
    percent: fraction => (fraction >= 0 && fraction <= 1 ? rates.get(String(fraction), rateOf) : undefined),
    quantity: (value, code) => (code === undefined ? number : units.get(code, unitOf).write)(value),
    unit: code => (code === undefined ? undefined : units.get(code, unitOf).word),
  }
}

/** How a till's unit is written. */
interface UnitFormat {
  /** A quantity with its unit. */
  write: NumberWriter
  /** The unit alone; undefined for pieces. */
  word: string | undefined
}

function unitFormatOf(tag: string, sent: string, number: NumberWriter, t: UnitWords | undefined): UnitFormat {
  const code = plainly(sent)
  if (sent === '' || PIECES.has(code)) return { write: number, word: undefined }
  const counted = t && COUNTED_AS.get(code)
  if (counted) return countedUnit(counted, number, t)
  const unit = UNITS.get(code)
  if (unit) {
    const write = quantities.get(`${tag} ${unit}`, () => quantityWriter(tag, unit, number))
    return { write, word: unitWord(tag, unit) }
  }
  const word = symbolIn(tag, SYMBOL_OF.get(code) ?? sent)
  const space = spaceBefore(tag, word)
  return { write: value => wholeInHan(number(value) + space + word), word }
}

function symbolIn(tag: string, sent: string): string {
  const at = Object.keys(SYMBOLS).indexOf(sent)
  if (at < 0) return sent
  const { language, script } = new Intl.Locale(tag).maximize()
  const inScript = IN_SCRIPT[tag] ?? IN_SCRIPT[`${language}-${script}`] ?? IN_SCRIPT[language]
  return inScript?.split(' ')[at] ?? sent
}

/** Chinese writes 2米, but 2 kg. */
function spaceBefore(tag: string, word: string): string {
  if (!/\p{Script=Han}/u.test(word)) return '\u00a0'
  return unitFormat(tag, 'meter').format(2).includes(' ') ? '\u00a0' : ''
}

function countedUnit(key: keyof typeof COUNTED, number: NumberWriter, t: UnitWords): UnitFormat {
  const say = (count: number, quantity: string) =>
    wholeInHan(t(key, { count, quantity }).trim().replaceAll(' ', '\u00a0'))
  return { write: value => say(value, number(value)), word: say(1, '') }
}

function percentage(tag: string, fraction: number): string {
  const format = numberFormat(tag, 'percent', () => ({ style: 'percent', maximumFractionDigits: 4 }))
  return formatNumber(format, fraction)
}

/** Whether a till's unit says how much, such as kilograms, and not how many. Boxes, pairs and unknown units say how many. */
export function isMeasure(unitOfMeasureCode: string): boolean {
  const sent = unitOfMeasureCode.trim()
  const code = plainly(sent)
  return !PIECES.has(code) && (UNITS.has(code) || SYMBOL_OF.has(code) || Object.hasOwn(SYMBOLS, sent))
}

function plainly(sent: string): string {
  return sent.toUpperCase().replace(/[. _-]/g, '')
}

function quantityWriter(tag: string, unit: string, number: NumberWriter): NumberWriter {
  const format = unitFormat(tag, unit)
  return learnWriter(format, value =>
    numbersOf(tag) !== tag || saysNoNumber(format, value)
      ? `${number(value)}\u00a0${unitWord(tag, unit)}`
      : wholeInHan(formatNumber(format, value).replaceAll(' ', '\u00a0')),
  )
}

/** Arabic writes 1 liter as "liter" and 2 as "two-liters"; a receipt needs the number. */
function saysNoNumber(format: Intl.NumberFormat, value: number): boolean {
  const mayBeLeftOut = Math.abs(value) === 1 || Math.abs(value) === 2
  return mayBeLeftOut && !format.formatToParts(value).some(part => part.type === 'integer')
}

function unitWord(tag: string, unit: string): string {
  const parts = unitFormat(tag, unit).formatToParts(1)
  return parts.find(part => part.type === 'unit')?.value ?? unit
}

function unitFormat(tag: string, unit: string): Intl.NumberFormat {
  return numberFormat(tag, `unit ${unit}`, () => ({
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 6,
  }))
}
