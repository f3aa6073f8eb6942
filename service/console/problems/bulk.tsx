import { Icon } from '../parts/elements.tsx'
import { number, t } from '../parts/words.ts'
import { type ProblemCriteria, queryOf } from './criteria.ts'
import type { Worklist } from './worklist.tsx'

/** Rows by their ids, or all that fit, also those of other pages. */
export interface Selection {
  ids: ReadonlySet<string>
  isAll: boolean
}

/** None. */
export const noSelection: Selection = { ids: new Set(), isAll: false }

interface BulkProps {
  list: Worklist
  criteria: ProblemCriteria
  chosen: Selection
  choose: (chosen: Selection) => void
}

/** What is done with several mails at once: the rows that are chosen, or all that fit. */
export function Bulk({ list, criteria, chosen: { ids, isAll }, choose }: BulkProps) {
  const { total, isBusy } = list
  const { problems } = list.page
  const isDone = criteria.done !== undefined
  const isWhole = problems.length > 0 && problems.every(({ id }) => ids.has(id))
  const count = isAll ? total : ids.size
  const named = { ids: [...ids] }
  return (
    <div class="bulk">
      <label class="tick">
        <input
          type="checkbox"
          checked={isWhole}
          onChange={({ currentTarget }) =>
            choose({ ids: new Set(currentTarget.checked ? problems.map(({ id }) => id) : []), isAll: false })
          }
        />
        {count === 0 ? t('problems.selectPage') : t('problems.selected', { count: number(count) })}
      </label>
      {isWhole && !isAll && !isDone && total > problems.length && (
        <button class="quiet" type="button" onClick={() => choose({ ids, isAll: true })}>
          {t('problems.selectAll', { count: number(total) })}
        </button>
      )}
      {count > 0 && isDone && (
        <button type="button" disabled={isBusy} onClick={() => void list.reopen(named)}>
          {t('problems.reopen')}
        </button>
      )}
      {count > 0 && !isDone && (
        <>
          <button type="button" disabled={isBusy} onClick={() => (isAll ? list.resendAll() : void list.resend(named))}>
            <Icon name="mail" />
            {t('act.sendTitle')}
          </button>
          <button type="button" disabled={isBusy} onClick={() => void list.finish(isAll ? list.all : named)}>
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
  )
}
