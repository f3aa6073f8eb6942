import { readFileSync } from 'node:fs'
import Handlebars from 'handlebars'
import juice from 'juice'
import type { ReceiptData } from '../../src/index.ts'
import { barcodePng, type Content, contentOf, type PeerMail } from './content.ts'

const html = Handlebars.compile(template('receipt.html.hbs'))
const text = Handlebars.compile(template('receipt.txt.hbs'), { noEscape: true })

/** The usual pipeline: fill a Handlebars template, inline its styles with juice, draw the barcode with bwip-js. */
export async function handwrittenMail(receipt: ReceiptData): Promise<PeerMail> {
  const content = contentOf(receipt)
  return {
    html: juice(html({ ...content, image: 'cid:barcode' })),
    text: plainText(content),
    barcode: await barcodePng(content.barcode),
  }
}

/** The same page with the barcode inside, for a browser to print. */
export async function handwrittenPage(receipt: ReceiptData): Promise<string> {
  const content = contentOf(receipt)
  const png = await barcodePng(content.barcode)
  return html({ ...content, image: `data:image/png;base64,${png.toString('base64')}` })
}

/** The text part, from its own template: cheaper than converting the HTML. */
export function plainText(content: Content): string {
  return text(content)
}

function template(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
}
