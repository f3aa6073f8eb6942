import { make, newId } from '../parts/dom.ts'
import { partNote } from '../parts/part-note.ts'
import { t } from '../parts/words.ts'
import { measured, type Row, type Statistics, written } from './figures.ts'

/** The stores by sales in a currency, each a bar in a table; then those with other currencies. */
export function ranking(
  { rows, groups }: Pick<Statistics, 'rows' | 'groups'>,
  currency: string,
  addressOf: (storeId: string) => string,
): HTMLElement {
  const titleId = newId()
  const ranked = rows
    .map(row => {
      const has = row.amounts?.some(amount => amount.currency === currency)
      const own = has ? currency : (row.amounts?.[0]?.currency ?? currency)
      return { row, own, amount: measured(row, 'sales', own) ?? 0 }
    })
    .sort(
      (one, other) =>
        Number(other.own === currency) - Number(one.own === currency) ||
        (one.own === currency ? other.amount - one.amount : (other.row.receipts ?? 0) - (one.row.receipts ?? 0)),
    )
  const highest = Math.max(1e-9, ...ranked.filter(({ own }) => own === currency).map(({ amount }) => amount))
  const columns = [
    'find.store',
    'overview.measure.sales',
    'overview.measure.receipts',
    'overview.measure.digital',
  ] as const
  return make(
    'section.card.ranking',
    { 'aria-labelledby': titleId },
    make('h2', { id: titleId }, t('overview.stores')),
    make(
      'table',
      {},
      make('thead', {}, make('tr', {}, ...columns.map(word => make('th', { scope: 'col' }, t(word))))),
      make(
        'tbody',
        {},
        ...ranked.map(({ row, own, amount }) =>
          storeRow(
            row,
            { amount, currency: own },
            own === currency ? Math.max(0, amount) / highest : undefined,
            addressOf,
          ),
        ),
      ),
    ),
    ...(groups === undefined ? [] : partNote(groups.shown, groups.count)),
  )
}

function storeRow(
  { group, receipts = 0, digitalShare }: Row,
  { amount, currency }: { amount: number; currency: string },
  share: number | undefined,
  addressOf: (storeId: string) => string,
): HTMLElement {
  const name = make('bdi', {}, group?.other ? t('overview.others') : group?.storeName || group?.storeId || '')
  const { storeId } = group?.other ? {} : (group ?? {})
  return make(
    'tr',
    {},
    make(
      'th',
      { scope: 'row' },
      storeId === undefined ? name : make('a', { href: addressOf(storeId) }, name),
      share !== undefined && bar(share),
    ),
    make('td.amount', {}, make('bdi', {}, written(amount, 'sales', currency))),
    make('td', {}, written(receipts, 'receipts', currency)),
    make('td', {}, written(digitalShare ?? undefined, 'digital', currency)),
  )
}

/** A bar of some of the row's width. Its length is an attribute, because the page's policy allows no inline styles. */
function bar(share: number): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg'
  const drawing = document.createElementNS(space, 'svg')
  drawing.setAttribute('class', 'share')
  drawing.setAttribute('aria-hidden', 'true')
  const rect = document.createElementNS(space, 'rect')
  rect.setAttribute('width', `${Math.max(0.5, share * 100)}%`)
  rect.setAttribute('height', '100%')
  rect.setAttribute('rx', '3')
  drawing.append(rect)
  return drawing
}
