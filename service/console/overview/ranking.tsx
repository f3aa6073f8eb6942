import type { StatisticsAnswer, StatisticsRow } from '../answers.ts'
import { Card, PartNote, TableHead, TextCell } from '../parts/elements.tsx'
import { t } from '../parts/words.ts'
import { measured, written } from './figures.ts'

interface RankingProps {
  statistics: StatisticsAnswer
  currency: string
  addressOf: (storeId: string) => string
  /** Where all stores are. */
  table: string
}

/** The stores by sales in a currency, each a bar in a table; then those with other currencies. */
export function Ranking({ statistics: { rows, groups }, currency, addressOf, table }: RankingProps) {
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
  const columns = ['overview.measure.sales', 'overview.measure.receipts', 'overview.measure.digital'] as const
  return (
    <Card kind="ranking" title={t('overview.stores')}>
      <table>
        <TableHead columns={[t('find.store'), ...columns.map(word => t(word))]} />
        <tbody>
          {ranked.map(({ row, own, amount }) => (
            <StoreRow
              key={row.group?.id}
              row={row}
              sales={written(amount, 'sales', own)}
              share={own === currency ? Math.max(0, amount) / highest : undefined}
              addressOf={addressOf}
            />
          ))}
        </tbody>
      </table>
      {groups && <PartNote shown={groups.shown} total={groups.count} />}
      <a href={table}>{t('tables.all')}</a>
    </Card>
  )
}

function StoreRow(props: {
  row: StatisticsRow
  sales: string
  share: number | undefined
  addressOf: (storeId: string) => string
}) {
  const { row, sales, share, addressOf } = props
  const { group, receipts = 0, digitalShare } = row
  const name = <bdi>{group?.other ? t('overview.others') : group?.storeName || group?.storeId}</bdi>
  const storeId = group?.other ? undefined : group?.storeId
  return (
    <tr>
      <th scope="row">
        {storeId === undefined ? name : <a href={addressOf(storeId)}>{name}</a>}
        {share !== undefined && (
          // Its length is an attribute, because the page's policy allows no inline styles.
          <svg class="share" aria-hidden="true">
            <rect width={`${Math.max(0.5, share * 100)}%`} height="100%" rx="3" />
          </svg>
        )}
      </th>
      <TextCell kind="amount" text={sales} />
      <td>{written(receipts, 'receipts', '')}</td>
      <td>{written(digitalShare ?? undefined, 'digital', '')}</td>
    </tr>
  )
}
