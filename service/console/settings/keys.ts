import { ask } from '../parts/api.ts'
import { askInDialog } from '../parts/dialog.ts'
import { make, on } from '../parts/dom.ts'
import { failureWords } from '../parts/failure.ts'
import { field, form, secretText } from '../parts/form.ts'
import { moment } from '../parts/time.ts'
import { t } from '../parts/words.ts'
import type { Part } from './settings.ts'

interface Key {
  id: string
  label: string
  createdAt: string
  lastUsedAt?: string
  revokedAt?: string
}

/** The tills' keys: make one, see whether it is used, revoke it. */
export const keysPart: Part = async (_session, signal) => {
  const table = make('table.rows')
  const fresh = make('div')
  const label = make('input', { required: true, maxlength: 100, autocomplete: 'off', placeholder: t('keys.example') })
  const make_ = make('button.main', { type: 'submit' }, t('keys.make'))
  const adding = form([field(t('keys.label'), label)], make_, async () => {
    const { credentials } = await ask<{ credentials: string }>('/keys', { body: { label: label.value } })
    label.value = ''
    fresh.replaceChildren(secretText(credentials, t('keys.once')))
    await refresh()
  })
  await refresh()
  return [make('section.card', {}, adding, fresh), table]

  async function refresh(): Promise<void> {
    const keys = (await ask<Key[]>('/keys', { signal })).toReversed()
    table.replaceChildren(
      make('caption.unseen', {}, t('settings.keys')),
      make(
        'thead',
        {},
        make(
          'tr',
          {},
          ...(['label', 'made', 'used', 'state'] as const).map(name =>
            make('th', { scope: 'col' }, t(`keys.column.${name}`)),
          ),
        ),
      ),
      make('tbody', {}, ...keys.map(row)),
    )
  }

  function row(key: Key): HTMLElement {
    const { id, label: name, createdAt, lastUsedAt, revokedAt } = key
    return make(
      'tr',
      {},
      make('td', {}, make('bdi', {}, name || t('keys.unnamed')), make('code.under', { dir: 'ltr' }, `${id}:…`)),
      make('td', {}, moment(createdAt)),
      make('td', {}, lastUsedAt === undefined ? t('keys.unused') : moment(lastUsedAt)),
      make('td.end', {}, revokedAt === undefined ? revokeButton(key) : make('span.badge.wrong', {}, t('keys.revoked'))),
    )
  }

  function revokeButton({ id, label: name }: Key): HTMLElement {
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
      const content = [make('p', {}, t('keys.revokeText')), field(t('keys.type', { name: shown }), typed), state]
      askInDialog(t('keys.revokeOne', { name: shown }), content, sure, async () => {
        try {
          if (typed.value.trim() !== shown) throw new Error('another name')
          await ask(`/keys/${encodeURIComponent(id)}`, { method: 'DELETE' })
          await refresh()
        } catch (error) {
          state.textContent = typed.value.trim() === shown ? failureWords(error) : t('keys.mistyped')
          throw error
        }
      })
    })
    return button
  }
}
