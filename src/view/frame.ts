import type { Messages } from '../locale/words/messages.ts'
import { withoutIsolates } from './direction.ts'
import { presentPreheader } from './preheader.ts'
import type { Presenting } from './presenting.ts'
import type { DocumentKind, HeadingView } from './receipt-view.ts'

/** Language, title, subject and preheader. */
export function presentFrame(
  p: Presenting,
  kind: DocumentKind,
  heading: Pick<HeadingView, 'kind' | 'amount' | 'outcome' | 'date'>,
) {
  const { receipt, t, f } = p
  const { name: store } = receipt.workstation.store
  const number = receipt.transactionNumber
  const word = (words: Messages) => words(`document.${kind}`)
  const subject = heading.amount
    ? t('document.subjectWithAmount', { kind: word, store, amount: heading.amount })
    : t('document.subject', { kind: word, store, number })
  return {
    lang: f.tag,
    dir: f.dir,
    kind,
    title: withoutIsolates(`${t('document.titleWithNumber', { kind: word, number })} · ${store}`),
    subject: forInbox(subject),
    preheader: forInbox(presentPreheader(p, heading)),
    ...(receipt.receiptDateTime && { issued: receipt.receiptDateTime }),
    pageNumber: pageNumberIn(t),
  }
}

/** Text for an inbox: plain spaces, one at a time. */
function forInbox(text: string): string {
  const plain = withoutIsolates(text).replaceAll('\u00a0', ' ')
  return (otherSpace.test(plain) ? plain.replaceAll(otherSpaces, ' ') : plain).trim()
}

/** Anything but a single plain space. */
const otherSpace = /\s{2,}|[^\S ]/
const otherSpaces = new RegExp(otherSpace, 'g')

/** What goes around a page's number and how many there are, in each wording. */
const pageNumbers = new WeakMap<Messages, PageNumber>()

type PageNumber = Record<'before' | 'between' | 'after', string>

function pageNumberIn(t: Messages): PageNumber {
  const known = pageNumbers.get(t)
  if (known) return { ...known }
  const [before = '', between = '', after = ''] = t('document.pageOf', { page: mark, pages: mark }).split(mark)
  pageNumbers.set(t, { before, between, after })
  return { before, between, after }
}

/** Marks a number's place in a message; locale files never contain this character. */
const mark = '\u0000'
