import type { Attempt, Mail } from '../answers.ts'
import { known, t, timeText } from '../parts/words.ts'

/** How a mail stands, in one sentence: "The customer’s mail server asked to wait; next try at 14:05." */
export function statusWords({ status, attempts, nextAttemptAt, finishedAt }: Mail): string {
  const last = attempts.at(-1)
  const at = finishedAt === undefined ? '' : timeText(finishedAt)
  if (status === 'sent') return t(last?.code === 'folder' ? 'mail.inFolder' : 'mail.sent', { time: at })
  if (status === 'canceled') return t('mail.canceled')
  if (status === 'held') return t('mail.held')
  if (status === 'withheld') return t('mail.withheld')
  if (status === 'failed') return reasonWords('failed', last?.code)
  if (last && last.endedAt === undefined) return t('mail.sending')
  if (!last || nextAttemptAt === undefined) return t('mail.waiting')
  const time = timeText(nextAttemptAt)
  return t('mail.nextTry', { reason: withoutStop(reasonWords(last.outcome ?? 'deferred', last.code)), time })
}

/** How one attempt ended, in words. */
export function attemptWords({ outcome, code, endedAt }: Attempt): string {
  if (endedAt === undefined) return t('mail.sending')
  if (outcome === 'withheld') return t('mail.withheld')
  if (outcome === 'sent') return t(code === 'folder' ? 'mail.attempt.inFolder' : 'mail.attempt.sent')
  return reasonWords(outcome ?? 'deferred', code)
}

/** Why a mail wasn't accepted, by the server's reply code (RFC 5321, 4.2) or the service's own. */
function reasonWords(outcome: NonNullable<Attempt['outcome']>, code = ''): string {
  if (outcome === 'interrupted' && code === '') return t('mail.reason.interrupted')
  const own = known(`mail.reason.${code}`)
  if (own !== undefined) return own
  if (/^4\d\d$/.test(code)) return t(outcome === 'failed' ? 'mail.reason.gaveUp' : 'mail.reason.wait')
  if (/^5\d\d$/.test(code)) return t('mail.reason.refused')
  return t(outcome === 'failed' ? 'mail.reason.gaveUp' : 'mail.reason.other')
}

function withoutStop(sentence: string): string {
  return sentence.replace(/[.\u3002]$/, '')
}
