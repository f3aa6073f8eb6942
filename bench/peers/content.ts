import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import bwipjs from 'bwip-js/node'
import type { ReceiptData } from '../../src/index.ts'
import { language } from '../receipts.ts'

/** What every peer renders: the same lines, as finished strings. */
export type Content = ReturnType<typeof contentOf>

const money = new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' })
const quantity = new Intl.NumberFormat(language, { maximumFractionDigits: 3 })
const percent = new Intl.NumberFormat(language, { style: 'percent' })
const date = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short', timeZone: 'Europe/Berlin' })

/** Formats a receipt the way one would for a single store: no checks, one language, formatters made once. */
export function contentOf(receipt: ReceiptData) {
  const { store } = receipt.workstation
  const { addressLine1 = '', postalCode = '', city = '' } = store.address
  return {
    store: store.name,
    address: `${addressLine1}, ${postalCode} ${city}`,
    date: date.format(new Date(receipt.receiptDateTime ?? 0)),
    number: receipt.transactionNumber,
    header: lines(receipt.header),
    items: (receipt.items ?? []).map(item => ({
      label: item.name,
      amount: `${amount(item.total)} ${item.priceNotation ?? ''}`,
      detail: `${quantity.format(item.quantity?.value ?? 1)} × ${amount(item.price)}`,
      discounts: (item.discounts ?? []).map(entry => ({ label: entry.name ?? 'Rabatt', amount: amount(entry.amount) })),
    })),
    total: { label: 'Summe', amount: amount(receipt.grandAmount) },
    taxes: (receipt.taxes ?? []).map(tax => ({
      label: `${tax.description ?? ''} ${percent.format(tax.percent ?? 0)}`,
      base: amount(tax.taxableAmount),
      amount: amount(tax.amount),
    })),
    tenders: [
      ...(receipt.tenders ?? []).map(tender => ({ label: 'Bar', amount: amount(tender.amount) })),
      { label: 'Rückgeld', amount: amount(receipt.changeDue) },
    ],
    notes: [...lines(receipt.additionalInfo4), ...lines(receipt.additionalInfo5)],
    barcode: receipt.barcodeNumber ?? '',
  }
}

/** The barcode as most programs draw it: a PNG from bwip-js. */
export function barcodePng(text: string): Promise<Buffer> {
  return bwipjs.toBuffer({ bcid: 'code128', text, scale: 2, height: 12, paddingwidth: 10, backgroundcolor: 'ffffff' })
}

function amount(value: number | undefined): string {
  return money.format(value ?? 0)
}

function lines(text: string | undefined): string[] {
  return (text ?? '').split(/\\n|\n/).filter(line => line !== '')
}

/** An email made by a peer. */
export interface PeerMail {
  html: string
  text: string
  barcode: Buffer
}

const folder = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans/package.json'))

/** Paths of the font that Counterfoil prints with. */
export const notoSans = {
  regular: join(folder, '400Regular', 'NotoSans_400Regular.ttf'),
  bold: join(folder, '700Bold', 'NotoSans_700Bold.ttf'),
}
