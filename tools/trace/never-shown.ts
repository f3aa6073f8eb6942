/**
 * Fields of the interface that are never shown as they were sent, each with its reason. `*` is any place of a list, or any key
 * of a map, `**` any way to the field; a pattern may end in the one value it speaks of.
 */
export const neverShown: Readonly<Record<string, string>> = {
  requestId: 'names the request, not the sale; the reader has the transaction number',
  receiptType: 'says how the receipt travels',
  barcodeType: 'is seen in the bars',
  'orders.*.barcodeType': 'is seen in the bars',
  currency: 'its sign stands with every amount, or its code where the sign alone is not clear',
  'tenders.*.currency USD': 'is the currency of the receipt',
  transactionType: 'decides the title and the words of the receipt',
  'workstation.store.address.country.value': 'the receipt is read in that country',
  '**.address.country.code': 'decides how address, phone and money are written; the name of the country is printed',
  '**.address.typeCode': 'says what the address is for; the title above it does',
  '**.taxTypeCode': 'names a tax that has no description of its own',
  '**.first6Digits': 'no part of a card number but its last four digits may be printed',
  '**.expirationDate': 'the expiry date of a card may not be printed',
  '**.giftCard.authNumber': 'with it the gift card could be spent',
  '**.imageMimeType': 'is found out from the image itself',
  'items.*.quantity.unitOfMeasureCode Each': 'pieces need no unit',
}

/** Why a field is never shown; undefined for all others. */
export function whyNeverShown({
  keys,
  value,
}: {
  keys: readonly (string | number)[]
  value: unknown
}): string | undefined {
  const name = keys.join('.')
  return Object.entries(neverShown).find(([pattern]) => speaksOf(pattern, name, value))?.[1]
}

/** Whether a pattern of `neverShown` speaks of a field; `name` is its keys with dots between, `orders.0.barcodeType`. */
export function speaksOf(pattern: string, name: string, value: unknown): boolean {
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
