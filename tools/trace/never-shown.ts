/**
 * Interface fields that are never shown as sent, each with the reason. `*` is any list position or map key, `**` any path to
 * the field; a pattern may end in the only value it applies to.
 */
export const neverShown: Readonly<Record<string, string>> = {
  requestId: 'identifies the request, not the sale; readers get the transaction number',
  receiptType: 'says how the receipt is delivered',
  barcodeType: 'shows in the bars',
  'orders.*.barcodeType': 'shows in the bars',
  currency: 'its sign is on every amount, or its code where the sign alone is ambiguous',
  'tenders.*.currency USD': 'is the currency of the receipt',
  transactionType: 'decides the title and wording of the receipt',
  'workstation.store.address.country.value': 'readers are in that country',
  '**.address.country.code': 'decides how address, phone and money are formatted; the country name is printed instead',
  '**.address.typeCode': 'says what the address is for, as the title above it does',
  '**.taxTypeCode': 'only names taxes without a description',
  '**.first6Digits': 'only the last four digits of a card number may be printed',
  '**.expirationDate': "a card's expiration date must not be printed",
  '**.giftCard.authNumber': 'anyone who has it could spend the gift card',
  '**.imageMimeType': 'is detected from the image itself',
  'items.*.quantity.unitOfMeasureCode Each': 'single pieces need no unit',
}

/** The same of fields that other receipts show: this one says it by another. */
const unsaid: Readonly<Record<string, string>> = {
  '**.tenderTypeCode': 'the brand says that it is a card',
}

/** Why a field is never shown; undefined for all others. */
export function whyNeverShown(field: SentField): string | undefined {
  return reasonIn(neverShown, field)
}

/** Why a field is not shown, never or on this receipt, if known. */
export function whyNotShown(field: SentField): string | undefined {
  return reasonIn(neverShown, field) ?? reasonIn(unsaid, field)
}

interface SentField {
  keys: readonly (string | number)[]
  value: unknown
}

function reasonIn(reasons: Readonly<Record<string, string>>, { keys, value }: SentField): string | undefined {
  const name = keys.join('.')
  return Object.entries(reasons).find(([pattern]) => matchesField(pattern, name, value))?.[1]
}

/** Whether a pattern of `neverShown` matches a field; `name` is its dotted path, `orders.0.barcodeType`. */
export function matchesField(pattern: string, name: string, value: unknown): boolean {
  const [path = '', only] = pattern.split(' ')
  return expressionOf(path).test(name) && (only === undefined || only === value)
}

function expressionOf(path: string): RegExp {
  const known = expressions.get(path)
  if (known) return known
  const source = path
    .split('**')
    .map(part => part.replace(/\./g, '\\.').replace(/\*/g, '[^.]+'))
    .join('.+')
  const made = new RegExp(`^${source}$`)
  expressions.set(path, made)
  return made
}

const expressions = new Map<string, RegExp>()
