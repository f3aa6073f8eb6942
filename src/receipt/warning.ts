/** Something odd about a receipt that is accepted all the same. */
export interface Warning {
  /** Field path, such as `orders[0].items[1].quantity.value`; `receipt` for the whole. */
  path: string
  /** Stable, made for programs. */
  code: WarningCode
  /** What was found and what to do, for people; never holds an address, a name, card digits or other receipt text. */
  message: string
}

export type WarningCode = keyof typeof warningMessages

/** Every warning there is: its code, and what it says. Those of the last group add the amounts in question. */
export const warningMessages = {
  blank: 'Nothing was sent but blanks; it counts as absent. Leave the field out.',
  blank_required: 'A required text is blank and stays blank on the receipt. Send it.',
  number_as_text: 'A number was sent as text and is read as a number. Send a JSON number.',
  more_decimals: 'A number has more than six decimals; it is printed rounded to six. Send it as it is to be printed.',
  text_as_number: 'A text was sent as a number and is read as text; leading zeros may be lost. Send a JSON string.',
  text_cleaned: 'Control characters, direction marks or broken characters were removed. Send plain text.',
  unknown_field: 'The interface has no such field; texts and numbers in it are kept under extra.',
  unknown_code: 'This code is not among the known ones and is printed as sent. Check its spelling.',
  deprecated_units: 'units is deprecated. It counts as value only where value is missing. Send value.',
  last4_cut: 'More than four card digits were sent; only the last four are kept. Send four.',
  card_number_masked:
    'A card number was found in a text and masked but for its last four digits. Do not send card numbers.',
  card_secret_dropped:
    'A security code, a PIN or track data of a card was sent; it is neither shown nor stored. Do not send it.',
  email_unusable: 'This can be no e-mail address and is left out; the receipt type needs none. Check it at the till.',
  image_type_differs: 'imageMimeType does not name what the image is; its true type is used. Send the right one.',
  too_many_extras: 'There are more fields outside the interface than are kept; the rest is left out. Send fewer.',
  too_many_warnings: 'There are more warnings than are listed. Correct these first.',

  barcode_type_missing: 'barcodeNumber came without barcodeType; Code128 is drawn. Send the type.',
  barcode_number_missing:
    'barcodeType came without barcodeNumber; no barcode is drawn. Send the number, or leave out both.',
  gtin_completed:
    'Twelve digits that are no UPC-A are drawn as the EAN-13 they begin, its check digit computed. If a UPC-A is meant, correct its check digit.',
  currency_missing:
    'No currency was sent; amounts are printed in the currency configured for the store. Send currency.',
  currency_unlisted:
    'The interface does not list this currency of ISO 4217; it is accepted. Other readers of the interface may refuse it.',
  empty_line: 'The amount is zero or missing and there is no label; the line is not printed. Leave it out.',
  percent_above_one: 'percent is a fraction (6 percent is 0.06); above 1 it is not printed. Divide it by 100.',
  percent_negative: 'percent is below zero and is not printed. Send the rate as a positive fraction.',
  discount_positive: 'A discount is sent as a negative amount; this one is positive and is printed as sent.',

  item_total: 'total is not price × quantity plus discounts.',
  gross_amount: 'grossAmount is not the sum of the items.',
  net_amount: 'netAmount is not grossAmount plus discounts, with or without fees.',
  grand_amount: 'grandAmount does not follow from netAmount, taxes, fees, service charge, tip and rounding.',
  order_total: 'totalAmount does not follow from netAmount, taxes and fees.',
  tax_amount: 'amount is not taxableAmount × percent.',
  tender_applied: 'tenderApplied is not the sum of the tenders, with or without change.',
  tender_sum: 'The tenders less change do not make grandAmount or what is left after balanceDue.',
} as const
