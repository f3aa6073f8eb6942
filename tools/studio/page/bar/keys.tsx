import { Fragment, render } from 'preact'
import { byId } from '../parts/dom.tsx'

/** A key and its description for the list of keys. */
export interface Shortcut {
  key: string
  /** Absent if the list describes several keys in one line. */
  does?: string
  run(): void
}

/** Listed keys that are handled elsewhere. */
const told: [keys: string, does: string][] = [
  ['1–7', 'show or hide a pane'],
  ['↑ ↓', 'next field, option or place'],
  ['Tab', 'next part of the page'],
  ['Esc', 'close, clear, go back'],
]

/** Handles the keys unless the user is typing, and lists them. */
export function listenToKeys(shortcuts: readonly Shortcut[]): void {
  const help = byId<HTMLDialogElement>('help')
  const all = [...shortcuts, { key: '?', does: 'this list', run: () => help.showModal() }]
  byId('help-button').addEventListener('click', () => help.showModal())
  const listed = [...all.flatMap(({ key, does }) => (does ? [[key, does] as const] : [])), ...told]
  render(
    listed.map(([keys, does]) => (
      <Fragment key={keys}>
        <dt>
          {keys.split(' ').map(key => (
            <kbd key={key}>{key}</kbd>
          ))}
        </dt>
        <dd>{does}</dd>
      </Fragment>
    )),
    byId('help-keys'),
  )
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    if (document.querySelector('dialog[open]')) return
    const shortcut = all.find(({ key }) => key === event.key)
    if (!shortcut) return
    event.preventDefault()
    shortcut.run()
  })
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type=radio]), textarea, select')
}
