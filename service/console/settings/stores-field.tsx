import type { Store } from '../answers.ts'
import { Field } from '../parts/form.tsx'
import { t } from '../parts/words.ts'

/** A field for the stores that a person, a key or an offer is limited to, with the stores there are to look them up. */
export function StoresField({
  known,
  stores = [],
  hint = t('stores.hint'),
}: {
  known: readonly Store[]
  stores?: readonly string[] | undefined
  hint?: string
}) {
  return (
    <div class="field">
      <Field label={t('stores.label')} hint={hint}>
        <input
          name="stores"
          maxLength={5000}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          defaultValue={stores.join(', ')}
        />
      </Field>
      {known.length > 0 && (
        <details class="known-stores">
          <summary>{t('stores.known')}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
          <ul tabIndex={0}>
            {known.map(({ id, name }) => (
              <li key={id}>
                <code>
                  <bdi>{id}</bdi>
                </code>{' '}
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

/** The stores that were typed, as they are sent: none of them means all. */
export function storesTyped(text = ''): { stores?: string[] } {
  const stores = text
    .split(/[,،、，]/u)
    .map(id => id.trim())
    .filter(id => id !== '')
  return stores.length === 0 ? {} : { stores }
}

/** Which stores somebody or something is limited to, in words. */
export function storesWords(stores: readonly string[] | undefined): string {
  return stores === undefined ? t('stores.all') : t('stores.only', { ids: stores.join(', ') })
}
