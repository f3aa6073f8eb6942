import type { RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { MailProblems } from '../answers.ts'
import { ask, failureWords } from '../parts/api.ts'
import { openDialog } from '../parts/form.tsx'
import { countLeft } from '../parts/left.ts'
import { number, t } from '../parts/words.ts'
import { askedOf, type ProblemCriteria, queryOf } from './criteria.ts'

/** What a list shows, and what it shows at first. */
export interface WorklistStart {
  criteria: ProblemCriteria
  at: string | undefined
  first: MailProblems
  /** Aborted when somebody leaves the page. */
  signal: AbortSignal
}

/** Which mails an act is for: those with these ids, or all that fit, up to when the list was read. */
type SomeMails = { ids: readonly string[] } | ({ until: string } & Record<string, string>)

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

/** The list, what came of the last act, and what can be done with its mails. */
export type Worklist = ReturnType<typeof useWorklist>

/** Reads the list again after each act, which says what came of it. @param after called once it is read */
export function useWorklist({ criteria, at, first, signal }: WorklistStart, after: () => void) {
  const [page, setPage] = useState(first)
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const [news, setNews] = useState<News>({ words: '' })
  const [isBusy, setIsBusy] = useState(false)
  const table = useRef<HTMLTableElement>(null)
  const isStopped = useRef(false)
  const total = totalOf(page.counts, criteria.kind)

  async function refresh(): Promise<void> {
    void countLeft()
    setPage(await ask<MailProblems>(`/problems/mails${queryOf(criteria, { at })}`, { signal }))
    after()
  }

  async function act(work: () => Promise<News>): Promise<void> {
    if (isBusy) return
    const focus = keepFocus(table)
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

  const reopen = (which: { doneAt: string } | SomeMails) =>
    act(async () => {
      const { count } = await ask<{ count: number }>('/problems/reopen', { body: which })
      return { words: t('problems.reopened', { count: number(count) }) }
    })

  const finish = (which: SomeMails) =>
    act(async () => {
      const { count, doneAt } = await ask<{ count: number; doneAt: string }>('/problems/done', { body: which })
      return { words: t('problems.finished', { count: number(count) }), undo: () => void reopen({ doneAt }) }
    })

  /** A few hundred at a time, until all are on their way or somebody stops it or leaves. */
  const resend = (which: SomeMails, emailAddress?: string) =>
    act(async () => {
      let queued = 0
      const whys = new Map<string, string>()
      isStopped.current = false
      for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
        const answer = await ask<Resent>('/problems/resend', { body: { ...which, cursor, emailAddress }, signal })
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

  /** The same of all that fit, after a question. */
  const resendAll = () =>
    openDialog({
      title: t('problems.resendAll', { count: number(total) }),
      content: <p>{t('problems.resendAllText')}</p>,
      button: t('act.sendTitle'),
      work: async () => void resend(all),
    })

  const all: SomeMails = { until: page.until, ...askedOf(criteria) }
  const stop = () => {
    isStopped.current = true
  }
  return { page, total, all, refused, news, isBusy, table, finish, reopen, resend, resendAll, stop }
}

/** Where the focus is now: gives what puts it back there, or to the row that has moved up, if its button is gone by then. */
function keepFocus(table: RefObject<HTMLTableElement | null>): () => void {
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

function totalOf(counts: MailProblems['counts'], kind: string | undefined): number {
  if (kind !== undefined && kind in counts) return counts[kind as keyof typeof counts]
  return Object.values(counts).reduce((sum, each) => sum + each, 0)
}
