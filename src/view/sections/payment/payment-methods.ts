import { formatList } from '../../../locale/format/format.ts'
import type { Messages } from '../../../locale/words/messages.ts'
import type { TenderData } from '../../../receipt/data/tender-data.ts'
import { tenderTypes } from '../../../standards/codes/tender-types.ts'
import { phrase, type ViewContext } from '../../presenting.ts'
import { tenderKind, tenderNumber, withCard } from './tenders.ts'

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
