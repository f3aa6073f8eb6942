import type { Attempt, Mail, ToldSuppression } from '../answers.ts'
import { known, t, timeText } from '../parts/words.ts'

/** How a mail stands, in one sentence: "The customer’s mail server asked to wait; next try at 14:05." */
export function statusWords({ status, attempts, nextAttemptAt, finishedAt, reason, remedy, report }: Mail): string {
  const last = attempts.at(-1)
  const todo = remedy && todoWords(remedy)
  const at = finishedAt === undefined ? '' : timeText(finishedAt)
  if (status === 'sent' && report && last?.code !== 'folder')
    return reason
      ? sentences(t('mail.late'), whyWords(reason))
      : t('mail.arrived', { time: timeText(report.receivedAt) })
  if (status === 'sent') return t(last?.code === 'folder' ? 'mail.inFolder' : 'mail.sent', { time: at })
  if (status === 'canceled') return t('mail.canceled')
  if (status === 'held') return t('mail.held')
  if (status === 'withheld') return last ? withheldWords(last) : t('mail.withheld')
  if (status === 'failed') return sentences(reasonWords('failed', last?.code, reason), todo)
  if (status === 'bounced') return sentences(t('mail.cameBack'), reason && whyWords(reason), todo)
  if (status === 'complained') return t('mail.why.complaint')
  if (last && last.endedAt === undefined) return t('mail.sending')
  if (!last || nextAttemptAt === undefined) return t('mail.waiting')
  const time = timeText(nextAttemptAt)
  return t('mail.nextTry', {
    reason: withoutStop(reasonWords(last.outcome ?? 'deferred', last.code, last.reason)),
    time,
  })
}

/** How one attempt ended, in words. */
export function attemptWords(attempt: Attempt): string {
  const { outcome, code, reason, endedAt } = attempt
  if (endedAt === undefined) return t('mail.sending')
  if (outcome === 'withheld') return withheldWords(attempt)
  if (outcome === 'sent') return t(code === 'folder' ? 'mail.attempt.inFolder' : 'mail.attempt.sent')
  return reasonWords(outcome ?? 'deferred', code, reason)
}

/** Why a mail wasn't sent: in test mode, or because nothing is sent to the address. */
function withheldWords({ code, reason }: Pick<Attempt, 'code' | 'reason'>): string {
  return code === 'suppressed' ? sentences(t('mail.suppressed'), reason && whyWords(reason)) : t('mail.withheld')
}

/** Why nothing is sent to an address, and since when. */
export function suppressionWords({ kind, since }: ToldSuppression): string {
  return t(`suppressed.why.${kind}`, { time: timeText(since) })
}

/** Why a mail didn’t arrive, in a sentence. */
export function whyWords(reason: NonNullable<Mail['reason']>): string {
  return t(`mail.why.${reason}`)
}

/** What to do about it, in a sentence; undefined if that is nothing. */
export function todoWords(remedy: NonNullable<Mail['remedy']>): string | undefined {
  return remedy === 'none' ? undefined : t(`mail.todo.${remedy}`)
}

const sentences = (...parts: (string | undefined)[]) => parts.filter(part => part !== undefined).join(' ')

/** Why a mail wasn't accepted: by its reason, or for an attempt from before there were reasons, or of our own, by its code. */
function reasonWords(outcome: NonNullable<Attempt['outcome']>, code = '', reason?: Attempt['reason']): string {
  if (outcome === 'interrupted' && code === '') return t('mail.reason.interrupted')
  if (reason !== undefined && reason !== 'other') return whyWords(reason)
  const own = known(`mail.reason.${code}`)
  if (own !== undefined) return own
  if (/^4\d\d$/.test(code)) return t(outcome === 'failed' ? 'mail.reason.gaveUp' : 'mail.reason.wait')
  if (/^5\d\d$/.test(code)) return t('mail.reason.refused')
  return t(outcome === 'failed' ? 'mail.reason.gaveUp' : 'mail.reason.other')
}

function withoutStop(sentence: string): string {
  return sentence.replace(/[.\u3002]$/, '')
}
