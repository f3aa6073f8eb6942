import { before } from '../find/clues.ts'
import { placeOf } from '../find/find.ts'
import { ask } from '../parts/api.ts'
import { make, on } from '../parts/dom.ts'
import { addressOf, go, type Place } from '../parts/router.ts'
import { dayText, timeText } from '../parts/time.ts'
import type { Page } from '../parts/view.ts'
import { t } from '../parts/words.ts'
import { chart, type Mark } from './chart.ts'
import { isShare, type Measure, measured, measures, type Row, type Statistics, written } from './figures.ts'
import { axisLabel, daysOf, earlier, firstWeekday, intervalOf, type Period } from './period.ts'
import { ranking } from './ranking.ts'
import { tiles } from './tiles.ts'

interface Shown extends Period {
  show: Measure
  store?: string
  currency?: string
}

/** How trade and mails went: figures beside those of the period before, a chart with its table, the stores ranked. */
export const overviewPage: Page = async ({ query }, _session, signal) => {
  const shown = shownOf({ query })
  const today = { from: before(new Date(), 0), to: before(new Date(), 0) }
  const last = earlier(shown, daysOf(shown))
  const interval = intervalOf(shown)
  const read = (period: Period, parts: Record<string, string> = {}) => statistics(period, shown.store, parts, signal)
  const [now, past, day, dayBefore, byStore, stores] = await Promise.all([
    read(shown, { interval }),
    read(last, { interval }),
    read(today, { interval: 'all' }),
    read(earlier(today, 7), { interval: 'all' }),
    read(shown, { interval: 'all', groupBy: 'store', top: '12' }),
    ask<{ id: string; name: string }[]>('/stores', { signal }),
  ])
  const currency = shown.currency ?? now.currencies[0] ?? past.currencies[0] ?? ''
  return {
    title: t('overview.title'),
    content: [
      controls(shown, stores, now.currencies, currency),
      tiles({ now, past, day, dayBefore, currency, show: shown.show }, measure => placeWith(shown, { show: measure })),
      chartSection(shown, now, past, currency, signal),
      ...(now.freshness.recounting ? [make('p.notice', { role: 'status' }, t('overview.recounting'))] : []),
      ...(shown.store === undefined ? [ranking(byStore, currency, id => placeWith(shown, { store: id }))] : []),
      make(
        'p.hint',
        {},
        t('overview.asOf', { time: timeText(now.freshness.readAt) }),
        ' ',
        make(
          'a',
          { href: placeOf({ from: shown.from, to: shown.to, ...(shown.store && { store: shown.store }) }) },
          t('overview.list'),
        ),
      ),
    ],
  }
}

function statistics(period: Period, store: string | undefined, parts: Record<string, string>, signal: AbortSignal) {
  const query = new URLSearchParams({
    fromDate: period.from,
    toDate: period.to,
    weekStartsOn: String(firstWeekday()),
    ...(store !== undefined && parts.groupBy === undefined && { storeId: store }),
    ...parts,
  })
  return ask<Statistics>(`/statistics?${query}`, { signal })
}

function shownOf({ query }: Pick<Place, 'query'>): Shown {
  const to = dayIn(query.get('to')) ?? before(new Date(), 0)
  const from = dayIn(query.get('from')) ?? before(new Date(`${to}T12:00`), 29)
  const show = measures.find(measure => measure === query.get('show')) ?? 'receipts'
  const [store, currency] = [query.get('store'), query.get('currency')]
  return { from: from <= to ? from : to, to, show, ...(store && { store }), ...(currency && { currency }) }
}

function dayIn(text: string | null): string | undefined {
  return text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
}

function placeWith(shown: Shown, changes: Partial<Shown>): string {
  return addressOf([], { ...shown, ...changes })
}

function controls(
  shown: Shown,
  stores: readonly { id: string; name: string }[],
  currencies: readonly string[],
  currency: string,
): HTMLElement {
  const open = (changes: Partial<Shown>) => go(placeWith(shown, changes))
  const day = (kind: 'from' | 'to') => {
    const input = make('input', { type: 'date', value: shown[kind], required: true })
    on(input, 'change', () => input.validity.valid && open({ [kind]: input.value }))
    return make('label.field', {}, t(`find.${kind}`), input)
  }
  const quick = [7, 30, 90, 365].map(days => {
    const period = { from: before(new Date(), days - 1), to: before(new Date(), 0) }
    const isChosen = shown.from === period.from && shown.to === period.to
    const button = make(
      'button.toggle',
      { type: 'button', 'aria-pressed': String(isChosen) },
      t('overview.days', { count: days }),
    )
    return on(button, 'click', () => open(period))
  })
  const select = (label: string, value: string, options: [string, string][], name: 'store' | 'currency') => {
    const element = make(
      'select',
      {},
      ...options.map(([id, words]) => make('option', { value: id, selected: id === value }, words)),
    )
    on(element, 'change', () => open({ [name]: element.value }))
    return make('label.field', {}, label, element)
  }
  const storeOptions = stores.map(({ id, name }): [string, string] => [id, name])
  return make(
    'section.filters',
    { 'aria-label': t('overview.period') },
    day('from'),
    day('to'),
    stores.length > 1 &&
      select(t('find.store'), shown.store ?? '', [['', t('find.anyStore')], ...storeOptions], 'store'),
    currencies.length > 1 &&
      select(
        t('overview.currency'),
        currency,
        currencies.map(code => [code, code || '–']),
        'currency',
      ),
    make('div.quick', { role: 'group', 'aria-label': t('find.days') }, ...quick),
  )
}

function chartSection(
  shown: Shown,
  now: Statistics,
  past: Statistics,
  currency: string,
  signal: AbortSignal,
): HTMLElement {
  const { show } = shown
  const value = (row: Row | undefined) => row && measured(row, show, currency)
  const hadAny = (past.totals.receipts ?? 0) > 0
  const marks = now.rows.map((row, index): Mark => {
    const label = axisLabel(row.date, now.interval)
    return {
      label,
      value: value(row),
      before: hadAny ? value(past.rows[index]) : undefined,
      partial: row.partial === true,
    }
  })
  const words = (each: number | undefined) => written(each, show, currency)
  const [total, totalBefore] = [now, past].map(({ totals }) => words(measured(totals, show, currency)))
  const title = t(`overview.measure.${show}`)
  const said = t('overview.said', { measure: title, value: total ?? '', before: totalBefore ?? '' })
  const drawing = chart(
    {
      marks,
      label: said,
      tick: each => written(each, show, currency, true),
      tell: ({ label, value: is, before: was }) => `${label}: ${words(is)} · ${t('overview.then')}: ${words(was)}`,
      least: isShare(show) ? 1 : 1e-9,
    },
    signal,
  )
  return make(
    'section.card.charted',
    { 'aria-label': title },
    make('h2', {}, title),
    make(
      'p.legend',
      {},
      make('span.now', {}, periodWords(shown)),
      make('span.then', {}, periodWords(earlier(shown, daysOf(shown)))),
    ),
    drawing,
    make('details', {}, make('summary', {}, t('overview.table')), table(now, past, marks, words)),
  )
}

function periodWords({ from, to }: Period): string {
  return from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`
}

function table(
  now: Statistics,
  past: Statistics,
  marks: readonly Mark[],
  words: (value: number | undefined) => string,
): HTMLElement {
  const columns = ['overview.when', 'overview.value', 'overview.whenBefore', 'overview.valueBefore'] as const
  return make(
    'table.rows.plain',
    {},
    make('thead', {}, make('tr', {}, ...columns.map(word => make('th', { scope: 'col' }, t(word))))),
    make(
      'tbody',
      {},
      ...marks.map(({ value, before: was, partial }, index) =>
        make(
          'tr',
          {},
          make('td', {}, dayText(now.rows[index]?.date ?? ''), partial && ' *'),
          make('td', {}, words(value)),
          make('td', {}, past.rows[index] ? dayText(past.rows[index].date) : ''),
          make('td', {}, words(was)),
        ),
      ),
    ),
  )
}
