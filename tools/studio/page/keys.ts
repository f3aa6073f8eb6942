import { byId, make } from './dom.ts'

/** A key and what it does, in words for the list of keys. */
export interface Shortcut {
  key: string
  /** Absent where the list tells of several keys in one line. */
  does?: string
  run(): void
}

/** Keys that are told but handled where they are pressed. */
const told: [keys: string, does: string][] = [
  ['1–7', 'show or hide a pane'],
  ['↑ ↓', 'next field, option or place; in a mail, walks through its places'],
  ['Tab', 'next part of the page'],
  ['Esc', 'close, clear, go back'],
]

/** Makes the keys work wherever nothing is being typed, and lists them. */
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
    if (event.ctrlKey || event.metaKey || event.altKey || help.open || isTyping(event.target)) return
    const shortcut = all.find(({ key }) => key === event.key)
    if (!shortcut) return
    event.preventDefault()
    shortcut.run()
  })
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type=radio]), textarea')
}
