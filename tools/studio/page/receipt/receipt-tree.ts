import type { Trace } from '../calls/api.ts'
import { byId, make } from '../parts/dom.ts'
import { type BranchRow, type LeafRow, type OutlineRow, outlineOf } from './json-leaves.ts'

export interface ReceiptTree {
  /** Shows a receipt's JSON text. Keeps the outline while the text is invalid. */
  show(text: string): void
  /** Shows errors next to the fields. A missing field has no row. */
  showErrors(errors: Readonly<Record<string, readonly string[]>>): void
  /** Grays out fields that are not shown anywhere. */
  showTrace(trace: Trace): void
  select(paths: readonly string[], how: { scroll: boolean }): void
  has(path: string): boolean
  focus(path: string): void
}

/** Longest value shown; images are much longer. */
const longest = 160

/**
 * The receipt as an outline of fields, each a button. Tab reaches one of them, arrow keys move to the others, and focus
 * selects.
 */
export function createReceiptTree(selected: (path: string) => void): ReceiptTree {
  const list = byId('tree')
  const filter = byId<HTMLInputElement>('filter')
  let buttons = new Map<string, HTMLButtonElement>()

  function show(text: string): void {
    const receipt = parsed(text)
    if (receipt === undefined) return
    buttons = new Map()
    list.replaceChildren(...outlineOf(receipt).map(row => rowElement(row)))
    applyFilter()
    first()?.setAttribute('tabindex', '0')
  }

  function rowElement(row: OutlineRow): HTMLElement {
    const style = `--depth:${row.depth}`
    if (row.kind === 'branch') return make('li.branch', { style, 'data-path': row.path }, ...branchParts(row))
    const button = make(
      'button.field',
      {
        type: 'button',
        tabindex: '-1',
        'data-path': row.path,
        title: row.path,
      },
      make('span.key', {}, row.key),
      ' ',
      make(`span.value.${row.value === null ? 'null' : typeof row.value}`, { dir: 'auto' }, textOf(row)),
    )
    button.addEventListener('focus', () => {
      list.querySelector('[tabindex="0"]')?.setAttribute('tabindex', '-1')
      button.setAttribute('tabindex', '0')
      selected(row.path)
    })
    // Not every browser focuses a clicked button.
    button.addEventListener('click', () => button.focus())
    buttons.set(row.path, button)
    return make('li.leaf', { style, 'data-path': row.path }, button)
  }

  function applyFilter(): void {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean)
    const shown = new Set<string>()
    for (const [path, button] of buttons) {
      const text = `${path} ${button.textContent}`.toLowerCase()
      if (!words.every(word => text.includes(word))) continue
      for (
        let end = path.length;
        end > 0;
        end = Math.max(path.lastIndexOf('.', end - 1), path.lastIndexOf('[', end - 1))
      )
        shown.add(path.slice(0, end))
    }
    for (const row of list.querySelectorAll<HTMLElement>('li')) row.hidden = !shown.has(row.dataset.path!)
  }

  const visible = () => [...buttons.values()].filter(button => !button.parentElement!.hidden)
  const first = () => visible()[0]

  function step(from: HTMLElement | undefined, by: number): void {
    const all = visible()
    const at = all.indexOf(from as HTMLButtonElement)
    all[Math.min(Math.max(at + by, 0), all.length - 1)]?.focus()
  }

  filter.addEventListener('input', applyFilter)
  filter.addEventListener('keydown', event => {
    if (event.key === 'Escape') {
      filter.value = ''
      applyFilter()
      filter.blur()
    } else if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault()
      first()?.focus()
    }
  })
  list.addEventListener('keydown', event => {
    const from = document.activeElement as HTMLElement
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 15, PageUp: -15, Home: -1e6, End: 1e6 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    step(from, by)
  })

  return {
    show,
    showErrors(errors) {
      for (const error of list.querySelectorAll('.error')) error.remove()
      for (const button of buttons.values()) button.removeAttribute('aria-invalid')
      for (const [path, messages] of Object.entries(errors)) {
        const row = list.querySelector(`li[data-path="${CSS.escape(path)}"]`)
        row?.append(make('p.error', {}, messages.join('; ')))
        buttons.get(path)?.setAttribute('aria-invalid', 'true')
      }
    },
    showTrace({ fields, reasons }) {
      for (const [path, button] of buttons) {
        button.classList.toggle('nowhere', fields[path]?.length === 0)
        button.title = reasons[path] === undefined ? path : `${path}: ${reasons[path]}`
      }
    },
    select(paths, { scroll }) {
      for (const [path, button] of buttons) button.classList.toggle('marked', paths.includes(path))
      if (scroll) buttons.get(paths[0] ?? '')?.scrollIntoView({ block: 'nearest' })
    },
    has: path => buttons.has(path),
    focus(path) {
      filter.value = ''
      applyFilter()
      buttons.get(path)?.focus()
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

function branchParts({ key, about }: BranchRow): Node[] {
  return [make('span.key', {}, key), ...(about ? [make('span.about', { dir: 'auto' }, about)] : [])]
}

function textOf({ value }: LeafRow): string {
  const text = String(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
