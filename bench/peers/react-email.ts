import { Body, Column, Container, Head, Hr, Html, Img, Preview, Row, Section, Text } from '@react-email/components'
import { render, toPlainText } from '@react-email/render'
import { createElement as h, type ReactNode } from 'react'
import type { ReceiptData } from '../../src/index.ts'
import { barcodePng, type Content, contentOf, type PeerMail } from './content.ts'

/** React Email as in its documentation: components, `render`, and `toPlainText` of the result. */
export async function reactEmailMail(receipt: ReceiptData): Promise<PeerMail> {
  const content = contentOf(receipt)
  const html = await render(mail(content))
  return { html, text: toPlainText(html), barcode: await barcodePng(content.barcode) }
}

const style = {
  body: { backgroundColor: '#f2f0ea', fontFamily: 'Noto Sans, Helvetica, Arial, sans-serif', fontSize: '15px' },
  card: { backgroundColor: '#ffffff', borderRadius: '8px', maxWidth: '600px', padding: '24px' },
  store: { fontSize: '20px', fontWeight: 700, margin: 0 },
  small: { fontSize: '13px', color: '#6b675d', margin: 0 },
  saving: { fontSize: '13px', color: '#1f5c4d', margin: 0 },
  bold: { fontWeight: 700, margin: 0 },
  total: { fontSize: '20px', fontWeight: 700, margin: 0 },
  plain: { margin: 0 },
  end: { textAlign: 'right' },
} as const

type TextStyle = keyof Omit<typeof style, 'end'>

function mail(content: Content): ReactNode {
  const { store, address, date, number, header, items, total, tenders, taxes, notes, barcode } = content
  return h(
    Html,
    { lang: 'de' },
    h(Head, null, h('title', null, `Kassenbon ${number}`)),
    h(Preview, null, `${store} ${total.amount}`),
    h(
      Body,
      { style: style.body },
      h(
        Container,
        { style: style.card },
        h(Text, { style: style.store }, store),
        ...[address, `${date} · ${number}`, ...header].map(line => h(Text, { style: style.small }, line)),
        h(Hr),
        h(
          Section,
          null,
          ...items.flatMap(item => [
            row('bold', item.label, item.amount),
            ...item.discounts.map(discount => row('saving', discount.label, discount.amount)),
            row('small', item.detail),
          ]),
        ),
        h(
          Section,
          null,
          row('total', total.label, total.amount),
          ...tenders.map(tender => row('plain', tender.label, tender.amount)),
        ),
        h(
          Section,
          null,
          row('bold', 'Steuer', 'Netto', 'Betrag'),
          ...taxes.map(tax => row('plain', tax.label, tax.base, tax.amount)),
        ),
        ...notes.map(line => h(Text, { style: style.small }, line)),
        h(Img, { src: 'cid:barcode', width: 240, height: 64, alt: barcode }),
        h(Text, { style: style.plain }, barcode),
      ),
    ),
  )
}

function row(look: TextStyle, label: string, ...amounts: string[]): ReactNode {
  return h(
    Row,
    null,
    h(Column, null, h(Text, { style: style[look] }, label)),
    ...amounts.map(amount => h(Column, { style: style.end }, h(Text, { style: style[look] }, amount))),
  )
}
