import { placeOf } from '../find/find.ts'
import { make } from '../parts/dom.ts'
import { moment } from '../parts/time.ts'
import { known, t } from '../parts/words.ts'
import type { Receipt } from './receipt.ts'

/** What to know first: the address, large, because whether it was right is the first question; then what it is about. */
export function facts(receipt: Receipt): HTMLElement {
  const { customerAddress, emailAddress, hasBounced, amount, date, store, storeId, register, payment } = receipt
  const address = emailAddress ?? customerAddress
  const rows: [string, Node | string | undefined][] = [
    [t('receipt.amount'), make('bdi.large', {}, amount)],
    [t('receipt.date'), make('bdi', {}, date)],
    [t('receipt.store'), make('a', { href: placeOf({ store: storeId }) }, make('bdi', {}, store))],
    [t('receipt.register'), register && make('bdi', {}, register)],
    [t('receipt.payment'), payment && make('bdi', {}, payment)],
    [t('receipt.type'), known(`receiptType.${receipt.receiptType}`)],
    [t('receipt.received'), moment(receipt.receivedAt)],
  ]
  return make(
    'section.card.facts',
    { 'aria-label': t('receipt.facts') },
    make('p.hint', {}, t('receipt.address')),
    address === undefined || address === ''
      ? make('p.address.none', {}, t('receipt.noAddress'))
      : make('p.address', {}, make('bdi', {}, address)),
    hasBounced && make('p.notice.wrong', {}, t('act.bounced')),
    make('dl', {}, ...rows.flatMap(([name, value]) => (value ? [make('dt', {}, name), make('dd', {}, value)] : []))),
  )
}
