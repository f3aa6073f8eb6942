import { type ReceiptData, textFields } from '../../receipt/data/receipt-data.ts'
import { normalized } from '../../standards/normal-form.ts'

/**
 * What a receipt says of the technical security device that signed it (KassenSichV § 6; DFKA, EKaBS 1.0.0, `security.tse`), all as
 * printed.
 */
export interface Tse {
  serial_number?: string
  signature_algorithm?: string
  log_time_format?: string
  timestamp_start?: string
  timestamp_end?: string
  transaction_number?: number
  signature_number?: number
  process_type?: string
  process_data?: string
  signature?: string
}

/** What the fiscal text of a receipt says. */
export interface FiscalText {
  tse?: Tse
  /** Serial number of the till. */
  till?: string
  /** Number by which the tax office knows the seller. */
  taxNumber?: string
}

/** Reads a receipt's fiscal texts: the code of DSFinV-K (annex I) in its barcode or its texts, and lines with a label each. */
export function readFiscalText(receipt: ReceiptData): FiscalText {
  const text = [...textFields, 'rawPosReceipt' as const].map(field => receipt[field] ?? '').join('\n')
  const code = codeOf(receipt.barcodeNumber ?? '') ?? codeOf(text)
  const lines = labelledIn(text)
  const tse = { ...lines.tse, ...code?.tse }
  const till = code?.till ?? lines.till
  const taxNumber = taxNumbers.exec(text)?.[1]
  return {
    // Any till's transaction has a number.
    ...(tse.signature !== undefined && { tse }),
    ...(till !== undefined && { till }),
    ...(taxNumber !== undefined && { taxNumber }),
  }
}

/** `USt-IdNr. DE 987 654 321`, `St.-Nr. 020 815 30042`, `Steuernummer: 020/815/30042`. */
const taxNumbers =
  /\b(?:USt\.?-?\s?I[dD]\.?(?:-?\s?Nr\.?)?|St(?:euer)?\.?-?\s?(?:Nr\.?|nummer)):?\s*((?:[A-Z]{2})?[\d /-]{8,17}\d)/

/** `V0;till;process type;process data;transaction;signature counter;start;end;algorithm;time format;signature;public key` */
function codeOf(text: string): FiscalText | undefined {
  const parts = /\bV0;(?:[^;\n]*;){10}[^;\s]+/.exec(text)?.[0].split(';')
  if (!parts) return undefined
  const [
    ,
    till,
    process_type,
    process_data,
    transaction,
    counter,
    timestamp_start,
    timestamp_end,
    algorithm,
    format,
    signature,
  ] = parts
  return {
    ...(till && { till }),
    tse: present({
      signature_algorithm: algorithm,
      log_time_format: format,
      timestamp_start,
      timestamp_end,
      transaction_number: wholeNumber(transaction),
      signature_number: wholeNumber(counter),
      process_type,
      process_data,
      signature,
    }),
  }
}

function labelledIn(text: string): FiscalText {
  const values = new Map(text.split('\n').flatMap(line => labelled(line) ?? []))
  const { till, ...found } = Object.fromEntries(
    Object.entries(labels).map(([field, names]) => [field, names.map(name => values.get(name)).find(Boolean)]),
  ) as Record<keyof typeof labels, string | undefined>
  const transaction_number = wholeNumber(found.transaction_number)
  const tse = present<Tse>({ ...found, transaction_number, signature_number: wholeNumber(found.signature_number) })
  return { tse, ...(till !== undefined && { till }) }
}

/** How tills name what a receipt must say, in small letters without what divides words. */
const labels = {
  till: ['kassenseriennummer', 'seriennummerkasse', 'seriennummerderkasse'],
  serial_number: ['tseseriennummer', 'seriennummertse', 'seriennummerdertse'],
  signature_algorithm: ['signaturalgorithmus', 'tsealgorithmus', 'tsesignaturalgorithmus'],
  log_time_format: ['zeitformat', 'tsezeitformat'],
  timestamp_start: ['tsestart', 'vorgangsbeginn'],
  timestamp_end: ['tsestop', 'tsestopp', 'tseende', 'vorgangsende'],
  transaction_number: ['tsetransaktion', 'tsetransaktionsnummer', 'transaktionsnummer'],
  signature_number: ['tsesignaturzähler', 'signaturzähler'],
  process_type: ['tseprozesstyp', 'prozesstyp', 'vorgangstyp'],
  process_data: ['tseprozessdaten', 'prozessdaten', 'vorgangsdaten'],
  signature: ['prüfwert', 'tsesignatur', 'signatur'],
}

function labelled(line: string): [[label: string, value: string]] | undefined {
  const colon = line.indexOf(':')
  if (colon < 1 || colon > 40) return undefined
  const label = normalized(line.slice(0, colon), 'NFC')
    .toLowerCase()
    .replace(/[\s.-]/g, '')
  return [[label, line.slice(colon + 1).trim()]]
}

function wholeNumber(text: string | undefined): number | undefined {
  return /^\d{1,15}$/.test(text ?? '') ? Number(text) : undefined
}

function present<Of extends object>(object: { [Key in keyof Of]: Of[Key] | undefined }): Of {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined && value !== '')) as Of
}
