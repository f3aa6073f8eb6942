import { Document, Font, Image, Page, renderToBuffer, StyleSheet, Text, View } from '@react-pdf/renderer'
import { createElement as h, type ReactNode } from 'react'
import type { ReceiptData } from '../../src/index.ts'
import { barcodePng, type Content, contentOf, notoSans } from './content.ts'

Font.register({
  family: 'NotoSans',
  fonts: [
    { src: notoSans.regular, fontWeight: 400 },
    { src: notoSans.bold, fontWeight: 700 },
  ],
})

/** @react-pdf/renderer on the server, with Counterfoil's fonts. */
export async function reactPdf(receipt: ReceiptData): Promise<Uint8Array> {
  const content = contentOf(receipt)
  return await renderToBuffer(page(content, await barcodePng(content.barcode)))
}

const style = StyleSheet.create({
  page: { padding: 40, fontFamily: 'NotoSans', fontSize: 9 },
  store: { fontSize: 14, fontWeight: 700 },
  small: { color: '#6b675d' },
  saving: { color: '#1f5c4d' },
  bold: { fontWeight: 700 },
  total: { fontSize: 14, fontWeight: 700 },
  plain: {},
  row: { flexDirection: 'row', justifyContent: 'space-between', borderBottom: '0.5pt solid #e4e0d7', padding: 3 },
  barcode: { width: 180, alignSelf: 'center', marginTop: 12 },
})

type TextStyle = 'plain' | 'saving' | 'bold' | 'total'

function page(content: Content, png: Buffer): ReactNode {
  const { store, address, date, number, header, items, total, tenders, taxes, notes, barcode } = content
  return h(
    Document,
    { title: `Kassenbon ${number}`, language: 'de' },
    h(
      Page,
      { size: 'A4', style: style.page },
      h(Text, { style: style.store }, store),
      ...[address, `${date} · ${number}`, ...header].map(line => h(Text, { style: style.small }, line)),
      ...items.flatMap(item => [
        row('plain', item.label, item.detail, item.amount),
        ...item.discounts.map(discount => row('saving', discount.label, discount.amount)),
      ]),
      row('total', total.label, total.amount),
      ...tenders.map(tender => row('plain', tender.label, tender.amount)),
      row('bold', 'Steuer', 'Netto', 'Betrag'),
      ...taxes.map(tax => row('plain', tax.label, tax.base, tax.amount)),
      ...notes.map(line => h(Text, { style: style.small }, line)),
      h(Image, { src: png, style: style.barcode }),
      h(Text, { style: { alignSelf: 'center' } }, barcode),
    ),
  )
}

function row(look: TextStyle, ...cells: string[]): ReactNode {
  return h(View, { style: style.row }, ...cells.map(cell => h(Text, { style: style[look] }, cell)))
}
