import { randomUUID } from 'node:crypto'
import { escapeHtml } from '../../../src/document/language/run.ts'
import { composeEmail } from '../../../src/email/compose.ts'
import { envelopeFor, writeEml } from '../../../src/email/eml.ts'
import { OptionError } from '../../../src/errors.ts'
import { mailOf } from '../../../src/merchant/documents.ts'
import { isEmailAddress } from '../../../src/standards/email-address.ts'
import { type PackedFile, zip } from '../../../src/standards/packing.ts'
import type { Fixture } from '../../lint/fixtures.ts'
import type { RenderRequest } from './api.ts'
import type { Outbox, Workbench } from './workbench.ts'

/** The receipt as a mail file. @throws errors for the workbench's `failure` */
export async function mailFile(workbench: Workbench, request: RenderRequest): Promise<Uint8Array> {
  const { mail, receipt } = await workbench.mailed(request)
  return writeEml(composeEmail(mail), envelopeFor(receipt))
}

/** Checks where test mails go out. @throws OptionError that says what is wrong */
export function checkOutbox({ url, from }: Outbox): void {
  if (!/^smtps?:\/\/\S+$/i.test(url)) throw new OptionError('--smtp: must be a URL such as smtp://localhost:1025')
  if (!isEmailAddress(from)) throw new OptionError('--from: must be an email address such as studio@example.com')
}

/**
 * Sends the receipt as a test mail.
 *
 * @throws OptionError without an outbox, or with what the mail server says; errors for the workbench's `failure`
 */
export async function sendTestMail(workbench: Workbench, request: RenderRequest, to: string): Promise<void> {
  const { outbox } = workbench
  if (!outbox) throw new OptionError('to send mail, start the studio with --smtp smtp://localhost:1025')
  if (!isEmailAddress(to)) throw new OptionError(`to: "${to}" is not an email address`)
  const { mail } = await workbench.mailed(request)
  const from = { name: 'Counterfoil studio', address: outbox.from }
  await sendMessage(
    outbox,
    to,
    writeEml(composeEmail(mail), { to, from, date: new Date(), messageId: messageId(outbox) }),
  )
}

/** A new Message-ID: a mail server may drop a second mail with the same one. */
function messageId({ from }: Outbox): string {
  return `<${randomUUID()}@${from.slice(from.lastIndexOf('@') + 1)}>`
}

async function sendMessage({ url, from }: Outbox, to: string, message: Buffer): Promise<void> {
  const { createTransport } = await import('nodemailer').catch(cause => {
    throw new OptionError('test mails need nodemailer: `npm install nodemailer`.', { cause })
  })
  const timeouts = { connectionTimeout: smtpTimeoutMs, greetingTimeout: smtpTimeoutMs, socketTimeout: smtpTimeoutMs }
  const transport = createTransport(url, timeouts as never)
  try {
    await transport.sendMail({ envelope: { from, to }, raw: message })
  } catch (cause) {
    throw new OptionError(`the mail server did not take it: ${(cause as Error).message}`, { cause })
  } finally {
    transport.close()
  }
}

/** Longest time, in ms, for each step of a conversation with the server. */
const smtpTimeoutMs = 10_000

/** All receipts in their usual languages as a ZIP archive. @throws errors for the workbench's `failure` */
export async function approvalArchive(
  workbench: Workbench,
  variant: string | undefined,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const entries: ApprovalEntry[] = []
  for (const fixture of workbench.fixtures) {
    try {
      entries.push(await approvalEntry(workbench, fixture, variant, signal))
    } catch (error) {
      // Returns and payment requests have no gift receipt.
      if (!(variant === 'gift' && error instanceof OptionError)) throw error
    }
  }
  return zip(approvalFiles(workbench.name ?? 'Counterfoil', entries))
}

async function approvalEntry(
  workbench: Workbench,
  { name, title, trade, acceptLanguage: locale, paper }: Fixture,
  variant: string | undefined,
  signal: AbortSignal,
): Promise<ApprovalEntry> {
  const request = { fixture: name, locale, variant }
  const { merchant, options, mail, shown } = await workbench.mailed(request)
  const { subject, text } = mail
  const { html } = mailOf(merchant, shown, 'data', options)
  const { pdf } = await workbench.print(request, paper, signal)
  return { name, title, trade, locale, subject, html, text, pdf }
}

/** One receipt of the folder to approve. */
interface ApprovalEntry {
  name: string
  title: string
  trade: string
  /** The language it is in. */
  locale: string
  subject: string
  /** A self-contained page. */
  html: string
  text: string
  pdf: Uint8Array
}

/** The files of a folder that shows receipts without the studio: `index.html`, and each receipt as mail, text and PDF. */
function approvalFiles(title: string, entries: readonly ApprovalEntry[]): PackedFile[] {
  return [
    ['index.html', indexPage(title, entries)],
    ...entries.flatMap(({ name, html, text, pdf }): PackedFile[] => [
      [`receipts/${name}.html`, html],
      [`receipts/${name}.txt`, text],
      [`receipts/${name}.pdf`, pdf],
    ]),
  ]
}

function indexPage(title: string, entries: readonly ApprovalEntry[]): string {
  const cards = entries.map(entry => card(entry)).join('\n')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<p>${entries.length} receipts, each as mail, plain text and PDF.</p>
<main>
${cards}
</main>
</body>
</html>
`
}

function card({ name, title, trade, locale, subject }: ApprovalEntry): string {
  const file = `receipts/${encodeURIComponent(name)}`
  return `<article>
<h2>${escapeHtml(title)}</h2>
<p>${escapeHtml(trade)} · <span lang="en">${escapeHtml(locale)}</span></p>
<p dir="auto">${escapeHtml(subject)}</p>
<iframe src="${file}.html" title="${escapeHtml(`Mail: ${title}`)}" sandbox loading="lazy"></iframe>
<p><a href="${file}.html">Mail</a> <a href="${file}.txt">Text</a> <a href="${file}.pdf">PDF</a></p>
</article>`
}

const style = `
:root { color-scheme: light dark; font: 15px/22px system-ui, sans-serif; }
body { margin: 0 auto; max-width: 1280px; padding: 24px 16px; background: light-dark(#edebe4, #121109); color: light-dark(#1f1c15, #efebe0); }
h1 { font-size: 24px; line-height: 32px; margin: 0; }
h2 { font-size: 15px; line-height: 22px; margin: 0; }
p { margin: 0; overflow-wrap: anywhere; }
main { display: grid; gap: 24px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 375px), 1fr)); margin-top: 24px; }
article { display: flex; flex-direction: column; gap: 4px; }
iframe { flex: none; width: 100%; height: 640px; border: 1px solid light-dark(#dedad0, #353126); border-radius: 8px; background: #fff; }
a { color: light-dark(#1f5c4d, #84cdb3); margin-inline-end: 12px; }
`
