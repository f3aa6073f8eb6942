import { useRef, useState } from 'preact/hooks'
import type { MailProblem, MailProblems, Store } from '../answers.ts'
import { ask, failureWords, may, type Session } from '../parts/api.ts'
import { Icon } from '../parts/elements.tsx'
import { openDialog } from '../parts/form.tsx'
import { countLeft } from '../parts/left.ts'
import type { Route } from '../parts/router.ts'
import { number, t, timeText } from '../parts/words.ts'
import { askedOf, criteriaOf, type ProblemCriteria, placeOf, queryOf } from './criteria.ts'
import { Filters } from './filters.tsx'
import { ProblemRow } from './row.tsx'

/** The worklist of mails, with what it shows at first. */
export async function mailsPart(place: Route, session: Session, signal: AbortSignal) {
  const criteria = criteriaOf(place)
  const at = place.query.get('at') ?? undefined
  const [first, stores] = await Promise.all([
    ask<MailProblems>(`/problems/mails${queryOf(criteria, { at })}`, { signal }),
    ask<Store[]>('/stores', { signal }),
  ])
  return (
    <Worklist criteria={criteria} at={at} first={first} stores={stores} mayAct={may(session, 'desk')} signal={signal} />
  )
}

interface WorklistProps {
  criteria: ProblemCriteria
  at: string | undefined
  first: MailProblems
  stores: readonly Store[]
  mayAct: boolean
  /** Aborted when somebody leaves the page. */
  signal: AbortSignal
}

/** What was said of the last act, and how to take it back. */
interface News {
  words: string
  isWrong?: boolean
  undo?: () => void
}

/** The answer to what was to be sent again. */
interface Resent {
  queued: number
  refused: { id: string; why: string }[]
  next?: string
}

function Worklist({ criteria, at, first, stores, mayAct, signal }: WorklistProps) {
  const [page, setPage] = useState(first)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isAll, setIsAll] = useState(false)
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const [correcting, setCorrecting] = useState<{ id: string; address: string }>()
  const [news, setNews] = useState<News>({ words: '' })
  const [isBusy, setIsBusy] = useState(false)
  const table = useRef<HTMLTableElement>(null)
  const isStopped = useRef(false)
  const { problems, counts, next, previous, until } = page
  const isDone = criteria.done !== undefined
  const total = totalOf(counts, criteria.kind)
  const isWhole = problems.length > 0 && problems.every(({ id }) => chosen.has(id))

  /** Asks for the page again. */
  async function refresh(): Promise<void> {
    void countLeft()
    const found = await ask<MailProblems>(`/problems/mails${queryOf(criteria, { at })}`, { signal })
    setPage(found)
    setChosen(new Set())
    setIsAll(false)
  }

  /** Where the focus is now: gives what puts it back there, or to the row that has moved up, if its button is gone by then. */
  function keepFocus(): () => void {
    const row = document.activeElement?.closest<HTMLTableRowElement>('.worklist tbody tr')
    const rows = () => [...(table.current?.tBodies[0]?.rows ?? [])]
    const index = row ? rows().indexOf(row) : -1
    const id = row?.dataset.id
    return () => {
      if (document.activeElement && document.activeElement !== document.body) return
      const same =
        rows().find(each => each.dataset.id === id) ?? (index === -1 ? undefined : (rows()[index] ?? rows().at(-1)))
      const target = same?.querySelector<HTMLElement>('input') ?? document.querySelector<HTMLElement>('.bulk input, h1')
      target?.focus()
    }
  }

  /** Does something, says what came of it, and shows what is left. */
  async function act(work: () => Promise<News>): Promise<void> {
    if (isBusy) return
    const focus = keepFocus()
    setIsBusy(true)
    setNews({ words: '' })
    setRefused(new Map())
    try {
      setNews(await work())
      await refresh()
    } catch (error) {
      if (!signal.aborted) setNews({ words: failureWords(error), isWrong: true })
    } finally {
      setIsBusy(false)
      // Once the page is drawn.
      requestAnimationFrame(() => requestAnimationFrame(focus))
    }
  }

  /** What is meant: rows by their ids, or all that fit, up to when the list was read. */
  const meant = (ids: readonly string[]) => (isAll ? { until, ...askedOf(criteria) } : { ids })

  const finish = (ids: readonly string[]) =>
    act(async () => {
      const { count, doneAt } = await ask<{ count: number; doneAt: string }>('/problems/done', { body: meant(ids) })
      return { words: t('problems.finished', { count: number(count) }), undo: () => void reopen({ doneAt }) }
    })

  const reopen = (which: { doneAt: string } | { ids: readonly string[] }) =>
    act(async () => {
      const { count } = await ask<{ count: number }>('/problems/reopen', { body: which })
      return { words: t('problems.reopened', { count: number(count) }) }
    })

  /** Some hundreds at a time, until all are on their way, somebody stops it, or leaves. */
  const resend = (ids: readonly string[], emailAddress?: string) =>
    act(async () => {
      let queued = 0
      const whys = new Map<string, string>()
      isStopped.current = false
      for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
        const body = { ...meant(ids), cursor, emailAddress }
        const answer: Resent = await ask<Resent>('/problems/resend', { body, signal })
        queued += answer.queued
        for (const { id, why } of answer.refused)
          whys.set(id, why === 'tooMany' ? t('act.tooMany') : t(`problems.refusal.${why as 'gone'}`))
        cursor = isStopped.current ? undefined : answer.next
        if (cursor !== undefined)
          setNews({ words: t('problems.sending', { count: number(queued), total: number(total) }) })
      }
      setRefused(whys)
      const words = t('problems.queued', { count: number(queued) })
      return { words: whys.size === 0 ? words : `${words} ${t('problems.notQueued', { count: number(whys.size) })}` }
    })

  const askAndResend = (ids: readonly string[]) => {
    const count = isAll ? total : ids.length
    if (!isAll) return void resend(ids)
    openDialog({
      title: t('problems.resendAll', { count: number(count) }),
      content: <p>{t('problems.resendAllText')}</p>,
      button: t('act.sendTitle'),
      work: async () => void resend(ids),
    })
  }

  const select = (id: string, isSelected: boolean) => {
    const changed = new Set(chosen)
    if (isSelected) changed.add(id)
    else changed.delete(id)
    setChosen(changed)
    setIsAll(false)
  }

  const ids = [...chosen]
  const count = isAll ? total : ids.length
  const actsOf = (problem: MailProblem) => ({
    resend: () => void resend([problem.id]),
    send: async (emailAddress: string) => {
      setCorrecting(undefined)
      await resend([problem.id], emailAddress)
    },
    finish: () => void finish([problem.id]),
    reopen: () => void reopen({ ids: [problem.id] }),
    correct: (address: string | undefined) =>
      setCorrecting(address === undefined ? undefined : { id: problem.id, address }),
  })
  return (
    <>
      <Filters criteria={criteria} stores={stores} counts={counts} />
      <div class="over">
        <div class="news" role="status">
          {news.words !== '' && <p class={news.isWrong ? 'notice wrong' : 'notice'}>{news.words}</p>}
          {news.undo && (
            <button type="button" onClick={news.undo}>
              {t('problems.undo')}
            </button>
          )}
          {isBusy && isAll && (
            <button type="button" onClick={() => (isStopped.current = true)}>
              {t('problems.stop')}
            </button>
          )}
        </div>
        {mayAct && problems.length > 0 && (
          <div class="bulk">
            <label class="tick">
              <input
                type="checkbox"
                checked={isWhole}
                onChange={({ currentTarget }) => {
                  setChosen(new Set(currentTarget.checked ? problems.map(({ id }) => id) : []))
                  setIsAll(false)
                }}
              />
              {count === 0 ? t('problems.selectPage') : t('problems.selected', { count: number(count) })}
            </label>
            {isWhole && !isAll && !isDone && total > problems.length && (
              <button class="quiet" type="button" onClick={() => setIsAll(true)}>
                {t('problems.selectAll', { count: number(total) })}
              </button>
            )}
            {count > 0 && isDone && (
              <button type="button" disabled={isBusy} onClick={() => void reopen({ ids })}>
                {t('problems.reopen')}
              </button>
            )}
            {count > 0 && !isDone && (
              <>
                <button type="button" disabled={isBusy} onClick={() => askAndResend(ids)}>
                  <Icon name="mail" />
                  {t('act.sendTitle')}
                </button>
                <button type="button" disabled={isBusy} onClick={() => void finish(ids)}>
                  <Icon name="check" />
                  {t('problems.done')}
                </button>
              </>
            )}
            <a
              class={count > 0 ? 'button csv aside' : 'button csv'}
              href={`/console/api/problems/mails.csv${queryOf(criteria)}`}
              download
            >
              <Icon name="download" />
              {t('problems.csv')}
            </a>
          </div>
        )}
      </div>
      {problems.length === 0 ? (
        <div class="empty">
          <p>{t(Object.keys(criteria).length > 0 ? 'problems.noneMatch' : 'problems.none')}</p>
          <p class="hint">{t('problems.noneHint')}</p>
        </div>
      ) : (
        <section aria-label={t('mail.title')}>
          <table class="rows worklist" ref={table} onKeyDown={step}>
            <caption class="unseen">{t('mail.title')}</caption>
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
            <tbody>
              {problems.map(problem => (
                <ProblemRow
                  key={problem.id}
                  problem={problem}
                  isSelected={isAll || chosen.has(problem.id)}
                  select={isSelected => select(problem.id, isSelected)}
                  refused={refused.get(problem.id)}
                  correcting={correcting?.id === problem.id ? correcting.address : undefined}
                  mayAct={mayAct}
                  isBusy={isBusy}
                  acts={actsOf(problem)}
                />
              ))}
            </tbody>
          </table>
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
          <p class="hint">{t('problems.asOf', { time: timeText(until) })}</p>
        </section>
      )}
    </>
  )
}

function totalOf(counts: MailProblems['counts'], kind: string | undefined): number {
  if (kind !== undefined && kind in counts) return counts[kind as keyof typeof counts]
  return Object.values(counts).reduce((sum, each) => sum + each, 0)
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
