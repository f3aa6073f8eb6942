import { readFileSync } from 'node:fs'
import Handlebars from 'handlebars'
import mjml2html from 'mjml'
import type { ReceiptData } from '../../src/index.ts'
import { barcodePng, contentOf, type PeerMail } from './content.ts'
import { plainText } from './handwritten.ts'

const source = Handlebars.compile(readFileSync(new URL('receipt.mjml.hbs', import.meta.url), 'utf8'))

/** MJML with a template language, as its documentation recommends: fill the MJML, then compile it. */
export async function mjmlMail(receipt: ReceiptData): Promise<PeerMail> {
  const content = contentOf(receipt)
  const { html } = await mjml2html(source(content))
  return { html, text: plainText(content), barcode: await barcodePng(content.barcode) }
}
