import type { StatisticsAnswer } from '../answers.ts'
import { number, t } from '../parts/words.ts'
import { type Compared, placeWith } from './compared.ts'
import { change, isAmount, type Measure, measured, written } from './figures.ts'

interface TileProps extends Compared {
  measure: Measure
  day: StatisticsAnswer
  /** The same weekday a week before. */
  dayBefore: StatisticsAnswer
  /** What the figure is of, where the figures beside it are of something else. */
  population: string | undefined
}

/** A figure with how it changed and today's; it leads to its chart. */
export function Tile({ measure, shown, now, past, day, dayBefore, currency, population }: TileProps) {
  const of = ({ totals }: StatisticsAnswer) => measured(totals, measure, currency)
  const words = (value: number | undefined) => written(value, measure, currency)
  const value = words(of(now))
  const changed = change(of(now), of(past), measure)
  const hadAny = (past.totals.receipts ?? 0) > 0
  const trying = measure === 'delivery' ? (now.totals.deliveries?.trying ?? 0) : 0
  return (
    <a
      class="tile"
      href={placeWith(shown, { show: measure })}
      aria-current={measure === shown.show ? 'true' : undefined}
      title={t(`overview.means.${measure}`)}
    >
      <span class="name">{t(`overview.measure.${measure}`)}</span>
      {population !== undefined && <span class="of">{population}</span>}
      <span class={value.length > 11 ? 'value long' : 'value'}>
        <bdi>{value}</bdi>
      </span>
      {hadAny && <span class={`change ${changed?.way ?? 'same'}`}>{changed?.words ?? t('overview.noneBefore')}</span>}
      <span class="today">
        {t('overview.today', { value: words(of(day)) })}
        {' · '}
        {t('overview.lastWeek', { value: words(of(dayBefore)) })}
      </span>
      {trying > 0 && <span class="today">{t('overview.trying', { count: trying })}</span>}
    </a>
  )
}

/**
 * What a figure is of, if there are several currencies: amounts are of one, and of the stores that sell in it; the rest is of all.
 *
 * @param byStore undefined: of one store
 */
export function populationOf(
  measure: Measure,
  { now, currency }: Compared,
  byStore: StatisticsAnswer | undefined,
): string | undefined {
  if (now.currencies.length < 2) return undefined
  if (!isAmount(measure)) return t('overview.allCurrencies')
  const rows = byStore?.rows ?? []
  // The stores behind the first dozen are one row.
  if (rows.length === 0 || rows.some(({ group }) => group?.other)) return t('overview.currencyOnly', { currency })
  const some = rows.filter(({ amounts = [] }) => amounts.some(amount => amount.currency === currency)).length
  return t('overview.currencyStores', { currency, some: number(some), all: number(rows.length) })
}
