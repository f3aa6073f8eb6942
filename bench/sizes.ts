import { counterfoil } from './counterfoil.ts'
import { handwrittenMail } from './peers/handwritten.ts'
import { mjmlMail } from './peers/mjml.ts'
import { pdfmakePdf } from './peers/pdfmake.ts'
import { reactEmailMail } from './peers/react-email.ts'
import { reactPdf } from './peers/react-pdf.ts'
import { longReceipt, receiptOf, receiptOptions } from './receipts.ts'
import { atMost, type Figure } from './table.ts'

const section = 'Sizes'

/** Kilobytes (1,000 bytes) of what is sent. Gmail clips emails at 102 KB of HTML. */
export async function sizes(): Promise<Figure[]> {
  await using engine = await counterfoil.createEngine()
  const receipt = receiptOf(0)
  const long = kilobytes(engine.email(longReceipt()).html)
  const a4 = kilobytes(await engine.pdf(receipt, { ...receiptOptions, paper: 'a4' }))
  const roll = kilobytes(await engine.pdf(receipt, { ...receiptOptions, paper: 'roll80' }))
  return [
    { name: 'HTML of 300 goods', value: long, target: atMost(long, 95, 'kB') },
    { name: 'HTML of 20 goods', value: kilobytes(engine.email(receipt, receiptOptions).html) },
    { name: 'handlebars + juice: HTML of 20 goods', value: kilobytes((await handwrittenMail(receipt)).html) },
    { name: 'mjml: HTML of 20 goods', value: kilobytes((await mjmlMail(receipt)).html) },
    { name: 'react-email: HTML of 20 goods', value: kilobytes((await reactEmailMail(receipt)).html) },
    { name: 'PDF of 20 goods, A4, tagged', value: a4, target: atMost(a4, 60, 'kB') },
    { name: 'PDF of 20 goods, 80 mm roll, tagged', value: roll, target: atMost(roll, 60, 'kB') },
    { name: 'pdfmake: PDF of 20 goods, untagged', value: kilobytes(await pdfmakePdf(receipt)) },
    { name: '@react-pdf/renderer: PDF of 20 goods, untagged', value: kilobytes(await reactPdf(receipt)) },
  ].map(figure => ({ section, unit: 'kB', ...figure }))
}

function kilobytes(content: string | Uint8Array): number {
  return Buffer.byteLength(content) / 1000
}
