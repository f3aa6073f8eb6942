import { acceptedCurrencies } from '../receipt/currency-code.ts'

/** Words for money in the languages that receipts are in. Where a word has another everyday sense, it is in `ownWords`. */
const words = [
  'euros?|dollars?|d[oó]lar(?:es)?|cents?|centimes?|c[eé]ntimos?|centavos?|pence|bucks|francs?|franken|sfr|rappen',
  'yen|yuan|rupees?|rs\\.?|pesos?|kr\\.?|kronor|kroner?|z[lł]|złotych|kč|dinars?|dirhams?|riyals?|shekels?|руб\\p{L}*\\.?',
]

/** The same in scripts that write word to word, and Arabic, which adds endings. */
const joined = [
  '円|元|원|ドル|ユーロ|ポンド|セント',
  '(?:دولار|يورو|جنيه|درهم|دراهم|ريال|دينار|دنانير|ليرة|شيكل|سنت|فلس|هللة|قرش)\\p{L}{0,3}',
  '[درجلش]\\.\\s?[كسإاأملبعقتجي]\\.?|ש"ח|שקל\\p{L}*',
]

/** Words that mean money only where it is the receipt's own: elsewhere feet, pounds of apples, "won", "real". */
const ownWords: Readonly<Record<string, string>> = {
  BRL: 'real|reais',
  CHF: 'fr\\.',
  GBP: 'pounds?|quid|p',
  HUF: 'ft',
  KRW: 'won',
  MYR: 'rm',
  RON: 'lei',
  TRY: 'tl|lira',
  ZAR: 'rand|r',
}

/** Codes that are words or names too: "TOP 2" is no price in Tonga's money, "AMD 5600" none in Armenia's. */
const likeWords = new Set(
  'ALL AMD ARS BAM BIF BOB COP COU CUP DEM ESP GEL HUF MAD MOP MUR NAD PEN RON SEK SIT SOS STD TOP TRY VES'.split(' '),
)

/**
 * The source of a pattern, for the flags `iu`, of what says "money" beside a figure.
 *
 * @param currencies ISO 4217 codes on the receipt
 * @param names what these are called in the reader's language
 */
export function moneyMark(currencies: readonly string[], names: readonly string[]): string {
  const codes = acceptedCurrencies.filter(code => !likeWords.has(code) || currencies.includes(code))
  const own = currencies.flatMap(code => ownWords[code] ?? [])
  const alone = [...words, ...own, ...codes, ...names.map(escaped)].join('|')
  return `(?:(?:US|CAD?|AU?|NZ|HK|NT|MX|S|R|C)?\\p{Sc}|${joined.join('|')}|(?<!\\p{L})(?:${alone})(?!\\p{L}))`
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** What a sum is called: a figure on such a line is one, where the receipt holds it. */
export const sumWords = new RegExp(
  `(?<!\\p{L})(?:${[
    'sub-?total|sum|amount|price|paid|pay|worth|value|cost|saved?|savings?|discount|tax|tip|change|balance|refund|deposit',
    'gesamt\\p{L}*|summe|betrag|preis|bezahlt|wert|kostet?|rabatt|steuer|trinkgeld|r[uü]ckgeld|gespart|mwst',
    'prix|montant|pay[eé]e?|valeur|co[uû]t|remise|taxe|pourboire|monnaie|solde|tva',
    'precio|importe|pagado|valor|costo?e?|descuento|impuesto|propina|cambio|saldo|iva|total',
  ].join('|')})(?!\\p{L})|合計|小計|金額|価格|値引|税|釣|お支払|سعر|مبلغ|إجمالي|مجموع|قيمة|خصم|ضريبة`,
  'iu',
)

/** A unit of measure behind a figure; `in` only where no word follows, as in "12.50 in cash". */
export const unitBehind = new RegExp(
  `^(?:\\s?[x×*]\\s?\\d+(?:[.,]\\d+)?)*\\s?(?:[%‰٪°″"”'′]|(?:${[
    'mm|cm|dm|m|km|µm|μm|nm|m2|m3|ft|yd|inch(?:es)?|in(?!\\s+\\p{L})',
    'kg|g|mg|lbs?|oz|l|L|ml|mL|cl|dl|gal|qt|fl',
    'W|kW|kWh|V|mAh|Ah|Hz|MHz|GHz|[KMGT]B|MP|dpi|ct|h|Uhr|am|pm|a\\.m|p\\.m',
    'كجم|كغم?|غم?|جم|مل|لتر|سم|مم|متر|グラム|リットル',
  ].join('|')})(?![\\p{L}\\d]))`,
  'u',
)
