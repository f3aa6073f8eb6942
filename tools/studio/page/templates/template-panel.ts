import type { FileEntry } from '../calls/api.ts'
import { server } from '../calls/server.ts'
import { byId, debounced, make } from '../parts/dom.ts'
import { createHistory, type History, type Text } from './history.ts'

export interface TemplatePanel {
  /** Lists the files again. */
  refresh(): Promise<void>
  /** Opens a file at a line, both from a finding or an error. */
  open(path: string, line?: number): Promise<void>
}

/**
 * The templates and stylesheets in an editor. What is typed is saved into the template folder after a pause; the first change
 * of a package's file makes a copy there. Every file has its own undo.
 *
 * @param variant the variant that is looked at now
 */
export function createTemplatePanel(folder: string | null, variant: () => string | undefined): TemplatePanel {
  const list = byId<HTMLSelectElement>('template-file')
  const text = byId<HTMLTextAreaElement>('template-text')
  const state = byId('template-state')
  const [undo, redo, revert, remove] = ['undo', 'redo', 'revert', 'remove'].map(name =>
    byId<HTMLButtonElement>(`template-${name}`),
  ) as [HTMLButtonElement, HTMLButtonElement, HTMLButtonElement, HTMLButtonElement]
  const histories = new Map<string, History>()
  let current: { path: string; shipped: string | null; history: History } | undefined
  const saveSoon = debounced(400, () => void keep(text.value))

  text.readOnly = folder === null

  async function refresh(): Promise<void> {
    const { files } = await server.files(variant())
    const chosen = current?.path ?? 'sections/heading.html.hbs'
    const group = (label: string, isIn: (file: FileEntry) => boolean) => {
      const options = files
        .filter(isIn)
        .map(({ path }) => make('option', { value: path, selected: path === chosen }, path))
      return options.length ? [make('optgroup', { label }, ...options)] : []
    }
    list.replaceChildren(...group('Yours', ({ own }) => own), ...group("The package's", ({ own }) => !own))
    if (!current) await open(chosen)
  }

  async function open(path: string, line?: number): Promise<void> {
    const { own, shipped } = await server.file(path, variant())
    const history = histories.get(path) ?? createHistory(own)
    history.add(own)
    histories.set(path, history)
    current = { path, shipped, history }
    show()
    list.value = path
    if (line === undefined) return
    const start =
      text.value
        .split('\n')
        .slice(0, line - 1)
        .join('\n').length + (line > 1 ? 1 : 0)
    text.focus()
    text.setSelectionRange(start, start)
    text.scrollTop = Math.max(0, (line - 4) * 18)
  }

  /** Shows the text that counts, and what can be done with it. */
  function show(): void {
    if (!current) return
    const { history, shipped } = current
    const own = history.now()
    const shown = own ?? shipped ?? ''
    if (text.value !== shown) text.value = shown
    undo.disabled = !history.canUndo()
    redo.disabled = !history.canRedo()
    revert.disabled = own === history.first()
    remove.hidden = shipped === null
    remove.disabled = own === null
    state.textContent =
      folder === null ? 'Open the studio with a folder to edit' : own === null ? "The package's" : 'Saved'
  }

  /** Saves a text as the file's. */
  async function keep(next: Text): Promise<void> {
    if (!current) return
    current.history.add(next)
    await put(next)
  }

  async function put(next: Text | undefined): Promise<void> {
    if (!current || next === undefined) return
    const { path } = current
    try {
      await server.saveFile(path, next)
      show()
    } catch (error) {
      state.textContent = (error as Error).message
    }
    await refresh()
  }

  list.addEventListener('change', () => void open(list.value))
  text.addEventListener('input', () => {
    state.textContent = 'Saving…'
    saveSoon()
  })
  text.addEventListener('keydown', event => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void keep(text.value)
  })
  undo.addEventListener('click', () => void put(current?.history.undo()))
  redo.addEventListener('click', () => void put(current?.history.redo()))
  revert.addEventListener('click', () => void keep(current?.history.first() ?? null))
  remove.addEventListener('click', () => void keep(null))
  return { refresh, open }
}
