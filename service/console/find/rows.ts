import { make, on } from '../parts/dom.ts'
import { addressOf } from '../parts/router.ts'
import { known, t } from '../parts/words.ts'
import type { FoundReceipt } from './find.ts'

/** The list of receipts. Arrow keys go from one to the next. */
export function receiptRows(receipts: readonly FoundReceipt[]): HTMLElement {
  const table = make(
    'table.rows.receipts',
    {},
    make('caption.unseen', {}, t('find.results')),
    make(
      'thead',
      {},
      make(
        'tr',
        {},
        ...(['date', 'number', 'store', 'what', 'amount'] as const).map(column =>
          make(`th.${column}`, { scope: 'col' }, t(`find.column.${column}`)),
        ),
      ),
    ),
    make('tbody', {}, ...receipts.map(row)),
  )
  on(table, 'keydown', event => step(event as KeyboardEvent, table))
  return table
}

function row({ id, number, date, amount, type, store, payment, emailAddress, items }: FoundReceipt): HTMLElement {
  const kind = known(`type.${type}`)
  return make(
    'tr',
    {},
    make('td.date', {}, make('bdi', {}, date)),
    make('td.number', {}, make('a', { href: addressOf(['receipts', id]) }, make('bdi', {}, number))),
    make('td.store', {}, make('bdi', {}, store)),
    make(
      'td.what',
      {},
      kind !== undefined && make('span.badge', {}, kind),
      make('bdi', {}, items.length > 0 ? items.join(', ') : payment),
      make('span.to', {}, make('bdi', {}, emailAddress ?? '')),
    ),
    make('td.amount', {}, make('bdi', {}, amount)),
  )
}

function step(event: KeyboardEvent, table: HTMLElement): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const links = [...table.querySelectorAll<HTMLElement>('tbody a')]
  const at = links.indexOf(document.activeElement as HTMLElement)
  const next = by === undefined ? undefined : links[at + by]
  if (!next) return
  event.preventDefault()
  next.focus()
}
