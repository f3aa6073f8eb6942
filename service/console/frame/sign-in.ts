import { ask, Failure } from '../parts/api.ts'
import { make, on } from '../parts/dom.ts'
import { failureWords } from '../parts/failure.ts'
import { t } from '../parts/words.ts'
import { icon } from './icons.ts'

/** The form to sign in with: a person's name and password, or a till's key and secret, also as one text `id:secret`. */
export function signInView(done: () => void): Node[] {
  const name = make('input', {
    name: 'name',
    autocomplete: 'username',
    autocapitalize: 'none',
    spellcheck: 'false',
    required: true,
  })
  const secret = make('input', { name: 'secret', type: 'password', autocomplete: 'current-password' })
  const state = make('p.state', { role: 'alert' })
  const button = make('button.main', { type: 'submit' }, t('signIn.button'))
  const form = make(
    'form.sign-in',
    {},
    icon('receipt'),
    make('h1', {}, t('signIn.title')),
    make('label', {}, t('signIn.name'), name),
    make('label', {}, t('signIn.secret'), secret),
    state,
    button,
    make('p.hint', {}, t('signIn.hint')),
  )
  on(form, 'submit', async event => {
    event.preventDefault()
    button.disabled = true
    state.textContent = ''
    try {
      await ask('/session', { body: credentials(name.value, secret.value) })
      done()
    } catch (error) {
      const isWrong = error instanceof Failure && (error.status === 401 || error.status === 422)
      state.textContent = isWrong ? t('signIn.wrong') : failureWords(error)
      secret.select()
    } finally {
      button.disabled = false
    }
  })
  return [form]
}

/** A key is handed out as `id:secret`. */
function credentials(name: string, secret: string): { name: string; secret: string } {
  const colon = name.indexOf(':')
  if (secret !== '' || colon < 1) return { name, secret }
  return { name: name.slice(0, colon).trim(), secret: name.slice(colon + 1).trim() }
}
