import { render } from 'preact'
import type { Trace } from '../../server/api.ts'
import { byId, PathButton } from '../parts/dom.tsx'

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

function whyNone({ origin, fields: [field] }: Selection, { reasons }: Trace): string {
  if (origin === 'place') return 'not from a receipt field: wording or the brand'
  const reason = reasons[field!]
  return reason === undefined ? 'not shown' : `not shown: ${reason}`
}
