import { byId, debounced, make } from '../parts/dom.ts'

export interface Editor {
  show(text: string): void
  showErrors(errors: Readonly<Record<string, readonly string[]>>): void
  toggle(): void
  isOpen(): boolean
}

/** The receipt as text, instead of its outline; rendered as the user types. */
export function createEditor(changed: (text: string) => void): Editor {
  const button = byId('edit')
  const editor = byId('editor')
  const text = byId<HTMLTextAreaElement>('json')
  const list = byId('json-errors')
  const tell = debounced(150, () => changed(text.value))

  const isOpen = () => editor.hidden === false

  function toggle(): void {
    const opens = !isOpen()
    editor.hidden = !opens
    byId('tree').hidden = opens
    byId<HTMLInputElement>('filter').disabled = opens
    button.setAttribute('aria-pressed', String(opens))
    if (opens) text.focus()
    else button.focus()
    text.setSelectionRange(0, 0)
    text.scrollTop = 0
  }

  button.addEventListener('click', toggle)
  text.addEventListener('input', tell)
  text.addEventListener('keydown', event => {
    if (event.key === 'Escape') toggle()
  })

  return {
    show(json) {
      if (document.activeElement !== text) text.value = json
    },
    showErrors(errors) {
      const entries = Object.entries(errors)
      list.replaceChildren(
        ...entries.map(([path, messages]) => make('li', {}, make('b', {}, path), ` ${messages.join('; ')}`)),
      )
      text.setAttribute('aria-invalid', String(entries.length > 0))
    },
    toggle,
    isOpen,
  }
}
