import { formatList } from '../../../locale/format/format.ts'
import type { Messages } from '../../../locale/words/messages.ts'
import type { ReceiptData } from '../../../receipt/data/receipt-data.ts'
import type { TenderData, TenderHistoryData } from '../../../receipt/data/tender-data.ts'
import { cardBrands, paymentMeans, type TenderWord, tenderTypes } from '../../../standards/codes/tender-types.ts'
import { asOne, isolateFor, withoutIsolates } from '../../direction.ts'
import { masked, phrase, type ViewContext } from '../../presenting.ts'

/** Most means of payment that are named. */
const named = 3

/** 'Paid with Visa •••• 1881', 'Paid with Visa, Maestro, and cash'. What is charged to the customer's account isn't paid yet. */
export function presentMeans(p: ViewContext, tenders: readonly TenderData[]): string {
  const paid = tenders.filter(tender => kindOf(tender) !== 'account')
  const onAccount = paid.length < tenders.length ? p.t('heading.onAccount') : undefined
  return phrase([paid.length ? paidWith(p, paid) : undefined, onAccount]) ?? ''
}

function paidWith(p: ViewContext, tenders: readonly TenderData[]): string {
  const { t } = p
  const kinds = new Set(tenders.map(kindOf))
  const only = kinds.size === 1 ? [...kinds][0] : undefined
  const isCard = tenders.some(tender => tender.creditDebit)
  if (only === 'cash' && !isCard) return t('heading.paidCash')
  if (only === 'unknown' && !isCard) return t('heading.paid')
  const count = meansIn(p, t, tenders).length
  if (count > named) return t('heading.paidSeveral', { count })
  return t('heading.paidWith', { means: (words, locale) => formatList(locale, meansIn(p, words, tenders)) })
}

/** Each means once. Last digits are included if it is the only one, or if they distinguish two with the same name. */
function meansIn(p: ViewContext, t: Messages, tenders: readonly TenderData[]): string[] {
  const seen = new Map<string, number>()
  const short = tenders.map(tender => ({ tender, words: meansOf(p, t, tender) }))
  for (const { words } of short) seen.set(words, (seen.get(words) ?? 0) + 1)
  const isUnique = (words: string) => tenders.length > 1 && seen.get(words) === 1
  return [
    ...new Set(
      short.map(({ tender, words }) => (isUnique(words) ? words : meansOf(p, t, tender, tenderNumber(p, tender)))),
    ),
  ]
}

function meansOf(p: ViewContext, t: Messages, tender: TenderData, number?: string): string {
  const kind = tenderKind(p, tender)
  if ('name' in kind) return t('means.named', { name: withCard({ t }, kind.name, kind.card, number) })
  // What is charged to the customer's account has no means: it isn't paid.
  return kind.word === 'account' ? '' : withCard({ t }, t(`means.${kind.word}`), kind.card, number)
}

function kindOf({ tenderTypeCode }: TenderData) {
  return tenderTypes.find(tenderTypeCode)?.kind
}

/** A tender's label: 'Visa •••• 1881', 'Apple Pay (Visa •••• 1881)', 'Cash', 'Gift card •••• 4417'. */
export function tenderLabel(
  p: Pick<ViewContext, 't' | 'isolate'>,
  tender: Pick<AnyTender, 'tenderTypeCode' | 'creditDebit' | 'giftCard'>,
): string {
  return labelOf(p, tenderKind(p, tender), tenderNumber(p, tender))
}

/** The payments of a receipt; earlier ones if there are no others. */
export function paymentsOf({ tenders = [], tenderHistory = [], orders = [] }: ReceiptData): AnyTender[] {
  return tenders.length > 0 ? tenders : [...tenderHistory, ...orders.flatMap(order => order.tenderHistory ?? [])]
}

/** What each of them is called, with a card's last digits, each once. */
export function paymentLabels(t: Messages, receipt: ReceiptData): string[] {
  return [
    ...new Set(
      paymentsOf(receipt).map(tender => withoutIsolates(tenderLabel({ t, isolate: isolateFor('ltr') }, tender))),
    ),
  ]
}

/** What a tender is called, as a label, with its number. */
export function labelOf({ t }: Pick<ViewContext, 't'>, kind: TenderKind, number?: string): string {
  return withCard({ t }, nameOf({ t }, kind), kind.card, number)
}

/** The same without its number. */
export function nameOf({ t }: Pick<ViewContext, 't'>, kind: TenderKind): string {
  return 'name' in kind ? kind.name : t(`tenders.${kind.word}`)
}

/** A tender's name or word with the card in it, if it is a wallet, and the last digits. */
function withCard(
  { t }: Pick<ViewContext, 't'>,
  name: string,
  card: TenderKind | undefined,
  number: string | undefined,
): string {
  if (card) return asOne(`${name} (${labelOf({ t }, card, number)})`)
  return number ? asOne(`${name} ${number}`) : name
}

/** The last digits of a tender's card: '•••• 1881'. */
export function tenderNumber(
  { isolate }: Pick<ViewContext, 'isolate'>,
  { creditDebit, giftCard }: Pick<AnyTender, 'creditDebit' | 'giftCard'>,
): string | undefined {
  const number = creditDebit?.last4Digits || giftCard?.accountNumber
  return number ? isolate.code(masked(number)) : undefined
}

/** What a tender is called: by a name (a card brand, PayPal, an unknown code as words) or by the messages of its type. */
export type TenderKind = ({ name: string } | { word: TenderWord | 'bankCard' }) & {
  /** The card that a wallet has. */
  card?: TenderKind
}

/** Tells what a tender is called. */
export function tenderKind(
  { isolate }: Pick<ViewContext, 'isolate'>,
  { tenderTypeCode, creditDebit }: Pick<AnyTender, 'tenderTypeCode' | 'creditDebit'>,
): TenderKind {
  const { type, wallet, brand } = paymentMeans(tenderTypeCode, creditDebit?.typeCode)
  const brandName = (code: string) => (cardBrands.has(code) ? code : isolate.words(code))
  const card = brand && (brand.word ? { word: brand.word } : { name: brandName(brand.code) })
  const { word, name } = wallet ?? type ?? {}
  if (card && !wallet) return card
  if (word) return { word, ...(card && { card }) }
  if (name !== undefined) return { name, ...(card && { card }) }
  if (!tenderTypeCode) return { word: creditDebit ? 'card' : 'other' }
  return { name: isolate.words(spaced(tenderTypeCode)) }
}

/** A means of payment in a language, by its `tenderTypeCode`: 'Gift card', 'PayPal'; an unknown code as words. */
export function tenderTypeName(t: Messages, tenderTypeCode: string): string {
  const { word, name } = tenderTypes.find(tenderTypeCode) ?? {}
  return word ? t(`tenders.${word}`) : (name ?? spaced(tenderTypeCode))
}

/** A current or earlier payment. */
export type AnyTender = TenderHistoryData & Partial<TenderData>

/** An unknown code as words: 'HOUSE_ACCOUNT' and 'HouseAccount' become 'HOUSE ACCOUNT' and 'House Account'. */
function spaced(code: string): string {
  return code
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .trim()
}
