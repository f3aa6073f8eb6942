import { make } from '../parts/dom.ts'
import { t } from '../parts/words.ts'
import { change, type Measure, measured, measures, type Statistics, written } from './figures.ts'

export interface Compared {
  now: Statistics
  past: Statistics
  day: Statistics
  /** The same weekday a week before. */
  dayBefore: Statistics
  currency: string
  show: Measure
}

/** The figures, each with how it changed and today's; each leads to its chart. */
export function tiles(compared: Compared, addressOf: (measure: Measure) => string): HTMLElement {
  return make(
    'nav.tiles',
    { 'aria-label': t('overview.figures') },
    ...measures.map(measure => tile(measure, compared, addressOf(measure))),
  )
}

function tile(measure: Measure, { now, past, day, dayBefore, currency, show }: Compared, href: string): HTMLElement {
  const [value, before, today, todayBefore] = [now, past, day, dayBefore].map(({ totals }) =>
    measured(totals, measure, currency),
  )
  const changed = change(value, before, measure)
  const trying = measure === 'delivery' ? (now.totals.deliveries?.trying ?? 0) : 0
  return make(
    'a.tile',
    { href, 'aria-current': measure === show && 'true', title: t(`overview.means.${measure}`) },
    make('span.name', {}, t(`overview.measure.${measure}`)),
    make('span.value', {}, make('bdi', {}, written(value, measure, currency))),
    make(`span.change.${changed?.way ?? 'same'}`, {}, changed?.words ?? t('overview.noneBefore')),
    make(
      'span.today',
      {},
      t('overview.today', { value: written(today, measure, currency) }),
      ' · ',
      t('overview.lastWeek', { value: written(todayBefore, measure, currency) }),
    ),
    trying > 0 && make('span.today', {}, t('overview.trying', { count: trying })),
  )
}
