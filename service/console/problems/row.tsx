import type { MailProblem } from '../answers.ts'
import { Moment } from '../parts/elements.tsx'
import { addressOf } from '../parts/router.ts'
import { t, timeText } from '../parts/words.ts'
import { reasonWords, todoWords, whyWords, withoutStop } from '../receipt/mail-words.ts'
import { AddressForm } from './address-form.tsx'

/** What a row's buttons do. */
export interface RowActs {
  resend(): void
  send(emailAddress: string): Promise<void>
  finish(): void
  reopen(): void
  /** Opens the form for another address, or closes it. */
  correct(address: string | undefined): void
}

interface RowProps {
  problem: MailProblem
  isSelected: boolean
  select: (isSelected: boolean) => void
  /** Why it wasn't sent again just now. */
  refused: string | undefined
  /** What the form for another address begins with; undefined while it isn't open. */
  correcting: string | undefined
  mayAct: boolean
  isBusy: boolean
  acts: RowActs
}

/** A mail that didn't arrive: why, of which receipt, and what to do about it. */
export function ProblemRow({ problem, isSelected, select, refused, correcting, mayAct, isBusy, acts }: RowProps) {
  const { id, emailAddress, number, receiptId, storeName, storeId, register, at, meant, again, detail, kind } = problem
  // One that was dealt with before, and failed again, isn't done.
  const isDone = problem.doneAt !== undefined && problem.doneAt >= at
  return (
    <tr class={isSelected ? 'chosen' : undefined} data-id={id}>
      {mayAct && (
        <td class="tick">
          <input
            type="checkbox"
            checked={isSelected}
            aria-label={t('problems.select', { address: emailAddress, number })}
            onChange={({ currentTarget }) => select(currentTarget.checked)}
          />
        </td>
      )}
      <td class="whom">
        <p class="to">
          <bdi>{emailAddress}</bdi>
        </p>
        <p class="why">{causeWords(problem)}</p>
        {detail !== undefined && (
          <code class="said" dir="ltr">
            {detail}
          </code>
        )}
        {again && (
          <p class="hint">
            {t('problems.sentAgain', { address: again.emailAddress, time: timeText(again.at) })}{' '}
            <span class={`mail-state ${again.status}`}>{t(`find.mail.${again.status}`)}</span>
          </p>
        )}
        {isDone && <p class="hint">{doneWords(problem)}</p>}
        <p class="refused" role="status">
          {refused}
        </p>
        {mayAct && !isDone && meant !== undefined && correcting === undefined && (
          <button class="quiet meant" type="button" onClick={() => acts.correct(meant)}>
            {t('act.meant', { address: meant })}
          </button>
        )}
        {correcting !== undefined && (
          <AddressForm key={correcting} address={correcting} send={acts.send} cancel={() => acts.correct(undefined)} />
        )}
      </td>
      <td class="of">
        <a href={addressOf(['receipts', receiptId])}>
          <bdi>{number}</bdi>
        </a>
        <span class="hint">
          <bdi>{storeName || storeId}</bdi>
        </span>
        {register !== '' && <span class="hint">{t('problems.register', { register })}</span>}
      </td>
      <td class="date">
        <Moment iso={at} />
      </td>
      {mayAct && (
        <td class="acts">
          {isDone ? (
            <button type="button" disabled={isBusy} onClick={acts.reopen}>
              {t('problems.reopen')}
            </button>
          ) : (
            <div class="row-acts">
              {kind === 'undelivered' && (
                <button type="button" disabled={isBusy} onClick={acts.resend}>
                  {t('act.sendTitle')}
                </button>
              )}
              <button
                type="button"
                aria-expanded={correcting !== undefined}
                onClick={() => acts.correct(correcting === undefined ? emailAddress : undefined)}
              >
                {t('problems.another')}
              </button>
              <button type="button" disabled={isBusy} onClick={acts.finish}>
                {t('problems.done')}
              </button>
            </div>
          )}
        </td>
      )}
    </tr>
  )
}

/** Why it didn't arrive, and what to do, in a sentence or two. */
function causeWords({ kind, reason, remedy, code, dueAt }: MailProblem): string {
  if (kind === 'held') return t('mail.held')
  const todo = remedy && todoWords(remedy)
  if (kind === 'suppressed')
    return [t('problems.suppressed'), reason && reason !== 'other' ? whyWords(reason) : '', t('mail.todo.ask_address')]
      .filter(Boolean)
      .join(' ')
  if (kind === 'waiting') {
    if (dueAt === undefined || (reason === undefined && code === undefined)) return t('mail.waiting')
    return t('mail.nextTry', { reason: withoutStop(reasonWords('deferred', code, reason)), time: timeText(dueAt) })
  }
  const why = reasonWords('failed', code, reason)
  return todo === undefined ? why : `${why} ${todo}`
}

function doneWords({ doneAt = '', doneBy = '' }: MailProblem): string {
  const time = timeText(doneAt)
  if (doneBy === '') return t('problems.doneAt', { time })
  return doneBy === 'mail' ? t('problems.doneByMail', { time }) : t('problems.doneBy', { time, name: doneBy })
}
