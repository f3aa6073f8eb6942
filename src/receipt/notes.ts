import { limits } from './limits.ts'

/** A value's location in a receipt, written as text only when there is something to report. */
export interface ReceiptLocation {
  within: ReceiptLocation | undefined
  key: string | number
}

/** A field that its object doesn't have. */
export interface UnknownField {
  warning: Warning
  within: ReceiptLocation | undefined
  key: string
  value: unknown
  /** The object, as sent. */
  beside: object
}

/** What is noticed while reading one receipt, in addition to earlier warnings. */
export class Notes {
  readonly warnings: Warning[]
  /** Current path → path it was sent at. */
  readonly moved = new Map<string, string>()
  /** Whether the receipt was accepted before, maybe by an earlier version. */
  isStored = false
  /** Whether some extra fields were left out. */
  extraCut = false
  /** Texts and numbers that are not in the interface, by path. */
  readonly extra = new Map<string, string | number>()

  /** What was sent that is not in the interface, for advice on what was meant. */
  readonly unknown: UnknownField[] = []

  constructor(warnings: readonly Warning[] = []) {
    this.warnings = [...warnings]
  }

  /** Whether no more warnings are listed. */
  get isFull(): boolean {
    return this.warnings.length >= limits.warnings
  }

  /** Adds a warning; at the limit, one that says there are more. `detail` is appended to the code's message. */
  warn(path: string, code: WarningCode, detail?: string): void {
    const { warnings } = this
    if (warnings.length > limits.warnings) return
    if (warnings.length === limits.warnings) {
      warnings.push(warning('receipt', 'too_many_warnings'))
      return
    }
    warnings.push(warning(path, code, detail))
  }

  /** The same of a field that its object doesn't have. A key that isn't a plain name isn't repeated. */
  warnUnknown(within: ReceiptLocation | undefined, key: string, value: unknown, beside: object): void {
    const { isFull } = this
    this.warn(pathOf(/^\w{1,100}$/.test(key) ? { within, key } : within), 'unknown_field')
    const last = this.warnings.at(-1)
    if (!isFull && last) this.unknown.push({ warning: last, within, key, value, beside })
  }

  /** The path at which this value was sent, which differs if a variant of the interface was used. */
  sentPath(path: string): string {
    if (this.moved.size === 0) return path
    for (
      let end = path.length;
      end > 0;
      end = Math.max(path.lastIndexOf('.', end - 1), path.lastIndexOf('[', end - 1))
    ) {
      const sent = this.moved.get(path.slice(0, end))
      if (sent !== undefined) return sent + path.slice(end)
    }
    return path
  }
}

/** A path as the interface writes it: `orders[0].items[1].name`. */
export function pathOf(place: ReceiptLocation | undefined): string {
  const keys: (string | number)[] = []
  for (let here = place; here; here = here.within) keys.push(here.key)
  return joinPath(keys.reverse())
}

/** The same from a list of keys and indexes; an empty list is `receipt`. Overlong keys are cut. */
export function joinPath(keys: readonly PropertyKey[]): string {
  let path = ''
  for (const key of keys) {
    const name = typeof key === 'number' ? `[${key}]` : shortened(String(key))
    path += path === '' || typeof key === 'number' ? name : `.${name}`
  }
  return path === '' ? 'receipt' : path
}

function shortened(key: string): string {
  return key.length > limits.key ? `${key.slice(0, limits.key)}…` : key
}

/** Something odd about a receipt that is still accepted. */
export interface Warning {
  /** Field path, such as `orders[0].items[1].quantity.value`; `receipt` for the whole receipt. */
  path: string
  /** Stable code, for programs. */
  code: WarningCode
  /** How much it matters. */
  severity: Severity
  /** What was found and what to do, for people. Never contains text from the receipt, such as names, addresses or card digits. */
  message: string
}

/**
 * How much a warning matters: `wrong`, the receipt contradicts itself, or shows less than was sent; `odd`, it may not be what was meant;
 * `style`, it was understood and prints as meant, but could be written better.
 */
export type Severity = 'wrong' | 'odd' | 'style'

function warning(path: string, code: WarningCode, detail?: string): Warning {
  const message = warningMessages[code]
  const severity = wrong.has(code) ? 'wrong' : style.has(code) ? 'style' : 'odd'
  return { path, code, severity, message: detail === undefined ? message : `${message} ${detail}` }
}

/** Why a receipt that is accepted may not be what its sender meant. */
export type WarningCode = keyof typeof warningMessages

/** Every warning's code and message. The last group's messages are followed by the amounts. */
export const warningMessages = {
  blank: 'The value is blank, so it is treated as missing. Leave the field out.',
  blank_required: 'A required text is blank, and will be blank on the receipt. Send the text.',
  number_as_text: 'A number was sent as text. It was converted; send a JSON number.',
  more_decimals:
    'A number has more than six decimals and is printed rounded to six. Send it the way it should be printed.',
  text_as_number: 'A text was sent as a number. It was converted, but leading zeros may be lost; send a JSON string.',
  date_form:
    'The date is understood, but is not ISO 8601 to the letter: a space or lower-case letter, or an offset in another format. Send it as 2026-11-20T23:30:00-05:00.',
  date_as_text:
    "The text is not an ISO 8601 date, so it is printed as sent, not in the reader's language. Send 2026-11-20.",
  date_impossible:
    'No receipt can have this date: it is before 1990, or years ahead. It is left out; a receipt without a date counts when it arrives. Check the clock of the till.',
  text_cleaned: 'Control characters, direction marks or broken characters were removed. Send plain text.',
  unknown_field:
    'This field is not in the interface. Its texts and numbers are kept under extra. Check the spelling, or leave it out.',
  unknown_code: 'Unknown code; it is printed as sent. Check the spelling.',
  deprecated_units: 'units is deprecated and used only if value is missing. Send value instead.',
  last4_cut: 'More than four card digits were sent; only the last four are kept. Send only four.',
  card_number_masked:
    'A card number was found in a text; all but its last four digits were masked. Do not send card numbers.',
  card_secret_dropped:
    'A card security code, PIN or track data was sent. It is neither shown nor stored; do not send it.',
  email_unusable:
    'Not a valid email address, so it is left out; this receipt type does not need one. Check it at the till.',
  image_type_missing:
    'A signature was sent without imageMimeType. An image is shown as what its bytes say. Send the type with each image.',
  image_not_shown:
    'The signature is an image that mail clients do not show, or a broken one, so the receipt only says that it is on file. Send a PNG, JPEG, GIF or BMP.',
  image_type_differs: 'imageMimeType does not match the image; the actual type is used. Send the correct type.',
  too_many_extras: 'Too many fields that are not in the interface; the rest are dropped. Send fewer.',
  too_many_warnings: 'There are more warnings than are listed. Fix these first.',

  barcode_type_missing: 'barcodeNumber was sent without barcodeType, so Code128 is drawn. Send the type.',
  barcode_number_missing:
    'barcodeType was sent without barcodeNumber, so no barcode is drawn. Send the number, or leave out both.',
  gtin_completed:
    'These twelve digits could be a UPC-A, but are drawn as an EAN-13 with a computed check digit, as all padded numbers are. If your tills send UPC-A, set gtin12 to upc-a.',
  currency_missing: "No currency was sent, so the store's configured currency is used. Send currency.",
  currency_unlisted: 'This ISO 4217 currency is accepted but not in the interface, so other software may reject it.',
  minor_units:
    'All amounts are whole, even taxes, as in interfaces that count cents. If they are cents, divide them: 18.99, not 1899.',
  thousands_point:
    'The amount is sent as text with three decimals, in a currency that is written without: the point is read as a decimal point. If it parts thousands, leave it out: 27000, not 27.000.',
  empty_line: 'The line has no label and no amount (or zero), so it is not printed. Leave it out.',
  percent_above_one: 'percent is a fraction (0.06 for 6 percent) and is not printed if above 1. Divide it by 100.',
  percent_negative: 'percent is negative, so it is not printed. Send the rate as a positive fraction.',
  discount_positive:
    'Discounts should be negative. This one is positive: the sums decide whether it is printed as a saving or a surcharge.',

  item_total: 'total does not equal price × quantity plus discounts.',
  gross_amount: 'grossAmount does not equal the sum of the items.',
  net_amount: 'netAmount does not equal grossAmount plus discounts, with or without fees.',
  grand_amount: 'grandAmount does not match netAmount, taxes, fees, service charge, tip and rounding.',
  order_total: 'totalAmount does not match netAmount, taxes and fees.',
  balance_due: 'balanceDue is not what is left of the total after this deposit, nor what the receipt says is due.',
  tax_amount: 'amount does not equal taxableAmount × percent.',
  tender_applied: 'tenderApplied does not equal the sum of the tenders, with or without change.',
  tender_sum: 'The tenders minus change equal neither grandAmount nor grandAmount minus balanceDue.',
} as const

const style: ReadonlySet<WarningCode> = new Set([
  ...(['blank', 'number_as_text', 'text_as_number', 'date_form'] as const),
  ...(['last4_cut', 'image_type_missing', 'image_type_differs'] as const),
])

const wrong: ReadonlySet<WarningCode> = new Set([
  ...(['blank_required', 'date_impossible', 'email_unusable', 'image_not_shown', 'card_secret_dropped'] as const),
  ...(['percent_above_one', 'percent_negative', 'item_total', 'gross_amount', 'net_amount', 'grand_amount'] as const),
  ...(['order_total', 'balance_due', 'tax_amount', 'tender_applied', 'tender_sum'] as const),
])
