import { wordJoiner } from '../../locale/format/one-piece.ts'
import { onlineRegister } from '../../receipt/data/party-data.ts'
import type { ReceiptData } from '../../receipt/data/receipt-data.ts'
import type { ViewContext } from '../presenting.ts'
import type { FooterView, HeadingView, LinkView } from '../receipt-view.ts'

/** The merchant's lines, thanks, and why the email was sent. */
export function presentFooter(
  { receipt, t, kind, isolate }: ViewContext,
  heading: Pick<HeadingView, 'store'>,
  { footer = [], link }: { footer?: readonly string[] | undefined; link?: LinkView | undefined },
): FooterView {
  const request = kind === 'payment-link'
  // A gift's recipient bought nothing, and a store that already says thanks needn't say it twice.
  const thanks = !request && kind !== 'gift' && !saysThanks(receipt, footer)
  return {
    lines: footer.map(isolate.words),
    ...(flows(receipt.additionalInfo5) && { flows: true }),
    ...(isLong([receipt.additionalInfo5 ?? '', ...footer].join('\n')) && { long: true }),
    ...(link && { link: { ...link, ...(saysUrl(link) && { saysUrl: true }) } }),
    ...(thanks && { thanks: t('footer.thanks') }),
    automatic: reason(),
  }

  /** Nobody asked for it at a till where there is none. */
  function reason(): string {
    if (request) return whole(t('footer.automaticRequest', { store: heading.store }))
    return receipt.workstation.id === onlineRegister ? '' : t('footer.automatic')
  }
}

/** Whether a link's words are its URL, as people write it. */
function saysUrl({ text, url }: LinkView): boolean {
  const plain = (address: string) => address.replace(/^(?:https?:\/\/|mailto:|tel:)|\/$/g, '')
  return plain(text) === plain(url)
}

/** Whether lines are few and short, and none is laid out. */
function flows(text: string | undefined): boolean {
  if (text === undefined || /\t| {2}/.test(text)) return false
  const lines = text.trim().split('\n')
  return lines.length <= 4 && lines.every(line => line.length > 0 && line.length <= shortLine)
}

/** Whether a text would leave much of a sheet blank if it weren't parted: fifteen lines of it. */
function isLong(text: string): boolean {
  return text.length > 1500 || text.split('\n').length > 15
}

/** Characters, of which a phone's line has room for 50. */
const shortLine = 40

/** No line ends within 'e-mail', however a language goes on. */
function whole(words: string): string {
  return /e-/i.test(words) ? words.replace(/(?<!\p{L})e-(?=\p{L})/giu, `$&${wordJoiner}`) : words
}

/** Whether the store already says thanks: in the receipt's texts, at the end of its terms, in its raw receipt, or the footer lines. */
function saysThanks(receipt: ReceiptData, footer: readonly string[]): boolean {
  const {
    terms = [],
    header,
    additionalInfo1,
    additionalInfo2,
    additionalInfo3,
    additionalInfo4,
    additionalInfo5,
  } = receipt
  // Those first that most often do: looking costs more the longer a text is.
  const texts = [additionalInfo5, additionalInfo4, additionalInfo3, additionalInfo2, additionalInfo1, header]
  const says = (text: string | undefined) => text !== undefined && thanks.test(text)
  if (footer.some(says) || texts.some(says)) return true
  return terms.some(({ description }) => says(description?.slice(-200))) || says(receipt.rawPosReceipt)
}

/** Thanks in every receipt language, whatever this receipt's. A false match costs a line nobody misses. */
const thanks =
  /\bthank(?!sgiving)|\bmerci\b|\b(?:be)?dank(?:t|en?)?\b|\bgracias\b|\bgrazie\b|\bobrigad|\btack\b|\btakk?\b|\bkiitos\b|dziękuj|děkuj|ďakuj|спасибо|дякуєм|ありがとう|有難う|谢谢|謝謝|감사|شكر|תודה/iu
