import { renderWebPage } from '../document/render.ts'
import { composeEmail, type EmailMessage } from '../email/compose.ts'
import type { LocaleDecision } from '../locale/resolve/resolve.ts'
import type { ReceiptData } from '../receipt/data/receipt-data.ts'
import { checkedReceipt, type ReceiptSource } from '../receipt/parse.ts'
import type { ReceiptView } from '../view/receipt-view.ts'
import { type Slip, slipOf } from '../view/slip.ts'
import { localeOf, mailOf, sentMailOf, slipIn, viewOf } from './documents.ts'
import type { Merchant } from './merchant.ts'
import { type Call, checkCall, type PdfOptions, type ReceiptOptions, type TextOptions } from './options.ts'

/** The calls for a merchant's receipts that need no browser (`mails`), and what others are made of; each checks its options and the receipt. */
export function callsOf(merchant: Merchant) {
  return { storeFor, receiptOf, viewIn, webView, mails: { locale, view, email, html, text: textOf, slip } }

  function storeFor(call: Call, options: ReceiptOptions = {}): Merchant {
    checkCall(call, options)
    return merchant.inStore(options)
  }

  function receiptOf(input: ReceiptSource, { stored, receivedAt }: ReceiptOptions = {}): ReceiptData {
    return checkedReceipt(input, { gtin12: merchant.gtin12, stored, receivedAt })
  }

  function locale(input: ReceiptSource, options?: ReceiptOptions): LocaleDecision {
    const store = storeFor('locale', options)
    return localeOf(store, receiptOf(input, options), options)
  }

  function view(input: ReceiptSource, options?: ReceiptOptions): ReceiptView {
    return viewIn(storeFor('view', options), input, options)
  }

  function viewIn(store: Merchant, input: ReceiptSource, options?: PdfOptions): ReceiptView {
    const receipt = receiptOf(input, options)
    return viewOf(store, receipt, localeOf(store, receipt, options), options)
  }

  function email(input: ReceiptSource, options?: ReceiptOptions): EmailMessage {
    const store = storeFor('email', options)
    const receipt = receiptOf(input, options)
    const locale = localeOf(store, receipt, options)
    const { mail } = sentMailOf(store, receipt, lean => viewOf(store, receipt, locale, { ...options, lean }), options)
    return composeEmail(mail)
  }

  /** The view of a page in a browser: nobody gets what is on paper only as an email. */
  function webView(store: Merchant, input: ReceiptSource, options?: ReceiptOptions): ReceiptView {
    const view = viewIn(store, input, options)
    const { receiptType } = receiptOf(input, options)
    const isMailed = receiptType === 'DigitalOnly' || receiptType === 'DigitalAndPaper'
    return isMailed ? view : { ...view, footer: { ...view.footer, automatic: '' } }
  }

  function html(input: ReceiptSource, options?: ReceiptOptions): string {
    const store = storeFor('html', options)
    return renderWebPage(
      webView(store, input, options),
      store.templates(options?.variant, options?.strict),
      store.brand,
    )
  }

  function textOf(input: ReceiptSource, options?: TextOptions): string {
    const store = storeFor('text', options)
    const view = viewIn(store, input, options)
    return mailOf(store, options?.columns === undefined ? view : slipOf(view), 'cid', options).text
  }

  function slip(input: ReceiptSource, options?: TextOptions): Slip {
    const store = storeFor('slip', options)
    return slipIn(store, viewIn(store, input, options), options)
  }
}
