import { readdirSync, readFileSync } from 'node:fs'
import { receiptJsonSchema } from '../../src/receipt/data/receipt-data.ts'

/** How a till thinks of its fields: headings with the objects under them, the receipt's own fields first by what they are about. */
const groups: readonly { title: string; fields?: readonly string[]; objects: readonly string[] }[] = [
  {
    title: 'Which receipt it is',
    fields: [
      ...['transactionNumber', 'transactionType', 'receiptDateTime', 'currency', 'mode', 'requestId', 'referenceId'],
      ...['barcodeNumber', 'barcodeType', 'revision', 'relatedTransactionReference'],
    ],
    objects: ['RevisionData', 'RelatedTransactionReferenceData'],
  },
  {
    title: 'Who sells, and who gets the receipt',
    fields: ['workstation', 'receiptType', 'customer', 'soldTo', 'loyalty'],
    objects: [
      ...['WorkstationData', 'StoreData', 'AddressCommonData', 'Country', 'Customer', 'TelephoneCommonData'],
      ...['SoldToData', 'LoyaltyData'],
    ],
  },
  {
    title: 'Goods, sold and taken back',
    fields: ['items', 'returns'],
    objects: ['ItemData', 'QuantityCommonData', 'ReturnData', 'DiscountData', 'TaxData'],
  },
  {
    title: 'Orders, layaways, delivery',
    fields: ['orders', 'deliveryPickup', 'deposit', 'tenderHistory'],
    objects: ['OrderData', 'DeliveryPickupData', 'DepositData', 'PaymentScheduleData', 'FeeData', 'TenderHistoryData'],
  },
  {
    title: 'From the goods to the total',
    fields: [
      ...['grossAmount', 'discounts', 'fees', 'netAmount', 'serviceCharge', 'taxes', 'tip', 'roundingAdjustment'],
      'grandAmount',
    ],
    objects: ['RoundingAdjustment'],
  },
  {
    title: 'How it was paid',
    fields: ['tenders', 'tenderApplied', 'changeDue', 'balanceDue', 'paymentLink'],
    objects: [
      ...['TenderData', 'CreditDebitData', 'CardData', 'NameData', 'TenderEmvData', 'EmvData', 'GiftCardData'],
      'MonetaryAmount',
    ],
  },
  {
    title: 'Words, signatures, documents',
    fields: [
      ...['header', 'additionalInfo1', 'additionalInfo2', 'additionalInfo3', 'additionalInfo4', 'additionalInfo5'],
      ...['terms', 'signature', 'supportingDocuments', 'rawPosReceipt', 'trackingPixel'],
    ],
    objects: ['TermData', 'SignatureData', 'SupportingDocumentData'],
  },
]

interface Property {
  $ref?: string
  type?: string
  enum?: string[]
  examples?: string[]
  items?: Property
  anyOf?: Property[]
  oneOf?: Property[]
  additionalProperties?: Property
  description?: string
  deprecated?: boolean
  maxLength?: number
}

interface Part {
  properties: Record<string, Property>
  required?: string[]
}

/**
 * Writes the fields of a receipt as Markdown, from its schema: each object as a table of field, type, what it does, and an example of a
 * fixture.
 *
 * @throws Error if a field of the receipt, or an object, is in no group
 */
export function writeReceipt(): string {
  const parts = receiptJsonSchema().$defs as Record<string, Part>
  const receipt = parts.ReceiptData as Part
  checkAll(parts)
  const examples = examplesOf(parts)
  return groups
    .flatMap(({ title, fields = [], objects }) => [
      `### ${title}`,
      tableOf('ReceiptData', { ...receipt, properties: picked(receipt.properties, fields) }, examples),
      ...objects.flatMap(name => [`#### ${name}`, tableOf(name, parts[name] as Part, examples)]),
    ])
    .join('\n\n')
}

function checkAll(parts: Record<string, Part>): void {
  const fields = new Set(groups.flatMap(group => group.fields ?? []))
  const objects = new Set(groups.flatMap(group => group.objects))
  const missing = [
    ...Object.keys(parts.ReceiptData?.properties ?? {}).filter(name => !fields.has(name)),
    ...Object.keys(parts).filter(name => name !== 'ReceiptData' && !objects.has(name)),
  ]
  if (missing.length > 0) throw new Error(`No group of scripts/reference/write-receipt.ts has ${missing.join(', ')}`)
}

function picked(properties: Record<string, Property>, names: readonly string[]): Record<string, Property> {
  return Object.fromEntries(names.map(name => [name, properties[name] as Property]))
}

function tableOf(name: string, { properties, required = [] }: Part, examples: ReadonlyMap<string, unknown>): string {
  const rows = Object.entries(properties).map(([key, property]) => {
    const type = `${typeOf(property)}${required.includes(key) ? ', **required**' : ''}`
    const example = examples.get(`${name}.${key}`)
    const shown = example === undefined ? '' : `\`${inCell(JSON.stringify(example))}\``
    return `| \`${key}\` | ${type} | ${inCell(property.description ?? '')} | ${shown} |`
  })
  return ['| Field | Type | What it is | Example |', '|---|---|---|---|', ...rows].join('\n')
}

function typeOf({
  $ref,
  type,
  enum: only,
  examples,
  items,
  oneOf,
  anyOf = oneOf,
  additionalProperties,
}: Property): string {
  if ($ref !== undefined) return linked($ref.slice('#/$defs/'.length))
  if (only) return only.includes('USD') ? 'ISO 4217 code' : `one of ${codes(only)}`
  if (examples) return examples.length > 8 ? 'code' : `code: ${codes(examples)} …`
  if (anyOf) return anyOf.map(typeOf).join(' or ')
  if (type === 'array') return `list of ${typeOf(items ?? {})}`
  if (type === 'object') return `map of ${typeOf(additionalProperties ?? {})}`
  return type === 'string' ? 'text' : (type ?? '')
}

const linked = (name: string) => `[${name}](#${name.toLowerCase()})`

const codes = (values: readonly string[]) => values.map(value => `\`${value}\``).join(', ')

function inCell(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|')
}

/** The first short value of each field in the fixtures. */
function examplesOf(parts: Record<string, Part>): Map<string, unknown> {
  const found = new Map<string, unknown>()
  const visit = (name: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, property] of Object.entries(parts[name]?.properties ?? {})) {
      const sent = (value as Record<string, unknown>)[key]
      if (sent === undefined || sent === null || sent === '') continue
      const id = `${name}.${key}`
      const inner = objectIn(property)
      if (inner) for (const each of entriesOf(sent)) visit(inner, each)
      else if (!found.has(id) && JSON.stringify(sent).length <= 48) found.set(id, sent)
    }
  }
  for (const receipt of sampleReceipts()) visit('ReceiptData', receipt)
  return found
}

function objectIn({ $ref, items, anyOf, oneOf = anyOf, additionalProperties }: Property): string | undefined {
  const ref = $ref ?? items?.$ref ?? additionalProperties?.$ref ?? oneOf?.find(each => each.$ref)?.$ref
  return ref?.slice('#/$defs/'.length)
}

function entriesOf(sent: unknown): unknown[] {
  if (Array.isArray(sent)) return sent
  return [sent, ...Object.values(sent as object)]
}

/** The plainest first; of one with every field last. */
function sampleReceipts(): unknown[] {
  const folder = new URL('../../fixtures/', import.meta.url)
  const plain = ['fashion-sale.en-CA', 'restaurant-tip', 'layaway', 'grocery-vat.de-DE', 'homedelivery.es-419']
  const others = readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isDirectory() && !['invalid', 'hostile', 'everything', ...plain].includes(entry.name))
    .map(entry => entry.name)
    .sort()
  return [...plain, ...others, 'everything'].map(name =>
    JSON.parse(readFileSync(new URL(`${name}/receipt.json`, folder), 'utf8')),
  )
}
