import { dirname } from 'node:path'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import type { ReceiptData } from '../../src/index.ts'
import { barcodePng, contentOf, notoSans } from './content.ts'

const compiler = NodeCompiler.create({
  workspace: import.meta.dirname,
  fontArgs: [{ fontPaths: [dirname(notoSans.regular), dirname(notoSans.bold)] }],
})

/** typst.ts with its native compiler, with Counterfoil's fonts. The data goes in as JSON, so that the source stays compiled. */
export async function typstPdf(receipt: ReceiptData): Promise<Uint8Array> {
  const content = contentOf(receipt)
  compiler.mapShadow(`${import.meta.dirname}/code.png`, await barcodePng(content.barcode))
  const pdf = compiler.pdf({ mainFileContent: source, inputs: { receipt: JSON.stringify(content) } })
  compiler.evictCache(10)
  return pdf
}

const source = `
#let r = json(bytes(sys.inputs.receipt))
#set document(title: "Kassenbon " + r.number)
#set page(paper: "a4", margin: 40pt)
#set text(font: "Noto Sans", size: 9pt, lang: "de")
#text(size: 14pt, weight: "bold", r.store) \\
#for line in (r.address, r.date + " · " + r.number) + r.header [#text(fill: rgb("#6b675d"), line) \\ ]
#v(12pt)
#table(columns: (1fr, auto, auto), align: (left, right, right), stroke: (x: none, y: .5pt + gray),
  ..r.items.map(item => (item.label, item.detail, item.amount) + item.discounts.map(each =>
    (text(fill: rgb("#1f5c4d"), each.label), "", each.amount)).flatten()).flatten())
#table(columns: (1fr, auto), align: (left, right), stroke: none,
  text(size: 14pt, weight: "bold", r.total.label), strong(r.total.amount),
  ..r.tenders.map(tender => (tender.label, tender.amount)).flatten())
#table(columns: (1fr, auto, auto), align: (left, right, right), stroke: none, [*Steuer*], [*Netto*], [*Betrag*],
  ..r.taxes.map(tax => (tax.label, tax.base, tax.amount)).flatten())
#for line in r.notes [#text(fill: rgb("#6b675d"), line) \\ ]
#align(center)[#image("code.png", width: 180pt, alt: r.barcode) \\ #r.barcode]
`
