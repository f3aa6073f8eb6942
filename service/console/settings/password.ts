import { ask } from '../parts/api.ts'
import { make } from '../parts/dom.ts'
import { field, form } from '../parts/form.ts'
import { t } from '../parts/words.ts'
import type { Part } from './settings.ts'

/** One's own password. */
export const passwordPart: Part = async session => {
  const name = make('input', {
    type: 'text',
    value: session.name,
    autocomplete: 'username',
    hidden: true,
    'aria-hidden': 'true',
    tabindex: -1,
  })
  const current = make('input', { type: 'password', required: true, autocomplete: 'current-password' })
  const next = make('input', { type: 'password', required: true, minlength: 15, autocomplete: 'new-password' })
  const button = make('button.main', { type: 'submit' }, t('password.change'))
  const fields = [name, field(t('password.current'), current), field(t('password.next'), next, t('password.hint'))]
  const work = async () => {
    await ask('/password', { method: 'PUT', body: { current: current.value, next: next.value } })
    for (const input of [current, next]) input.value = ''
  }
  return [make('section.card', {}, form(fields, button, work, t('password.done')))]
}
