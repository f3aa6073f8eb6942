import { make, newId, on } from './dom.ts'
import { t } from './words.ts'

/** Asks for something in a window over the page. Closes by its button, Escape, or when the work is done. */
export function askInDialog(
  title: string,
  content: Node[],
  button: HTMLButtonElement,
  work: () => Promise<void>,
): void {
  const titleId = newId()
  const cancel = make('button', { type: 'button' }, t('act.cancel'))
  const form = make('form', {}, make('h2', { id: titleId }, title), ...content, make('div.buttons', {}, cancel, button))
  const dialog = make('dialog', { 'aria-labelledby': titleId }, form)
  on(cancel, 'click', () => dialog.close())
  on(dialog, 'close', () => dialog.remove())
  on(form, 'submit', async event => {
    event.preventDefault()
    button.disabled = true
    try {
      await work()
      dialog.close()
    } catch {
      // `work` says what went wrong in its content.
      button.disabled = false
    }
  })
  document.body.append(dialog)
  dialog.showModal()
}
