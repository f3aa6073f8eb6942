import { reasons } from '../../src/basics/reasons.ts'
import type { MailProblems, Store } from '../answers.ts'
import { DayFields, Folded, StoreField, Toggles } from '../parts/elements.tsx'
import { Field } from '../parts/form.tsx'
import { go } from '../parts/router.ts'
import { number, t } from '../parts/words.ts'
import { ReasonField } from '../receipt/reason-field.tsx'
import { type ProblemCriteria, placeOf } from './criteria.ts'

interface FilterProps {
  criteria: ProblemCriteria
  stores: readonly Store[]
  counts: MailProblems['counts']
}

const kinds = ['undelivered', 'waiting', 'held', 'suppressed'] as const

/** What the list shows: kinds with how many there are, and the rest in a part that is folded on phones. */
export function Filters({ criteria, stores, counts }: FilterProps) {
  const { kind, done, ...others } = criteria
  const { reason, store, register, domain, from, to } = others
  const put = (changes: ProblemCriteria) => go(placeOf({ ...criteria, ...changes }))
  const all = kinds.reduce((sum, each) => sum + counts[each], 0)
  const counted = (words: string, count: number) => (done ? words : `${words} ${number(count)}`)
  const isSet = Object.keys(others).length > 0
  const shown = stores.some(({ id }) => id === store) || !store ? stores : [...stores, { id: store, name: store }]
  return (
    <section class="finder" aria-label={t('problems.filters')}>
      <Toggles
        label={t('problems.kinds')}
        buttons={[
          { words: counted(t('problems.kind.all'), all), isOn: !kind && !done, work: () => go(placeOf(others)) },
          ...kinds.map(each => ({
            words: counted(t(`problems.kind.${each}`), counts[each]),
            isOn: kind === each && !done,
            work: () => go(placeOf({ ...others, kind: each })),
          })),
          {
            words: t('problems.kind.done'),
            isOn: done !== undefined,
            work: () => go(placeOf({ ...others, done: 'yes' })),
          },
        ]}
      />
      <Folded words={t('problems.filters')} isOpen={isSet}>
        <ReasonField
          label={t('problems.reason')}
          any={t('problems.anyReason')}
          reasons={reasons.filter(each => each !== 'complaint')}
          reason={reason}
          put={put}
        />
        <StoreField stores={shown} store={store} put={put} />
        <Typed label={t('receipt.register')} value={register} put={value => put({ register: value })} />
        <Typed label={t('problems.domain')} value={domain} put={value => put({ domain: value })} isDomain />
        <DayFields {...(from && { from })} {...(to && { to })} put={put} />
        {isSet && (
          <button
            class="quiet"
            type="button"
            onClick={() => go(placeOf({ ...(kind && { kind }), ...(done && { done }) }))}
          >
            {t('problems.clear')}
          </button>
        )}
      </Folded>
    </section>
  )
}

interface TypedProps {
  label: string
  value: string | undefined
  put: (value: string) => void
  /** A domain, which somebody may type with the sign before it, or as a whole address. */
  isDomain?: boolean
}

function Typed({ label, value = '', put, isDomain = false }: TypedProps) {
  return (
    <Field label={label}>
      <input
        type="text"
        class="short"
        defaultValue={value}
        maxLength={200}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        {...(isDomain && { dir: 'ltr', placeholder: 'example.com' })}
        onChange={({ currentTarget }) =>
          put(isDomain ? currentTarget.value.trim().replace(/^.*@/, '') : currentTarget.value.trim())
        }
      />
    </Field>
  )
}
