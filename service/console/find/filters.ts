import { make, on } from '../parts/dom.ts'
import { t } from '../parts/words.ts'
import { before, type Clues } from './clues.ts'

/** Days and store, to choose instead of typing. */
export function filterRow(
  clues: Clues,
  stores: readonly { id: string; name: string }[],
  open: (clues: Clues) => void,
): HTMLElement {
  const day = (kind: 'from' | 'to') => {
    const input = make('input', { type: 'date', value: clues[kind] ?? '' })
    on(input, 'change', () => {
      if (input.validity.valid) open(without({ ...clues, [kind]: input.value }))
    })
    return make('label.field', {}, t(`find.${kind}`), input)
  }
  return make('div.filters', {}, day('from'), day('to'), storeChoice(clues, stores, open), quickDays(clues, open))
}

function storeChoice(
  clues: Clues,
  stores: readonly { id: string; name: string }[],
  open: (clues: Clues) => void,
): HTMLElement | undefined {
  if (stores.length < 2 && clues.store === undefined) return undefined
  const known = stores.some(({ id }) => id === clues.store)
  const listed = known || clues.store === undefined ? stores : [...stores, { id: clues.store, name: clues.store }]
  const options = listed.map(({ id, name }) => make('option', { value: id, selected: id === clues.store }, name))
  const select = make('select', {}, make('option', { value: '' }, t('find.anyStore')), ...options)
  on(select, 'change', () => open(without({ ...clues, store: select.value })))
  return make('label.field', {}, t('find.store'), select)
}

function quickDays(clues: Clues, open: (clues: Clues) => void): HTMLElement {
  const ranges = [
    ['find.today', 0, 0],
    ['find.yesterday', 1, 1],
    ['find.week', 6, 0],
  ] as const
  const buttons = ranges.map(([word, first, last]) => {
    const days = { from: before(new Date(), first), to: before(new Date(), last) }
    const isChosen = clues.from === days.from && clues.to === days.to
    const button = make('button.toggle', { type: 'button', 'aria-pressed': String(isChosen) }, t(word))
    const { from, to, ...rest } = clues
    return on(button, 'click', () => open(isChosen ? rest : { ...rest, ...days }))
  })
  return make('div.quick', { role: 'group', 'aria-label': t('find.days') }, ...buttons)
}

function without(clues: Clues): Clues {
  return Object.fromEntries(Object.entries(clues).filter(([, value]) => value !== ''))
}
