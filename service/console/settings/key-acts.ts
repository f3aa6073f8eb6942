import { before } from '../find/clues.ts'
import { ask } from '../parts/api.ts'
import { askInDialog } from '../parts/dialog.ts'
import { make, on } from '../parts/dom.ts'
import { failureWords } from '../parts/failure.ts'
import { field } from '../parts/form.ts'
import { timeText } from '../parts/time.ts'
import { t } from '../parts/words.ts'
import type { Key } from './keys.ts'

/** Days that a replaced key goes on working, unless another day is chosen. */
const usualDays = 14

/**
 * The button that makes a key's next one, and asks until when both work.
 *
 * @param made told the new credentials
 */
export function replaceButton({ id, label: name }: Key, made: (credentials: string) => Promise<void>): HTMLElement {
  const title = t('keys.replaceOne', { name: name || id })
  const button = make('button', { type: 'button', 'aria-label': title }, t('keys.replace'))
  on(button, 'click', () => {
    const day = make('input', { type: 'date', min: before(new Date(), -1), value: before(new Date(), -usualDays) })
    const state = make('p.state', { role: 'alert' })
    const sure = make('button.main', { type: 'submit' }, t('keys.makeNext'))
    const content = [make('p', {}, t('keys.replaceText')), field(t('keys.untilDay'), day, t('keys.untilHint')), state]
    askInDialog(title, content, sure, async () => {
      try {
        const endsAt = day.value && new Date(`${day.value}T23:59:59`).toISOString()
        const { credentials } = await ask<{ credentials: string }>(`/keys/${encodeURIComponent(id)}/next`, {
          body: { ...(endsAt && { endsAt }) },
        })
        await made(credentials)
      } catch (error) {
        state.textContent = failureWords(error)
        throw error
      }
    })
  })
  return button
}

/** The button that revokes a key once its name is typed. */
export function revokeButton({ id, label: name, lastUsedAt }: Key, done: () => Promise<void>): HTMLElement {
  const shown = name || id
  const button = make(
    'button.danger',
    { type: 'button', 'aria-label': t('keys.revokeOne', { name: shown }) },
    t('keys.revoke'),
  )
  on(button, 'click', () => {
    const typed = make('input', { required: true, autocomplete: 'off', spellcheck: 'false' })
    const state = make('p.state', { role: 'alert' })
    const sure = make('button.danger', { type: 'submit' }, t('keys.revoke'))
    const use = lastUsedAt === undefined ? t('keys.unused') : timeText(lastUsedAt)
    const content = [
      make('p', {}, t('keys.revokeText')),
      make('p.hint', {}, make('code', { dir: 'ltr' }, `${id}:…`), ` · ${t('keys.column.used')}: ${use}`),
      field(t('keys.type', { name: shown }), typed),
      state,
    ]
    askInDialog(t('keys.revokeOne', { name: shown }), content, sure, async () => {
      try {
        if (typed.value.trim() !== shown) throw new Error('another name')
        await ask(`/keys/${encodeURIComponent(id)}`, { method: 'DELETE' })
        await done()
      } catch (error) {
        state.textContent = typed.value.trim() === shown ? failureWords(error) : t('keys.mistyped')
        throw error
      }
    })
  })
  return button
}
