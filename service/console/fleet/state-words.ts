import type { Till } from '../answers.ts'
import { known, number, t, timeText } from '../parts/words.ts'

/** What is to be known of a till's state: since when, how many, why. Empty if the state says it all. */
export function stateWords({ state, ...till }: Till): string {
  const { silentSince, missing = 0, halted = '', waiting = 0, oldestAt, refused = 0, skewSeconds = 0 } = till
  switch (state) {
    case 'silent':
      return silentSince === undefined ? '' : t('problems.since', { time: timeText(silentSince), missing })
    case 'halted':
      return known(`fleet.why.${halted}`) ?? t('fleet.whyUnknown')
    case 'waiting':
      return t('fleet.waits', { count: waiting, time: oldestAt === undefined ? '–' : timeText(oldestAt) })
    case 'refused':
      return t('fleet.refusals', { count: refused })
    case 'skewed':
      return t(skewSeconds > 0 ? 'fleet.ahead' : 'fleet.behind', { time: spanText(Math.abs(skewSeconds)) })
    default:
      return ''
  }
}

/** So much time in the largest unit that has two of it. */
function spanText(seconds: number): string {
  const [unit, length] =
    seconds >= 2 * 86_400
      ? (['day', 86_400] as const)
      : seconds >= 7200
        ? (['hour', 3600] as const)
        : (['minute', 60] as const)
  return number(Math.round(seconds / length), { style: 'unit', unit, unitDisplay: 'long' })
}
