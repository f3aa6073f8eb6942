import { useState } from 'preact/hooks'
import type { FleetPage, Store, Till } from '../answers.ts'
import { ask, may } from '../parts/api.ts'
import { Folded, Moment, StoreField, TableHead, TillName, Toggles } from '../parts/elements.tsx'
import { Field, openDialog } from '../parts/form.tsx'
import { go, type Page } from '../parts/router.ts'
import { number, t } from '../parts/words.ts'
import { criteriaOf, type FleetCriteria, placeOf, queryOf } from './criteria.ts'
import { stateWords } from './state-words.ts'

/** The merchant's tills: silent ones first, then the others by how badly they need a person. */
export const fleetPage: Page = async (place, session, signal) => {
  const criteria = criteriaOf(place)
  const page = Math.max(1, Math.trunc(Number(place.query.get('page'))) || 1)
  const [first, stores] = await Promise.all([
    ask<FleetPage>(`/fleet${queryOf(criteria, page)}`, { signal }),
    ask<Store[]>('/stores', { signal }),
  ])
  return {
    title: t('fleet.title'),
    content: <Tills {...{ criteria, page, first, stores, mayForget: may(session, 'admin') }} />,
  }
}

interface TillsProps {
  criteria: FleetCriteria
  page: number
  first: FleetPage
  stores: readonly Store[]
  mayForget: boolean
}

function Tills({ criteria, page, first, stores, mayForget }: TillsProps) {
  const [{ tills, count, counts, pages }, setFleet] = useState(first)
  const refresh = async () => setFleet(await ask<FleetPage>(`/fleet${queryOf(criteria, page)}`))
  const columns = (['till', 'state', 'waiting', 'heard', 'version'] as const).map(name => t(`fleet.column.${name}`))
  return (
    <>
      <p class="hint">{t('fleet.hint')}</p>
      <Filters criteria={criteria} counts={counts} stores={stores} />
      {tills.length === 0 ? (
        <p class="empty" role="status">
          {t(Object.keys(criteria).length > 0 ? 'fleet.noneFound' : 'fleet.none')}
        </p>
      ) : (
        <table class="rows stacked fleet">
          <caption class="unseen">{t('fleet.title')}</caption>
          <TableHead columns={columns} />
          <tbody>
            {tills.map(till => (
              <TillRow
                key={`${till.id} ${till.storeId} ${till.register}`}
                till={till}
                {...(mayForget && till.id !== undefined && { forget: () => forget(till, refresh) })}
              />
            ))}
          </tbody>
        </table>
      )}
      <nav class="pager" aria-label={t('fleet.pages')}>
        {page > 1 && (
          <a class="quiet" href={placeOf(criteria, page - 1)} rel="prev">
            {t('fleet.previous')}
          </a>
        )}
        {pages > 1 && <span class="hint">{t('fleet.page', { page, pages, count })}</span>}
        {page < pages && (
          <a class="quiet" href={placeOf(criteria, page + 1)} rel="next">
            {t('fleet.next')}
          </a>
        )}
      </nav>
    </>
  )
}

/** Which tills: by state, with how many there are, by store, and by words. */
function Filters(props: { criteria: FleetCriteria; counts: FleetPage['counts']; stores: readonly Store[] }) {
  const { criteria, counts, stores } = props
  const { state, ...others } = criteria
  const open = (changes: FleetCriteria) => go(placeOf({ ...criteria, ...changes }))
  const states = (Object.keys(counts) as (keyof typeof counts)[]).filter(each => counts[each] > 0 || each === state)
  const total = Object.values(counts).reduce((sum, each) => sum + each, 0)
  const buttons = [
    { words: `${t('fleet.all')} ${number(total)}`, isOn: state === undefined, work: () => go(placeOf(others)) },
    ...states.map(each => ({
      words: `${t(`fleet.state.${each}`)} ${number(counts[each])}`,
      isOn: state === each,
      work: () => open({ state: each }),
    })),
  ]
  const search = (event: SubmitEvent) => {
    event.preventDefault()
    const words = new FormData(event.currentTarget as HTMLFormElement).get('words')
    open({ words: String(words ?? '').trim() })
  }
  return (
    <div class="fleet-filters">
      <Toggles label={t('fleet.states')} buttons={buttons} />
      <Folded words={t('problems.filters')} isOpen={others.store !== undefined || others.words !== undefined}>
        <form onSubmit={search}>
          <Field label={t('fleet.search')}>
            <input name="words" type="search" defaultValue={others.words ?? ''} maxLength={200} />
          </Field>
        </form>
        {stores.length > 1 && <StoreField stores={stores} store={others.store} put={open} />}
      </Folded>
    </div>
  )
}

/** A till: where it stands, how it is, and what waits on it. */
function TillRow({ till, forget }: { till: Till; forget?: () => void }) {
  const { storeId, register, state, waiting, seenAt, version, keyLabel, keyId } = till
  const key = keyLabel ?? keyId
  return (
    <tr>
      <td>
        <span class="what">
          {storeId === '' ? <span>{t('fleet.unsold')}</span> : <TillName {...till} {...(register && { register })} />}
        </span>
        {key !== undefined && <span class="under hint">{t('fleet.key', { name: key })}</span>}
      </td>
      <td data-label={t('fleet.column.state')}>
        <span class={`badge ${kinds[state]}`}>{t(`fleet.state.${state}`)}</span>
        <span class="under">{stateWords(till)}</span>
        {forget && (state === 'away' || state === 'silent') && (
          <button
            class="quiet"
            type="button"
            aria-label={t('fleet.forgetOne', { name: `${till.storeName || key} ${register ?? ''}`.trim() })}
            onClick={forget}
          >
            {t('fleet.forget')}
          </button>
        )}
      </td>
      <td class="amount" data-label={t('fleet.column.waiting')}>
        {waiting === undefined ? '–' : number(waiting)}
      </td>
      <td data-label={t('fleet.column.heard')}>{seenAt === undefined ? '–' : <Moment iso={seenAt} />}</td>
      <td data-label={t('fleet.column.version')}>
        <bdi>{version ?? '–'}</bdi>
      </td>
    </tr>
  )
}

const kinds = {
  silent: 'wrong',
  halted: 'wrong',
  waiting: 'doubt',
  refused: 'doubt',
  skewed: 'doubt',
  away: '',
  fine: 'good',
} as const

/** Forgets a till that is gone, after a question. */
function forget({ id = '', storeName, register = '' }: Till, done: () => Promise<void>): void {
  openDialog({
    title: t('fleet.forgetOne', { name: `${storeName} ${register}`.trim() }),
    content: <p>{t('fleet.forgetText')}</p>,
    button: t('fleet.forget'),
    isDanger: true,
    async work() {
      await ask(`/fleet/${encodeURIComponent(id)}`, { method: 'DELETE' })
      await done()
    },
  })
}
