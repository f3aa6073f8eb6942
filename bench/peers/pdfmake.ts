import pdfmake from 'pdfmake'
import type { ReceiptData } from '../../src/index.ts'
import { barcodePng, type Content, contentOf, notoSans } from './content.ts'

pdfmake.addFonts({ NotoSans: { normal: notoSans.regular, bold: notoSans.bold } })
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy(() => true)

/** pdfmake on the server, with Counterfoil's fonts. */
export async function pdfmakePdf(receipt: ReceiptData): Promise<Uint8Array> {
  const content = contentOf(receipt)
  const png = await barcodePng(content.barcode)
  const { store, address, date, number, header, items, total, tenders, taxes, notes } = content
  return await pdfmake
    .createPdf({
      pageSize: 'A4',
      pageMargins: 40,
      info: { title: `Kassenbon ${number}` },
      defaultStyle: { font: 'NotoSans', fontSize: 9 },
      content: [
        { text: store, fontSize: 14, bold: true },
        ...[address, `${date} · ${number}`, ...header].map(text => ({ text, color: '#6b675d' })),
        {
          layout: 'lightHorizontalLines',
          margin: [0, 12, 0, 0],
          table: { widths: ['*', 'auto', 'auto'], body: items.flatMap(itemRows) },
        },
        {
          layout: 'noBorders',
          table: {
            widths: ['*', 'auto'],
            body: [
              [{ text: total.label, bold: true, fontSize: 14 }, end(total.amount, true)],
              ...tenders.map(({ label, amount }) => [label, end(amount)]),
            ],
          },
        },
        {
          layout: 'noBorders',
          table: {
            headerRows: 1,
            widths: ['*', 'auto', 'auto'],
            body: [
              [{ text: 'Steuer', bold: true }, end('Netto', true), end('Betrag', true)],
              ...taxes.map(({ label, base, amount }) => [label, end(base), end(amount)]),
            ],
          },
        },
        ...notes.map(text => ({ text, color: '#6b675d' })),
        { image: `data:image/png;base64,${png.toString('base64')}`, width: 180, alignment: 'center' },
        { text: content.barcode, alignment: 'center' },
      ],
    })
    .getBuffer()
}

function itemRows({ label, amount, detail, discounts }: Content['items'][number]): unknown[][] {
  return [
    [label, end(detail), end(amount)],
    ...discounts.map(discount => [{ text: discount.label, color: '#1f5c4d' }, '', end(discount.amount)]),
  ]
}

function end(text: string, bold = false): object {
  return { text, bold, alignment: 'right' }
}
