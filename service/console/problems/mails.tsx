import { useState } from 'preact/hooks'
import type { MailProblem, MailProblems, Store } from '../answers.ts'
import { ask, may, type Session } from '../parts/api.ts'
import type { Route } from '../parts/router.ts'
import { t, timeText } from '../parts/words.ts'
import { Bulk, noSelection, type Selection } from './bulk.tsx'
import { criteriaOf, placeOf, queryOf } from './criteria.ts'
import { Filters } from './filters.tsx'
import { ProblemRow, type RowActs } from './row.tsx'
import { useWorklist, type Worklist, type WorklistStart } from './worklist.tsx'

/** The worklist of mails, with what it shows at first. */
export async function mailsPart(place: Route, session: Session, signal: AbortSignal) {
  const criteria = criteriaOf(place)
  const at = place.query.get('at') ?? undefined
  const [first, stores] = await Promise.all([
    ask<MailProblems>(`/problems/mails${queryOf(criteria, { at })}`, { signal }),
    ask<Store[]>('/stores', { signal }),
  ])
  return <Mails start={{ criteria, at, first, signal }} stores={stores} mayAct={may(session, 'desk')} />
}

interface MailsProps {
  start: WorklistStart
  stores: readonly Store[]
  mayAct: boolean
}

function Mails({ start, stores, mayAct }: MailsProps) {
  const { criteria } = start
  const [chosen, choose] = useState(noSelection)
  const list = useWorklist(start, () => choose(noSelection))
  const { problems, counts } = list.page
  return (
    <>
      <Filters criteria={criteria} stores={stores} counts={counts} />
      <div class="over">
        <Said list={list} isLong={chosen.isAll} />
        {mayAct && problems.length > 0 && <Bulk list={list} criteria={criteria} chosen={chosen} choose={choose} />}
      </div>
      {problems.length === 0 ? (
        <div class="empty">
          <p>{t(Object.keys(criteria).length > 0 ? 'problems.noneMatch' : 'problems.none')}</p>
          <p class="hint">{t('problems.noneHint')}</p>
        </div>
      ) : (
        <section aria-label={t('mail.title')}>
          <Rows list={list} chosen={chosen} choose={choose} mayAct={mayAct} />
          <Pager {...start} page={list.page} />
          <p class="hint">{t('problems.asOf', { time: timeText(list.page.until) })}</p>
        </section>
      )}
    </>
  )
}

/** How the last act went. @param props.isLong whether it may be stopped meanwhile */
function Said({ list: { news, isBusy, stop }, isLong }: { list: Worklist; isLong: boolean }) {
  return (
    <div class="news" role="status">
      {news.words !== '' && <p class={news.isWrong ? 'notice wrong' : 'notice'}>{news.words}</p>}
      {news.undo && (
        <button type="button" onClick={news.undo}>
          {t('problems.undo')}
        </button>
      )}
      {isBusy && isLong && (
        <button type="button" onClick={stop}>
          {t('problems.stop')}
        </button>
      )}
    </div>
  )
}

interface RowsProps {
  list: Worklist
  chosen: Selection
  choose: (chosen: Selection) => void
  mayAct: boolean
}

function Rows({ list, chosen: { ids, isAll }, choose, mayAct }: RowsProps) {
  const [correcting, setCorrecting] = useState<{ id: string; address: string }>()
  const select = (id: string, isSelected: boolean) => {
    const others = [...ids].filter(each => each !== id)
    choose({ ids: new Set(isSelected ? [...others, id] : others), isAll: false })
  }
  /** Of this row only, whatever is chosen. */
  const actsOf = ({ id }: MailProblem): RowActs => ({
    resend: () => void list.resend({ ids: [id] }),
    async send(emailAddress) {
      setCorrecting(undefined)
      await list.resend({ ids: [id] }, emailAddress)
    },
    finish: () => void list.finish({ ids: [id] }),
    reopen: () => void list.reopen({ ids: [id] }),
    correct: address => setCorrecting(address === undefined ? undefined : { id, address }),
  })
  return (
    <table class="rows worklist" ref={list.table} onKeyDown={step}>
      <caption class="unseen">{t('mail.title')}</caption>
      <Head mayAct={mayAct} />
      <tbody>
        {list.page.problems.map(problem => (
          <ProblemRow
            key={problem.id}
            problem={problem}
            isSelected={isAll || ids.has(problem.id)}
            select={isSelected => select(problem.id, isSelected)}
            refused={list.refused.get(problem.id)}
            correcting={correcting?.id === problem.id ? correcting.address : undefined}
            mayAct={mayAct}
            isBusy={list.isBusy}
            acts={actsOf(problem)}
          />
        ))}
      </tbody>
    </table>
  )
}

function Head({ mayAct }: { mayAct: boolean }) {
  return (
    <thead>
      <tr>
        {mayAct && (
          <td class="tick">
            <span class="unseen">{t('problems.column.select')}</span>
          </td>
        )}
        <th scope="col">{t('problems.column.mail')}</th>
        <th scope="col" class="of">
          {t('problems.column.receipt')}
        </th>
        <th scope="col" class="date">
          {t('problems.column.since')}
        </th>
        {mayAct && (
          <th scope="col" class="acts">
            <span class="unseen">{t('people.column.act')}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

function Pager({ criteria, at, page: { next, previous } }: WorklistStart & { page: MailProblems }) {
  return (
    <nav class="pager" aria-label={t('problems.pages')}>
      {at !== undefined && previous !== undefined && (
        <a class="quiet" href={placeOf(criteria, previous)} rel="prev">
          {t('find.newer')}
        </a>
      )}
      {next !== undefined && (
        <a class="quiet" href={placeOf(criteria, next)} rel="next">
          {t('find.older')}
        </a>
      )}
    </nav>
  )
}

/** Arrow keys go from a row to the next: to the same box, link or button. */
function step(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const here = document.activeElement
  const row = here?.closest('tr')
  if (by === undefined || !row || here?.matches('input[type="text"]')) return
  const rows = [...event.currentTarget.querySelectorAll('tbody tr')]
  const next = rows[rows.indexOf(row) + by]
  const kind = here?.closest('td')?.className
  const target = next?.querySelector<HTMLElement>(`td.${kind} :is(input, a, button)`)
  if (!target) return
  event.preventDefault()
  target.focus()
}
