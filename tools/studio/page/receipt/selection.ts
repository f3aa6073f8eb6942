import type { Trace } from '../calls/api.ts'
import { byId, make } from '../parts/dom.ts'

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
  const box = byId('selection')
  if (!selection) {
    box.replaceChildren(
      make('p.hint', {}, 'Pick a field to see where it appears, or a place in the mail to see where it comes from.'),
    )
    return
  }
  const { origin, fields, places } = selection
  const fieldButtons = fields.map(path => button(path, () => pick.field(path)))
  const placeButtons = places.map(path => button(`{{${path}}}`, () => pick.place(path)))
  const none = make('p.hint', {}, trace ? whyNone(selection, trace) : 'not known yet')
  const [head, rest] = origin === 'field' ? [fieldButtons, placeButtons] : [placeButtons, fieldButtons]
  box.replaceChildren(
    make('p.head', {}, ...head.slice(0, 3)),
    rest.length
      ? make('p.list', {}, make('span', {}, origin === 'field' ? 'appears as' : 'comes from'), ...rest)
      : none,
  )
}

function whyNone({ origin, fields: [field] }: Selection, { reasons }: Trace): string {
  if (origin === 'place') return 'not from a receipt field: wording or the brand'
  const reason = reasons[field!]
  return reason === undefined ? 'not shown' : `not shown: ${reason}`
}

function button(text: string, picked: () => void): HTMLElement {
  const element = make('button.path', { type: 'button' }, text)
  element.addEventListener('click', picked)
  return element
}
