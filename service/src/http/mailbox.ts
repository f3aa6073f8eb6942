import { wholeReach } from '../basics/reach.ts'
import type { FolderMail, MailFolder } from '../delivery/mail/folder.ts'
import { findDelivery } from '../delivery/outbox/delivery.ts'
import { findMerchant } from '../merchants/merchants.ts'
import { readOffers } from '../merchants/offers.ts'
import { findReceipt, offerIdsOf, pdfName, storedOptions } from '../receipts/receipts.ts'
import { escapeHtml } from './description/docs-page.ts'
import { errors } from './errors.ts'
import { type Answer, type ApiContext, type Call, type Operation, openOperation } from './operation.ts'
import { documentHeaders } from './operations/documents.ts'

const maxListed = 100

/** The mailbox page for development: mails written to files. Only from this machine, and never with a mail server. */
export function mailboxOperations(context: ApiContext, folder: MailFolder): Operation[] {
  const found = { description: 'The page or file', contentType: 'text/html' }
  const page = (path: string, summary: string, handle: Operation['handle']): Operation => {
    const id = `mailbox${path.replace(/\W+(\w)?/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? '')}`
    return { ...openOperation(id, `/mailbox${path}`, summary, found, handle), security: 'loopback' }
  }

  return [
    page('', 'The mails in the mail folder', async ({ query }) => {
      const mails = await folder.list(maxListed)
      const shown = mails.find(({ id }) => id === query.mail) ?? mails[0]
      return html(mailboxPage(mails, shown))
    }),
    page('/{mailId}/html', 'A mail as its reader sees it', async call => {
      const mail = await mailOf(folder, call)
      return { status: 200, headers: { ...documentHeaders, ...framed, 'content-type': htmlType }, body: mail.html }
    }),
    page('/{mailId}/text', 'A mail’s plain text', async call => ({
      status: 200,
      headers: { ...documentHeaders, 'content-type': 'text/plain; charset=utf-8' },
      body: (await mailOf(folder, call)).text,
    })),
    page('/{mailId}/eml', 'A mail’s MIME source', async call => {
      const body = await folder.eml(call.params.mailId ?? '')
      if (!body) throw errors.notFound()
      return { status: 200, headers: { ...documentHeaders, 'content-type': 'message/rfc822' }, body }
    }),
    page('/{mailId}/pdf', 'A mail’s receipt as PDF', call => pdfOf(context, call)),
  ]
}

const htmlType = 'text/html; charset=utf-8'

/** Allows the mail in the mailbox page's frame, still without scripts or network; links open in a new tab. */
const framed = {
  'content-security-policy':
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox allow-popups allow-popups-to-escape-sandbox",
}

function html(body: string): Answer {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'"
  return { status: 200, headers: { 'content-type': htmlType, 'content-security-policy': policy }, body }
}

async function mailOf(folder: MailFolder, { params }: Call): Promise<FolderMail> {
  const mail = await folder.find(params.mailId ?? '')
  if (!mail) throw errors.notFound()
  return mail
}

async function pdfOf({ db, engines }: ApiContext, { params }: Call): Promise<Answer> {
  const delivery = await findDelivery(db, params.mailId ?? '')
  const receipt = delivery && (await findReceipt(db, wholeReach(delivery.merchant_id), delivery.receipt_id))
  const merchant = delivery && (await findMerchant(db, delivery.merchant_id))
  if (!receipt || !merchant) throw errors.notFound()
  const shown = await readOffers(db, offerIdsOf(receipt))
  const body = await engines.withReceiptEngine(merchant, receipt, engine =>
    engine.pdf(receipt.api_request, storedOptions(receipt, shown, delivery.variant)),
  )
  const disposition = `inline; filename="${pdfName(receipt, delivery.variant)}"`
  return { status: 200, headers: { 'content-type': 'application/pdf', 'content-disposition': disposition }, body }
}

function mailboxPage(mails: readonly FolderMail[], shown: FolderMail | undefined): string {
  const entries = mails.map(
    mail => `<a href="/mailbox?mail=${mail.id}"${mail.id === shown?.id ? ' class="shown"' : ''}>
<time>${escapeHtml(mail.date.slice(0, 19).replace('T', ' '))}</time><b>${escapeHtml(mail.subject)}</b>
<span>${escapeHtml(mail.to)}</span></a>`,
  )
  const reading = shown
    ? `<header><b>${escapeHtml(shown.subject)}</b><br>from ${escapeHtml(shown.from)} to ${escapeHtml(shown.to)}<br>
<a href="/mailbox/${shown.id}/pdf">PDF</a> <a href="/mailbox/${shown.id}/text">Text</a>
<a href="/mailbox/${shown.id}/eml">Source</a></header><iframe title="Mail" src="/mailbox/${shown.id}/html"></iframe>`
    : '<p>No mail yet. Post a receipt, and its mail appears here a second later.</p>'
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${shown ? 30 : 2}"><title>Mailbox</title><style>${style}</style></head>
<body><nav>${entries.join('')}</nav><main>${reading}</main></body></html>`
}

const style = `
:root{color-scheme:light dark}
body{margin:0;display:flex;height:100vh;font:14px/1.45 system-ui,sans-serif}
nav{flex:0 0 19rem;overflow-y:auto;border-right:1px solid #8884}
nav a{display:block;padding:12px 16px;border-bottom:1px solid #8884;color:inherit;text-decoration:none}
nav .shown{background:#1f5c4d22}nav time{float:right;opacity:.6;font-size:11px}nav b{display:block}nav span{opacity:.7}
main{flex:1;display:flex;flex-direction:column;min-width:0}main p{margin:auto;opacity:.7}
header{padding:14px 20px;border-bottom:1px solid #8884}header a{margin-right:14px;color:inherit}
iframe{flex:1;border:0;background:#fff}
@media(max-width:40rem){body{flex-direction:column}nav{flex:0 0 30vh}}`
