import type { NamedRow, Store, Table } from '../answers.ts'
import { periodsAgo } from '../find/dates.ts'
import { ask, may } from '../parts/api.ts'
import { DayFields, Folded, Icon, StoreField, Toggles } from '../parts/elements.tsx'
import { Choice, Field, Tick } from '../parts/form.tsx'
import { addressOf, go, type Page } from '../parts/router.ts'
import { dateWords, language, t } from '../parts/words.ts'
import { criteriaOf, mayBeOfStore, placeOf, queryOf, secondsOf, type TableCriteria } from './criteria.ts'
import { Spread } from './spread.tsx'
import { groupings, isOfAll, namesOf, type TableColumn, written } from './written.ts'

/** Figures of all groups there are: sorted by any column, searched, paged, beside those of the year before, and as files. */
export const tablesPage: Page = async (place, session, signal) => {
  const criteria = criteriaOf(place)
  const page = Math.max(1, Math.trunc(Number(place.query.get('page'))) || 1)
  const [table, stores] = await Promise.all([
    ask<Table>(`/table${queryOf(criteria, { page: String(page), language })}`, { signal }),
    ask<Store[]>('/stores', { signal }),
  ])
  const parts = { criteria, table }
  return {
    title: t('tables.title'),
    content: (
      <>
        <Controls {...parts} stores={stores} />
        {table.count === 0 ? (
          <p class="empty" role="status">
            {t('find.none')}
          </p>
        ) : (
          <>
            <Spread table={table} />
            <Figures {...parts} />
          </>
        )}
        <nav class="pager" aria-label={t('tables.pages')}>
          {page > 1 && (
            <a class="quiet" href={placeOf(criteria, page - 1)} rel="prev">
              {t('fleet.previous')}
            </a>
          )}
          {table.pages > 1 && <span class="hint">{t('fleet.page', { page, pages: table.pages })}</span>}
          {page < table.pages && (
            <a class="quiet" href={placeOf(criteria, page + 1)} rel="next">
              {t('fleet.next')}
            </a>
          )}
        </nav>
        {may(session, 'desk') && table.count > 0 && <Files criteria={criteria} />}
      </>
    ),
  }
}

interface Parts {
  criteria: TableCriteria
  table: Table
}

function Controls({ criteria, table, stores }: Parts & { stores: readonly Store[] }) {
  const { by, thenBy, from, to, store, beside, words } = criteria
  const open = (changes: Partial<TableCriteria>) => go(placeOf({ ...criteria, ...changes }))
  // What one grouping is sorted by may be no column of another.
  const group = (chosen: string) => {
    const { sort: _, way: __, thenBy: ___, store: kept, ...rest } = criteria
    const next = { ...rest, by: chosen as TableCriteria['by'] }
    go(placeOf(kept !== undefined && mayBeOfStore(next.by) ? { ...next, store: kept } : next))
  }
  const only = store ?? (stores.length === 1 ? stores[0]?.id : undefined)
  const seconds = by === 'register' && only === undefined ? [] : secondsOf(by)
  const divide = (chosen: string) => {
    const { sort: _, way: __, thenBy: ___, ...rest } = criteria
    const next = chosen === '' ? rest : { ...rest, thenBy: chosen as NonNullable<TableCriteria['thenBy']> }
    go(placeOf(by === 'register' && only !== undefined ? { ...next, store: only } : next))
  }
  const quick = periodsAgo(language, new Date()).map(({ words: name, days }) => ({
    words: name,
    isOn: days.from === from && days.to === to,
    work: () => open(days),
  }))
  const search = (event: SubmitEvent) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget as HTMLFormElement).get('words')
    open({ words: String(typed ?? '').trim() })
  }
  return (
    <section aria-label={t('tables.choices')}>
      <Folded words={`${headOf(criteria)} · ${dayWords(from)} – ${dayWords(to)}`}>
        <Field label={t('tables.by')}>
          <Choice
            value={by}
            options={groupings.map(each => [each, t(`tables.group.${each}`)] as const)}
            changed={group}
          />
        </Field>
        {seconds.length > 0 && (
          <Field label={t('tables.then')}>
            <Choice
              value={thenBy ?? ''}
              options={[
                ['', t('tables.thenNone')] as const,
                ...seconds.map(each => [each, t(`tables.group.${each}`)] as const),
              ]}
              changed={divide}
            />
          </Field>
        )}
        <DayFields from={from} to={to} required put={open} />
        {mayBeOfStore(by) && stores.length > 1 && <StoreField stores={stores} store={store} put={open} />}
        {table.currencies.length > 1 && (
          <Field label={t('overview.currency')}>
            <Choice
              value={table.currency}
              options={table.currencies.map(code => [code, code || '–'] as const)}
              changed={currency => open({ currency })}
            />
          </Field>
        )}
        <form onSubmit={search}>
          <Field label={t('tables.search')}>
            <input name="words" type="search" defaultValue={words ?? ''} maxLength={200} />
          </Field>
        </form>
        <Toggles label={t('find.days')} buttons={quick} />
        <Tick
          label={t('tables.beside')}
          isOn={beside === 'year'}
          changed={isOn => open({ beside: isOn ? 'year' : '' })}
        />
      </Folded>
    </section>
  )
}

/** What the rows are of: `Store · Tax`. */
function headOf({ by, thenBy }: TableCriteria): string {
  return [by, ...(thenBy ? [thenBy] : [])].map(each => t(`tables.group.${each}`)).join(' · ')
}

function dayWords(day: string): string {
  return dateWords(new Date(`${day}T00:00:00Z`), { dateStyle: 'medium', timeZone: 'UTC' })
}

/** The table itself: a column's head sorts by it, and again the other way. */
function Figures({ criteria, table }: Parts) {
  const { columns, rows, sort, isRising, totals, totalsBefore, currency } = table
  const head = (column: (typeof columns)[number] | 'name') => {
    const isSorted = sort === column
    const way = isSorted ? (isRising ? 'down' : 'up') : column === 'name' ? 'up' : 'down'
    return (
      <th
        key={column}
        scope="col"
        class={column === 'name' ? undefined : 'amount'}
        aria-sort={isSorted ? (isRising ? 'ascending' : 'descending') : undefined}
      >
        <a href={placeOf({ ...criteria, sort: column, way })}>
          {column === 'name' ? headOf(criteria) : t(`tables.column.${column}`)}
          {isSorted && <span aria-hidden="true">{isRising ? ' ↑' : ' ↓'}</span>}
        </a>
        {column !== 'name' && <span class="under">{populationOf(column, table)}</span>}
      </th>
    )
  }
  const cells = (values: NamedRow['values'], before: NamedRow['before'], isTotal = false) =>
    columns.map((column, index) => (
      <td
        key={column}
        class={values[index] === null && !before ? 'amount none' : 'amount'}
        data-label={[t(`tables.column.${column}`), isTotal && populationOf(column, table)].filter(Boolean).join(' · ')}
      >
        <bdi>{written(values[index], column, currency)}</bdi>
        {before && (
          <span class="under hint" title={t('tables.before')}>
            <span class="unseen">{t('tables.before')} </span>
            <bdi>{written(before[index], column, currency)}</bdi>
          </span>
        )}
      </td>
    ))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset doesn't scroll
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
    <div class="wide" tabIndex={0} role="group" aria-label={t('tables.title')}>
      <table class="rows stacked groups">
        <caption class="unseen">{t('tables.title')}</caption>
        <thead>
          <tr>{(['name', ...columns] as const).map(head)}</tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.id}>
              <th scope="row">
                <GroupName row={row} criteria={criteria} />
              </th>
              {cells(row.values, row.before)}
            </tr>
          ))}
        </tbody>
        {totals && (
          <tfoot>
            <tr>
              <th scope="row">{t('tables.total')}</th>
              {cells(totals, totalsBefore, true)}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

/** What a column is of, if there are several currencies: amounts are of one, the rest is of all. */
function populationOf(column: TableColumn, { currencies, currency }: Table): string | undefined {
  if (currencies.length < 2) return undefined
  return isOfAll(column) ? t('overview.allCurrencies') : t('overview.currencyOnly', { currency })
}

/** A group's name; a store's leads to its overview. */
function GroupName({ row, criteria }: { row: NamedRow; criteria: TableCriteria }) {
  const { by, thenBy, from, to } = criteria
  const [first, second] = namesOf(row, thenBy ? [by, thenBy] : [by]).map(name => <bdi>{name}</bdi>)
  const { storeId } = row.group
  const isStore = by === 'store' && storeId !== undefined
  const name = isStore ? <a href={addressOf([], { from, to, store: storeId })}>{first}</a> : first
  if (second === undefined) return name
  return (
    <>
      {name} <span aria-hidden="true">·</span> {second}
    </>
  )
}

/** The whole table as files; each is in the audit trail. */
function Files({ criteria }: { criteria: TableCriteria }) {
  return (
    <p class="documents">
      {(['csv', 'jsonl'] as const).map(kind => (
        <a key={kind} class="button" download="" href={`/console/api/table/rows${queryOf(criteria, { format: kind })}`}>
          <Icon name="download" />
          {t(`tables.file.${kind}`)}
        </a>
      ))}
    </p>
  )
}
