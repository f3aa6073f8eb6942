import { render } from 'preact'
import type { Trace } from '../../../studio/server/api.ts'
import { byId } from '../../parts/dom.tsx'

type Errors = Readonly<Record<string, readonly string[]>>

/** Longest value shown; images are much longer. */
const maxTextLength = 160

/**
 * The receipt as an outline of fields, each a button. Tab reaches one of them, arrow keys move to the others, and focus
 * selects.
 */
export function createReceiptTree(selected: (path: string) => void) {
  const list = byId('tree')
  const filter = byId<HTMLInputElement>('filter')
  let rows: OutlineRow[] = []
  let visiblePaths = new Set<string>()
  let errors: Errors = {}
  let trace: Trace | undefined
  let marked: readonly string[] = []
  /** The field that Tab reaches. */
  let standing: string | undefined

  function draw(): void {
    render(rows.map(rowOf), list)
  }

  function rowOf(row: OutlineRow) {
    const { kind, path, key, depth } = row
    const li = { class: kind, style: `--depth:${depth}`, 'data-path': path, hidden: !visiblePaths.has(path) }
    const wrong = errors[path]
    const error = wrong && <p class="error">{wrong.join('; ')}</p>
    if (kind === 'branch')
      return (
        <li key={path} {...li}>
          <span class="key">{key}</span>
          {row.about && (
            <span class="about" dir="auto">
              {row.about}
            </span>
          )}
          {error}
        </li>
      )
    const reason = trace?.reasons[path]
    const names = ['field', trace?.fields[path]?.length === 0 && 'nowhere', marked.includes(path) && 'marked']
    return (
      <li key={path} {...li}>
        <button
          class={names.filter(Boolean).join(' ')}
          type="button"
          tabIndex={path === standing ? 0 : -1}
          data-path={path}
          title={reason === undefined ? path : `${path}: ${reason}`}
          aria-invalid={wrong ? true : undefined}
          onFocus={() => {
            standing = path
            draw()
            selected(path)
          }}
          // Not every browser focuses a clicked button.
          onClick={event => event.currentTarget.focus()}
        >
          <span class="key">{key}</span>{' '}
          <span class={`value ${row.value === null ? 'null' : typeof row.value}`} dir="auto">
            {textOf(row)}
          </span>
        </button>
        {error}
      </li>
    )
  }

  /** Shows the fields that have all words, and what they are in. */
  function applyFilter(): void {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean)
    visiblePaths = new Set()
    for (const row of rows) {
      if (row.kind === 'branch') continue
      const { path } = row
      const text = `${path} ${row.key} ${textOf(row)}`.toLowerCase()
      if (!words.every(word => text.includes(word))) continue
      for (const { index } of path.matchAll(/(?=[.[])|$/g)) visiblePaths.add(path.slice(0, index))
    }
    draw()
  }

  const visible = () => [...list.querySelectorAll<HTMLButtonElement>('li:not([hidden]) > button')]
  const buttonOf = (path = '') => list.querySelector<HTMLElement>(`button[data-path="${CSS.escape(path)}"]`)

  filter.addEventListener('input', applyFilter)
  filter.addEventListener('keydown', event => {
    if (event.key === 'Escape') {
      filter.value = ''
      applyFilter()
      filter.blur()
    } else if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault()
      visible()[0]?.focus()
    }
  })
  list.addEventListener('keydown', event => {
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15, Home: -1e6, End: 1e6 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const all = visible()
    const at = all.indexOf(document.activeElement as HTMLButtonElement)
    all[Math.min(Math.max(at + by, 0), all.length - 1)]?.focus()
  })

  return {
    /** Shows a receipt's JSON text. Keeps the outline while the text is invalid. */
    show(text: string) {
      const receipt = parsed(text)
      if (receipt === undefined) return
      rows = outlineOf(receipt)
      trace = undefined
      errors = {}
      applyFilter()
      standing = visible()[0]?.dataset.path
      draw()
    },
    /** Shows errors next to the fields. A missing field has no row. */
    showErrors(found: Errors) {
      errors = found
      draw()
    },
    /** Grays out fields that are not shown anywhere; `undefined` until that is known. */
    showTrace(found: Trace | undefined) {
      trace = found
      draw()
    },
    select(paths: readonly string[], { scroll }: { scroll: boolean }) {
      marked = paths
      draw()
      if (scroll) buttonOf(paths[0])?.scrollIntoView({ block: 'nearest' })
    },
    has: (path: string) => rows.some(row => row.kind === 'leaf' && row.path === path),
    focus(path: string) {
      filter.value = ''
      applyFilter()
      buttonOf(path)?.focus()
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    // The server reports the error.
    return undefined
  }
}

function textOf({ value }: LeafRow): string {
  const text = String(value)
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text
}

/** A line of the receipt's outline: a value with its path, or an object or list. */
type OutlineRow = LeafRow | BranchRow

interface Row {
  /** As in error messages: `items[0].price`. */
  path: string
  key: string
  depth: number
}

interface LeafRow extends Row {
  kind: 'leaf'
  value: string | number | boolean | null
}

interface BranchRow extends Row {
  kind: 'branch'
  /** A hint from its fields, such as an item's name. */
  about: string
}

/** The rows of what is in a JSON value, in order. */
function outlineOf(value: unknown, path = '', depth = 0): OutlineRow[] {
  return entriesOf(value).flatMap(([key, inner]): OutlineRow[] => {
    const named = path === '' ? String(key) : `${path}.${key}`
    const row = { path: typeof key === 'number' ? `${path}[${key}]` : named, key: String(key), depth }
    if (typeof inner !== 'object' || inner === null) return [{ kind: 'leaf', ...row, value: inner as LeafRow['value'] }]
    return [{ kind: 'branch', ...row, about: aboutOf(inner) }, ...outlineOf(inner, row.path, depth + 1)]
  })
}

function entriesOf(value: unknown): [string | number, unknown][] {
  if (Array.isArray(value)) return value.map((entry, index) => [index, entry])
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

const tellingNames = ['name', 'description', 'label', 'tenderTypeCode', 'orderNumber', 'title']

function aboutOf(value: object): string {
  if (Array.isArray(value)) return value.length === 1 ? '' : String(value.length)
  const telling = tellingNames
    .map(name => (value as Record<string, unknown>)[name])
    .find(text => typeof text === 'string')
  return (telling as string | undefined) ?? ''
}
