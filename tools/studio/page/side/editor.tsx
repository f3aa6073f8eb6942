import { render } from 'preact'
import { byId, debounced } from '../parts/dom.tsx'

/** The receipt as text, instead of its outline; rendered as the user types. */
export function createEditor(changed: (text: string) => void) {
  const button = byId('edit')
  const editor = byId('editor')
  const text = byId<HTMLTextAreaElement>('json')
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
  text.addEventListener(
    'input',
    debounced(150, () => changed(text.value)),
  )
  text.addEventListener('keydown', event => {
    if (event.key === 'Escape') toggle()
  })

  return {
    show(json: string) {
      if (document.activeElement !== text) text.value = json
    },
    showErrors(errors: Readonly<Record<string, readonly string[]>>) {
      const entries = Object.entries(errors)
      const rows = entries.map(([path, messages]) => (
        <li key={path}>
          <b>{path}</b> {messages.join('; ')}
        </li>
      ))
      render(rows, byId('json-errors'))
      text.setAttribute('aria-invalid', String(entries.length > 0))
    },
    toggle,
    isOpen,
  }
}
