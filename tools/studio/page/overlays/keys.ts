import { byId, make } from '../parts/dom.ts'

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
  byId('help-keys').replaceChildren(
    ...[...all.flatMap(({ key, does }) => (does ? [[key, does] as const] : [])), ...told].flatMap(([key, does]) => [
      make('dt', {}, ...key.split(' ').map(one => make('kbd', {}, one))),
      make('dd', {}, does),
    ]),
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
