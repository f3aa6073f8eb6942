import { render } from 'preact'
import type { Trace } from '../../../studio/server/api.ts'
import { byId, debounced, PathButton } from '../../parts/dom.tsx'
import { Problems } from '../../parts/problems.tsx'

/** A receipt field with the places that show it, or a place with the fields it comes from. */
export interface Selection {
  origin: 'field' | 'place'
  /** Receipt paths. */
  fields: string[]
  /** View paths. */
  places: string[]
}

/** The selection of a field. `trace` is `undefined` until it has been computed. */
export function selectField(field: string, trace: Trace | undefined): Selection {
  return { origin: 'field', fields: [field], places: [...(trace?.fields[field] ?? [])] }
}

/** The selection of a place: first the field with the fewest other places. */
export function selectPlace(places: readonly string[], trace: Trace | undefined): Selection {
  const found = Object.entries(trace?.fields ?? {}).filter(([, paths]) => places.some(place => paths.includes(place)))
  const fields = found.sort(([, some], [, others]) => some.length - others.length).map(([field]) => field)
  return { origin: 'place', fields, places: [...places] }
}

/** Describes the selection: its name in templates, and its places. */
export function showSelection(
  selection: Selection | undefined,
  trace: Trace | undefined,
  pick: { field(path: string): void; place(path: string): void },
): void {
  if (!selection) {
    const hint = 'Pick a field to see where it appears, or a place in the mail to see where it comes from.'
    render(<p class="hint">{hint}</p>, byId('selection'))
    return
  }
  const { origin, fields, places } = selection
  const fieldButtons = fields.map(path => <PathButton key={path} text={path} pick={() => pick.field(path)} />)
  const placeButtons = places.map(path => <PathButton key={path} text={`{{${path}}}`} pick={() => pick.place(path)} />)
  const [head, rest] = origin === 'field' ? [fieldButtons, placeButtons] : [placeButtons, fieldButtons]
  render(
    <>
      <p class="head">{head.slice(0, 3)}</p>
      {rest.length > 0 ? (
        <p class="list">
          <span>{origin === 'field' ? 'appears as' : 'comes from'}</span>
          {rest}
        </p>
      ) : (
        <p class="hint">{trace ? whyNone(selection, trace) : 'not known yet'}</p>
      )}
    </>,
    byId('selection'),
  )
}

function whyNone({ origin, fields: [field = ''] }: Selection, { reasons }: Trace): string {
  if (origin === 'place') return 'not from a receipt field: wording or the brand'
  const reason = reasons[field]
  return reason === undefined ? 'not shown' : `not shown: ${reason}`
}

/** What is beside the renderings; on a small screen, instead of them. */
type View = 'preview' | 'receipt' | 'brand' | 'templates'

const sides: readonly View[] = ['receipt', 'brand', 'templates']
const views: readonly View[] = ['preview', ...sides]

/** The tabs of the left side. `opened` is called whenever one is shown. */
export function createSide(opened: (view: View) => void) {
  const tabs = views.map(view => ({ view, tab: byId<HTMLButtonElement>(`tab-${view}`) }))

  function show(view: View): void {
    document.body.dataset.view = view
    for (const { view: its, tab } of tabs) {
      const isShown = its === view
      tab.setAttribute('aria-selected', String(isShown))
      tab.tabIndex = isShown ? 0 : -1
    }
    // On a wide screen the renderings are always there, and the side keeps what it had.
    if (view !== 'preview') for (const each of sides) byId(`side-${each}`).hidden = each !== view
    opened(view)
  }

  for (const { view, tab } of tabs) {
    tab.addEventListener('click', () => show(view))
    tab.addEventListener('keydown', event => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
      if (by === undefined) return
      const visible = tabs.map(each => each.tab).filter(({ offsetParent }) => offsetParent !== null)
      const next = visible.at((visible.indexOf(tab) + by) % visible.length)
      next?.focus()
      next?.click()
    })
  }
  return { show }
}

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
      const of = entries.map(([path, messages]) => [path, messages.join('; ')] as const)
      render(<Problems of={of} named={path => <b>{path}</b>} />, byId('json-errors'))
      text.setAttribute('aria-invalid', String(entries.length > 0))
    },
    toggle,
    isOpen,
  }
}
