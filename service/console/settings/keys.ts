import { ask } from '../parts/api.ts'
import { make } from '../parts/dom.ts'
import { field, form, secretText } from '../parts/form.ts'
import { moment, timeText } from '../parts/time.ts'
import { t } from '../parts/words.ts'
import { replaceButton, revokeButton } from './key-acts.ts'
import type { Part } from './settings.ts'

/** A till's key, as the service tells of it. */
export interface Key {
  id: string
  label: string
  createdAt: string
  lastUsedAt?: string
  revokedAt?: string
  endsAt?: string
  replacedBy?: string
}

/** The tills' keys: make one, see whether it is used, revoke it. */
export const keysPart: Part = async (_session, signal) => {
  const table = make('table.rows.stacked')
  const fresh = make('div')
  const label = make('input', { required: true, maxlength: 100, autocomplete: 'off', placeholder: t('keys.example') })
  const make_ = make('button.main', { type: 'submit' }, t('keys.make'))
  const adding = form([field(t('keys.label'), label)], make_, async () => {
    const { credentials } = await ask<{ credentials: string }>('/keys', { body: { label: label.value } })
    label.value = ''
    await showFresh(credentials)
  })
  await refresh()
  return [make('p.hint', {}, t('keys.rights')), make('section.card', {}, adding, fresh), table]

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
    table.hidden = keys.length === 0
  }

  function row(key: Key): HTMLElement {
    const { id, label: name, createdAt, lastUsedAt } = key
    return make(
      'tr',
      {},
      make('td', {}, make('bdi', {}, name || t('keys.unnamed')), make('code.under', { dir: 'ltr' }, `${id}:…`)),
      make('td', { 'data-label': t('keys.column.made') }, moment(createdAt)),
      make(
        'td',
        { 'data-label': t('keys.column.used') },
        lastUsedAt === undefined ? t('keys.unused') : moment(lastUsedAt),
      ),
      make('td.end', {}, ...stateOf(key)),
    )
  }

  function stateOf(key: Key): HTMLElement[] {
    const { revokedAt, endsAt, replacedBy } = key
    if (revokedAt !== undefined) return [make('span.badge.wrong', {}, t('keys.revoked'))]
    if (endsAt !== undefined && Date.parse(endsAt) <= Date.now()) return [make('span.badge.wrong', {}, t('keys.ended'))]
    const until = endsAt === undefined ? t('keys.replaced') : t('keys.until', { time: timeText(endsAt) })
    return [
      ...(replacedBy === undefined ? [] : [make('span.badge.doubt', {}, until)]),
      ...(replacedBy === undefined ? [replaceButton(key, showFresh)] : []),
      revokeButton(key, refresh),
    ]
  }

  async function showFresh(credentials: string): Promise<void> {
    fresh.replaceChildren(secretText(credentials, t('keys.once')))
    fresh.scrollIntoView({ block: 'nearest' })
    await refresh()
  }
}
