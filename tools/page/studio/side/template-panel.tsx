import type { FileEntry } from '../../../studio/server/api.ts'
import { byId, debounced } from '../../parts/dom.tsx'
import { createPicker, type Option } from '../../parts/picker.tsx'
import { server } from '../server.ts'
import { sectionLabel } from './section-labels.ts'

/** A file's text; `null` where the folder has none. */
type Text = string | null

/** A file that was opened, with the texts it has had since: the first when it was opened, `at` the one that counts. */
interface OpenedFile {
  path: string
  shipped: Text
  texts: Text[]
  at: number
}

/**
 * The templates and stylesheets in an editor. What is typed is saved into the template folder after a pause; the first change
 * of a package's file makes a copy there. Every file has its own undo.
 *
 * @param variant the variant that is looked at now
 */
export function createTemplatePanel(folder: string | null, variant: () => string | undefined) {
  const files = createPicker('File', undefined, [], path => void open(path))
  const text = byId<HTMLTextAreaElement>('template-text')
  const state = byId('template-state')
  const button = (name: string) => byId<HTMLButtonElement>(`template-${name}`)
  const [undo, redo, revert, remove] = [button('undo'), button('redo'), button('revert'), button('remove')]
  const opened = new Map<string, OpenedFile>()
  let current: OpenedFile | undefined
  /** How many files were asked for: only the last counts, in whatever order they are answered. */
  let opening = 0
  const saveSoon = debounced(400, () => void keep(text.value))

  text.readOnly = folder === null
  byId('template-picker').append(files.element)

  /** Lists the files again. */
  async function refresh(): Promise<void> {
    files.setOptions(optionsOf((await server.files(variant())).files))
    // Another may have been opened while the list was loading.
    if (current) files.show(current.path)
    else if (opening === 0) await open('sections/heading.html.hbs')
  }

  /** Opens a file at a line, both from a finding or an error. */
  async function open(path: string, line?: number): Promise<void> {
    const turn = ++opening
    const { own, shipped } = await server.file(path, variant())
    if (turn !== opening) return
    current = opened.get(path) ?? { path, shipped, texts: [own], at: 0 }
    current.shipped = shipped
    opened.set(path, current)
    add(current, own)
    show()
    files.show(path, path)
    if (line === undefined) return
    const before = text.value.split('\n').slice(0, line - 1)
    const start = before.join('\n').length + (line > 1 ? 1 : 0)
    text.focus()
    text.setSelectionRange(start, start)
    text.scrollTop = Math.max(0, (line - 4) * 18)
  }

  /** Shows the text that counts, and what can be done with it. */
  function show(): void {
    if (!current) return
    const { shipped, texts, at } = current
    const own = texts[at] ?? null
    const content = own ?? shipped ?? ''
    if (text.value !== content) text.value = content
    undo.disabled = at === 0
    redo.disabled = at === texts.length - 1
    revert.disabled = own === texts[0]
    remove.hidden = shipped === null
    remove.disabled = own === null
    state.textContent =
      folder === null ? 'Open the studio with a folder to edit' : own === null ? "The package's" : 'Saved'
  }

  /** Saves a text as the file's. */
  async function keep(next: Text): Promise<void> {
    if (!current) return
    add(current, next)
    await put(next)
  }

  /** Goes back to an earlier text, or forward again, and saves it. */
  async function go(by: number): Promise<void> {
    const next = current?.texts[current.at + by]
    if (!current || next === undefined) return
    current.at += by
    await put(next)
  }

  async function put(next: Text): Promise<void> {
    if (!current) return
    try {
      await server.saveFile(current.path, next)
      show()
    } catch (error) {
      state.textContent = (error as Error).message
    }
    await refresh()
  }

  text.addEventListener('input', () => {
    state.textContent = 'Saving…'
    saveSoon()
  })
  text.addEventListener('keydown', event => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void keep(text.value)
  })
  undo.addEventListener('click', () => void go(-1))
  redo.addEventListener('click', () => void go(1))
  revert.addEventListener('click', () => void keep(current?.texts[0] ?? null))
  remove.addEventListener('click', () => void keep(null))
  return { refresh, open }
}

/** Adds a text; what was undone is gone. */
function add(file: OpenedFile, text: Text): void {
  if (text === file.texts[file.at]) return
  file.texts = [...file.texts.slice(0, file.at + 1), text]
  file.at++
}

/** The files in groups, each by what it is, with its path. */
function optionsOf(files: readonly FileEntry[]): Option[] {
  const options = files.map(({ path, own }) => ({
    value: path,
    note: path,
    ...described(path),
    ...(own && { group: yours }),
  }))
  return options.sort((one, other) => groups.indexOf(one.group) - groups.indexOf(other.group) || compare(one, other))
}

const yours = 'Yours'
const groups = [yours, 'Pages', 'Styles', 'Sections of mail and paper', 'Sections of paper', 'Sections of plain text']

const pages: Readonly<Record<string, string>> = {
  'email.html.hbs': 'Mail',
  'print.html.hbs': 'Paper',
  'receipt.txt.hbs': 'Plain text',
  'email.css': 'Mail',
  'email-kept.css': 'Mail: what isn’t inlined',
  'page.css': 'Web page, printed',
  'print.css': 'Paper',
  'brand.css': 'Your rules',
  'variant.css': 'The look’s rules',
}

function described(path: string): { text: string; group: string } {
  const [, name = '', kind] = /^sections\/(.+?)(\.print\.html|\.html|\.txt)\.hbs$/.exec(path) ?? []
  if (kind === undefined) return { text: pages[path] ?? path, group: path.endsWith('.css') ? 'Styles' : 'Pages' }
  const end = kind === '.html' ? 'mail and paper' : kind === '.txt' ? 'plain text' : 'paper'
  return { text: sectionLabel(name), group: `Sections of ${end}` }
}

function compare(one: Option, other: Option): number {
  return one.text.localeCompare(other.text)
}
