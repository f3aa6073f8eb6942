import { withoutIsolates } from './direction.ts'
import { type Presenting, phrase } from './presenting.ts'
import type { DocumentKind, HeadingView } from './receipt-view.ts'

/** Language, title, subject and what the inbox shows. */
export function presentFrame({ receipt, t, f }: Presenting, kind: DocumentKind, heading: HeadingView) {
  const { name: store } = receipt.workstation.store
  const number = receipt.transactionNumber
  const outcome = phrase([heading.amount, heading.outcome]) ?? heading.kind
  const date = receipt.receiptDateTime && f.date(receipt.receiptDateTime)
  const subject = heading.amount
    ? t('document.subjectWithAmount', { kind: heading.kind, store, amount: heading.amount })
    : t('document.subject', { kind: heading.kind, store, number })
  return {
    lang: f.tag,
    dir: f.dir,
    kind,
    title: withoutIsolates(phrase([t('document.titleWithNumber', { kind: heading.kind, number }), store])!),
    subject: withoutIsolates(subject).replace(/\s+/g, ' ').trim(),
    preheader: withoutIsolates(
      date ? t('document.preheader', { outcome, date, store }) : t('document.preheaderNoDate', { outcome, store }),
    ),
    ...(receipt.receiptDateTime && { issued: receipt.receiptDateTime }),
    pageNumber: { page: t('document.page'), of: t('document.pageOf') },
  }
}
