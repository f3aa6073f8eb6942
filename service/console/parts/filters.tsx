import type { Store } from '../answers.ts'
import { Choice, Field } from './form.tsx'
import { t } from './words.ts'

interface DayFieldsProps {
  from?: string
  to?: string
  /** Whether each must have a day. */
  required?: boolean
  put: (changes: { from?: string; to?: string }) => void
}

/** The first and the last day. */
export function DayFields({ from = '', to = '', required = false, put }: DayFieldsProps) {
  return Object.entries({ from, to }).map(([kind, day]) => (
    <Field key={kind} label={t(`find.${kind as 'from' | 'to'}`)}>
      <input
        type="date"
        defaultValue={day}
        required={required}
        onChange={({ currentTarget: { validity, value } }) => validity.valid && put({ [kind]: value })}
      />
    </Field>
  ))
}

interface StoreFieldProps {
  stores: readonly Store[]
  store: string | undefined
  put: (changes: { store: string }) => void
}

/** A store, or any. */
export function StoreField({ stores, store = '', put }: StoreFieldProps) {
  const options = stores.map(({ id, name }) => [id, name] as const)
  return (
    <Field label={t('find.store')}>
      <Choice
        value={store}
        options={[['', t('find.anyStore')], ...options]}
        changed={chosen => put({ store: chosen })}
      />
    </Field>
  )
}

interface Toggle {
  words: string
  isOn: boolean
  work: () => void
}

/** Days to choose at once. */
export function Toggles({ buttons }: { buttons: readonly Toggle[] }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would have another layout
    <div class="quick" role="group" aria-label={t('find.days')}>
      {buttons.map(({ words, isOn, work }) => (
        <button key={words} class="toggle" type="button" aria-pressed={isOn} onClick={work}>
          {words}
        </button>
      ))}
    </div>
  )
}
