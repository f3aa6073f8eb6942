import { randomUUID } from 'node:crypto'
import { composeEmail } from '../../../../src/email/compose.ts'
import { envelopeFor, writeEml } from '../../../../src/email/eml.ts'
import { mailOf, type ReceiptOptions } from '../../../../src/engine.ts'
import { OptionError } from '../../../../src/errors.ts'
import type { Merchant } from '../../../../src/merchant/open.ts'
import { optional } from '../../../../src/options/optional.ts'
import type { ReceiptData } from '../../../../src/receipt/data/receipt-data.ts'
import { isEmailAddress } from '../../../../src/standards/email-address.ts'
import type { ReceiptView } from '../../../../src/view/receipt-view.ts'
import type { Fixture } from '../../../lint/fixtures.ts'
import type { Asked } from '../api.ts'
import { type ApprovalEntry, approvalFiles } from './approval.ts'
import { zip } from './zip.ts'

/** What the desk needs of the workbench. */
export interface ShareTools {
  /** The template folder's name, or the package's. */
  title: string
  fixtures: readonly Fixture[]
  outbox: Outbox | undefined
  view(asked: Asked): Promise<{ merchant: Merchant; asked: ReceiptOptions; receipt: ReceiptData; view: ReceiptView }>
  print(asked: Asked, paper: string, signal: AbortSignal): Promise<Uint8Array>
}

/** Opens the desk. */
export function openShareDesk({ title, fixtures, outbox, view, print }: ShareTools) {
  async function approvalEntry(
    fixture: Fixture,
    variant: string | undefined,
    signal: AbortSignal,
  ): Promise<ApprovalEntry> {
    const { name, title, trade, acceptLanguage, paper } = fixture
    const question = { fixture: name, locale: acceptLanguage, ...optional('variant', variant) }
    const { merchant, asked, view: shown } = await view(question)
    const { html, subject, text } = mailOf(merchant, shown, 'data', asked)
    const pdf = await print(question, paper, signal)
    return { name, title, trade, locale: acceptLanguage, subject, html, text, pdf }
  }

  return {
    /** The receipt as a mail file. */
    async mailFile(question: Asked): Promise<Uint8Array> {
      const { merchant, asked, receipt, view: shown } = await view(question)
      return writeEml(composeEmail(mailOf(merchant, shown, 'cid', asked)), envelopeFor(receipt))
    },
    /** Sends the receipt as a test mail. @throws OptionError without an outbox, or with what the mail server says */
    async send(question: Asked, to: string): Promise<void> {
      if (!outbox) throw new OptionError('to send mail, start the studio with --smtp smtp://localhost:1025')
      if (!isEmailAddress(to)) throw new OptionError(`to: "${to}" is not an email address`)
      const { merchant, asked, view: shown } = await view(question)
      const from = { name: 'Counterfoil studio', address: outbox.from }
      const mail = composeEmail(mailOf(merchant, shown, 'cid', asked))
      await sendTest(outbox, to, writeEml(mail, { to, from, date: new Date(), messageId: messageId(outbox) }))
    },
    /** All receipts in their usual languages as a ZIP archive. */
    async approval(variant: string | undefined, signal: AbortSignal): Promise<Buffer> {
      const entries: ApprovalEntry[] = []
      for (const fixture of fixtures) {
        try {
          entries.push(await approvalEntry(fixture, variant, signal))
        } catch (error) {
          // Returns and payment requests have no gift receipt.
          if (!(variant === 'gift' && error instanceof OptionError)) throw error
        }
      }
      return zip(approvalFiles(title, entries))
    },
  }
}

/** What leaves the studio: mail files, test mails, and receipts to approve. All throw errors for the workbench's `failure`. */
export type ShareDesk = ReturnType<typeof openShareDesk>

/** Where the studio's test mails go out. */
export interface Outbox {
  /** `smtp://` or `smtps://`, with user and password if the server wants them. */
  url: string
  /** The sender's address. */
  from: string
}

/** Longest time, in ms, for each step of a conversation with the server. */
const smtpTimeoutMs = 10_000

/** Checks where test mails go out. @throws OptionError that says what is wrong */
export function checkOutbox({ url, from }: Outbox): void {
  if (!/^smtps?:\/\/\S+$/i.test(url)) throw new OptionError('--smtp: must be a URL such as smtp://localhost:1025')
  if (!isEmailAddress(from)) throw new OptionError('--from: must be an email address such as studio@example.com')
}

/** A new Message-ID: a mail server may drop a second mail with the same one. */
function messageId({ from }: Outbox): string {
  return `<${randomUUID()}@${from.slice(from.lastIndexOf('@') + 1)}>`
}

/**
 * Sends a complete message to one address.
 *
 * @throws OptionError with what the mail server says
 */
async function sendTest({ url, from }: Outbox, to: string, message: Buffer): Promise<void> {
  const { createTransport } = await import('nodemailer')
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
