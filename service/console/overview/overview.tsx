import type { FoundReceipts, SilentTill, StatisticsAnswer, Store } from '../answers.ts'
import { placeOf } from '../find/criteria.ts'
import { before } from '../find/days.ts'
import { ask, may, mayOfAll } from '../parts/api.ts'
import { DayFields, Folded, Icon, StoreField, TillName, Toggles } from '../parts/elements.tsx'
import { Choice, Field } from '../parts/form.tsx'
import { addressOf, go, type Page, type Route } from '../parts/router.ts'
import { t, timeText } from '../parts/words.ts'
import { placeOf as tableOf } from '../tables/criteria.ts'
import { Charted } from './charted.tsx'
import { type Compared, type OverviewQuery, periodWords, placeWith } from './compared.ts'
import { type DayRange, earlier, firstWeekday, intervalOf, measures, periodBefore } from './figures.ts'
import { Ranking } from './ranking.tsx'
import { Start } from './start.tsx'
import { populationOf, Tile } from './tile.tsx'

/** How trade and mails went: figures beside those of the period before, a chart with its table, the stores ranked. */
export const overviewPage: Page = async ({ query }, session, signal) => {
  const stores = await ask<Store[]>('/stores', { signal })
  // Whose stores have sold nothing yet needs no key to begin with.
  if (stores.length === 0 && mayOfAll(session, 'view')) {
    const { receipts } = await ask<FoundReceipts>('/receipts/find', { body: {}, signal })
    if (receipts.length === 0) return { title: t('start.title'), content: <Start session={session} /> }
  }
  const shown = shownOf({ query })
  const { from, to, store } = shown
  const today = { from: before(new Date(), 0), to: before(new Date(), 0) }
  const interval = intervalOf(shown)
  const read = (period: DayRange, parts: Record<string, string>) => statistics(period, store, parts, signal)
  const [now, past, day, dayBefore, byStore, silent] = await Promise.all([
    read(shown, { interval }),
    read(periodBefore(shown), { interval }),
    read(today, { interval: 'all' }),
    read(earlier(today, 7), { interval: 'all' }),
    read(shown, { interval: 'all', groupBy: 'store', top: '12' }),
    ask<SilentTill[]>('/silent', { signal }),
  ])
  const compared = { shown, now, past, currency: shown.currency ?? now.currencies[0] ?? past.currencies[0] ?? '' }
  return {
    title: t('overview.title'),
    content: (
      <>
        <Silent tills={silent.filter(({ storeId }) => store === undefined || storeId === store)} />
        <Controls {...compared} stores={stores} />
        <nav class="tiles" aria-label={t('overview.figures')}>
          {measures.map(measure => (
            <Tile
              key={measure}
              {...compared}
              measure={measure}
              day={day}
              dayBefore={dayBefore}
              population={populationOf(measure, compared, store === undefined ? byStore : undefined)}
            />
          ))}
        </nav>
        <Charted {...compared} />
        {now.freshness.recounting && (
          <p class="notice" role="status">
            {t('overview.recounting')}
          </p>
        )}
        {store === undefined && byStore.rows.length > 0 && (
          <Ranking
            statistics={byStore}
            currency={compared.currency}
            addressOf={id => placeWith(shown, { store: id })}
            table={tableOf({ by: 'store', from, to })}
          />
        )}
        <p class="hint">
          {t('overview.asOf', { time: timeText(now.freshness.readAt) })}{' '}
          {may(session, 'view') && (
            <>
              <a href={placeOf({ from, to, ...(store && { store }) })}>{t('overview.list')}</a>
              {' · '}
            </>
          )}
          <a href={addressOf(['day-end'], { store })}>{t('overview.dayEnd')}</a>
        </p>
      </>
    ),
  }
}

function statistics(period: DayRange, store: string | undefined, parts: Record<string, string>, signal: AbortSignal) {
  const query = new URLSearchParams({
    fromDate: period.from,
    toDate: period.to,
    weekStartsOn: String(firstWeekday()),
    ...(store !== undefined && parts.groupBy === undefined && { storeId: store }),
    ...parts,
  })
  return ask<StatisticsAnswer>(`/statistics?${query}`, { signal })
}

function shownOf({ query }: Pick<Route, 'query'>): OverviewQuery {
  const to = dayIn(query.get('to')) ?? before(new Date(), 0)
  const from = dayIn(query.get('from')) ?? before(new Date(`${to}T12:00`), 27)
  const show = measures.find(measure => measure === query.get('show')) ?? 'receipts'
  const [store, currency] = [query.get('store'), query.get('currency')]
  return { from: from <= to ? from : to, to, show, ...(store && { store }), ...(currency && { currency }) }
}

function dayIn(text: string | null): string | undefined {
  return text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
}

/** Tills that have gone silent: before any figure, because the figures lack what they sell. Nothing if all send. */
function Silent({ tills }: { tills: readonly SilentTill[] }) {
  if (tills.length === 0) return null
  return (
    <section class="notice doubt silent" aria-label={t('problems.silent')}>
      <Icon name="warning" />
      <ul>
        {tills.slice(0, maxSilentTills).map(till => (
          <li key={`${till.storeId} ${till.register}`}>
            <strong>
              <TillName {...till} />
            </strong>
            {t('problems.since', { time: timeText(till.since), missing: till.missing })}
          </li>
        ))}
      </ul>
      <a href={addressOf(['problems', 'silent'])}>
        {tills.length > maxSilentTills
          ? t('problems.moreTills', { count: tills.length - maxSilentTills })
          : t('problems.title')}
      </a>
    </section>
  )
}

/** Silent tills that are named; the others are counted. */
const maxSilentTills = 3

/** Days, store and currency, to choose. */
function Controls({ shown, now: { currencies }, currency, stores }: Compared & { stores: readonly Store[] }) {
  const open = (changes: Partial<OverviewQuery>) => go(placeWith(shown, changes))
  // Whole weeks, so that each day stands beside the same weekday.
  const quick = [7, 28, 91, 364].map(days => {
    const period = { from: before(new Date(), days - 1), to: before(new Date(), 0) }
    const isOn = shown.from === period.from && shown.to === period.to
    return { words: t('overview.days', { count: days }), isOn, work: () => open(period) }
  })
  return (
    <section aria-label={t('overview.period')}>
      <Folded
        words={[periodWords(shown), ...stores.filter(({ id }) => id === shown.store).map(({ name }) => name)].join(
          ' · ',
        )}
      >
        <DayFields from={shown.from} to={shown.to} required put={open} />
        {stores.length > 1 && <StoreField stores={stores} store={shown.store} put={open} />}
        {currencies.length > 1 && (
          <Field label={t('overview.currency')}>
            <Choice
              value={currency}
              options={currencies.map(code => [code, code || '–'] as const)}
              changed={chosen => open({ currency: chosen })}
            />
          </Field>
        )}
        <Toggles label={t('find.days')} buttons={quick} />
      </Folded>
    </section>
  )
}
