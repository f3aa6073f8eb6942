import { ask } from '../parts/api.ts'
import { askInDialog } from '../parts/dialog.ts'
import { make, on } from '../parts/dom.ts'
import { failureWords } from '../parts/failure.ts'
import { choice, field, form, secretText } from '../parts/form.ts'
import type { Session } from '../parts/session.ts'
import { moment } from '../parts/time.ts'
import { t } from '../parts/words.ts'
import type { Part } from './settings.ts'

interface Person {
  id: string
  name: string
  role: Session['role']
  createdAt: string
  signedInAt?: string
}

const roles = ['view', 'desk', 'admin'] as const

/** Who may sign in, and what each may do. */
export const peoplePart: Part = async (_session, signal) => {
  const table = make('table.rows.stacked')
  const fresh = make('div')
  const name = make('input', {
    required: true,
    maxlength: 100,
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: 'false',
  })
  const role = choice(
    'desk',
    roles.map(each => [each, t(`role.${each}`)] as const),
  )
  const button = make('button.main', { type: 'submit' }, t('people.add'))
  const adding = form(
    [field(t('people.name'), name, t('people.nameHint')), field(t('people.role'), role, t('people.roleHint'))],
    button,
    async () => {
      const { password } = await ask<{ password: string }>('/people', { body: { name: name.value, role: role.value } })
      fresh.replaceChildren(secretText(password, t('people.once', { name: name.value.trim() })))
      name.value = ''
      await refresh()
    },
  )
  await refresh()
  return [make('section.card', {}, adding, fresh), table]

  async function refresh(): Promise<void> {
    const people = await ask<Person[]>('/people', { signal })
    table.replaceChildren(
      make('caption.unseen', {}, t('settings.people')),
      make(
        'thead',
        {},
        make(
          'tr',
          {},
          ...(['name', 'role', 'signedIn', 'act'] as const).map(each =>
            make('th', { scope: 'col' }, t(`people.column.${each}`)),
          ),
        ),
      ),
      make('tbody', {}, ...people.map(row)),
    )
    table.hidden = people.length === 0
  }

  function row({ id, name: known, role: has, signedInAt }: Person): HTMLElement {
    const remove = make(
      'button.danger',
      { type: 'button', 'aria-label': t('people.removeOne', { name: known }) },
      t('people.remove'),
    )
    on(remove, 'click', () => {
      const state = make('p.state', { role: 'alert' })
      const sure = make('button.danger', { type: 'submit' }, t('people.remove'))
      askInDialog(
        t('people.removeOne', { name: known }),
        [make('p', {}, t('people.removeText')), state],
        sure,
        async () => {
          try {
            await ask(`/people/${id}`, { method: 'DELETE' })
            await refresh()
          } catch (error) {
            state.textContent = failureWords(error)
            throw error
          }
        },
      )
    })
    return make(
      'tr',
      {},
      make('td', {}, make('bdi', {}, known)),
      make('td', {}, t(`role.${has}`)),
      make(
        'td',
        { 'data-label': t('people.column.signedIn') },
        signedInAt === undefined ? t('people.never') : moment(signedInAt),
      ),
      make('td.end', {}, remove),
    )
  }
}
