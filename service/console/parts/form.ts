import { make, on } from './dom.ts'
import { failureWords } from './failure.ts'
import { t } from './words.ts'

/** A field with its label, and what there is to know about it. */
export function field(label: string, input: HTMLElement, hint?: string): HTMLElement {
  return make('label.field', {}, label, input, hint !== undefined && make('span.hint', {}, hint))
}

/** A yes or no with its label. */
export function tick(label: string, isOn: boolean): { element: HTMLElement; input: HTMLInputElement } {
  const input = make('input', { type: 'checkbox', checked: isOn })
  return { element: make('label.tick', {}, input, label), input }
}

/** A choice; the first that has the value is chosen. */
export function choice(
  value: string,
  options: readonly (readonly [value: string, words: string])[],
): HTMLSelectElement {
  return make(
    'select',
    {},
    ...options.map(([each, words]) => make('option', { value: each, selected: each === value }, words)),
  )
}

/**
 * A form that does its work when it is sent, and says how that went.
 *
 * @param done what to say afterwards; nothing by default
 */
export function form(
  content: readonly HTMLElement[],
  button: HTMLButtonElement,
  work: () => Promise<void>,
  done = '',
): HTMLFormElement {
  const state = make('p.state', { role: 'alert' })
  const element = make('form.stack', {}, ...content, make('div.send-row', {}, button, state))
  on(element, 'submit', async event => {
    event.preventDefault()
    button.disabled = true
    state.textContent = ''
    try {
      await work()
      state.className = 'state done'
      state.textContent = done
    } catch (error) {
      state.className = 'state'
      state.textContent = failureWords(error)
    } finally {
      button.disabled = false
    }
  })
  return element
}

/** A text shown once, with a button that copies it. */
export function secretText(text: string, words: string): HTMLElement {
  const copy = make('button', { type: 'button' }, t('act.copy'))
  on(copy, 'click', async () => {
    await navigator.clipboard.writeText(text).catch(() => {})
    copy.textContent = t('act.copied')
  })
  return make('div.notice.secret', { role: 'status' }, make('p', {}, words), make('code', { dir: 'ltr' }, text), copy)
}
