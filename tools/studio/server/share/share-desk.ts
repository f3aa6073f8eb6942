import { composeEmail } from '../../../../src/email/compose.ts'
import { envelopeFor, writeEml } from '../../../../src/email/eml.ts'
import { mailOf, type ReceiptOptions } from '../../../../src/engine.ts'
import { OptionError } from '../../../../src/errors.ts'
import type { Merchant } from '../../../../src/merchant/open.ts'
import { optional } from '../../../../src/options/optional.ts'
import type { ReceiptData } from '../../../../src/receipt/data/receipt-data.ts'
import type { ReceiptView } from '../../../../src/view/receipt-view.ts'
import type { Fixture } from '../../../lint/fixtures.ts'
import type { Asked } from '../api.ts'
import { type ApprovalEntry, approvalFiles } from './approval.ts'
import { checkRecipient, messageId, type Outbox, sendTest } from './send.ts'
import { zip } from './zip.ts'

/** What leaves the studio: mail files, test mails, and receipts to approve. All throw errors for the workbench's `failure`. */
export interface ShareDesk {
  /** The receipt as a mail file. */
  mailFile(asked: Asked): Promise<Uint8Array>
  /** Sends the receipt as a test mail. @throws OptionError without an outbox, or with what the mail server says */
  send(asked: Asked, to: string): Promise<void>
  /** All receipts in their usual languages as a ZIP archive. */
  approval(variant: string | undefined, signal: AbortSignal): Promise<Buffer>
}

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
export function openShareDesk({ title, fixtures, outbox, view, print }: ShareTools): ShareDesk {
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
    async mailFile(question) {
      const { merchant, asked, receipt, view: shown } = await view(question)
      return writeEml(composeEmail(mailOf(merchant, shown, 'cid', asked)), envelopeFor(receipt))
    },
    async send(question, to) {
      if (!outbox) throw new OptionError('to send mail, start the studio with --smtp smtp://localhost:1025')
      checkRecipient(to)
      const { merchant, asked, view: shown } = await view(question)
      const from = { name: 'Counterfoil studio', address: outbox.from }
      const mail = composeEmail(mailOf(merchant, shown, 'cid', asked))
      await sendTest(outbox, to, writeEml(mail, { to, from, date: new Date(), messageId: messageId(outbox) }))
    },
    async approval(variant, signal) {
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
