import { icon } from '../frame/icons.ts'
import { make, newId, on, unseen } from '../parts/dom.ts'
import { language, t } from '../parts/words.ts'
import { type Clues, type Reading, readAmount, readClues } from './clues.ts'

/** The box to type clues into, with what was understood so far. */
export function searchBox(
  clues: Clues,
  open: (clues: Clues) => void,
): { element: HTMLElement; input: HTMLInputElement } {
  const hintId = newId()
  const input = make('input', {
    type: 'search',
    'aria-label': t('find.box'),
    'aria-describedby': hintId,
    'aria-keyshortcuts': '/',
    placeholder: t('find.placeholder'),
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: 'false',
    enterkeyhint: 'search',
  })
  const hint = make('p.hint', { id: hintId, role: 'status' }, t('find.hint'))
  const form = make('form.box', { role: 'search' }, icon('search'), ...chips(clues, open), input)
  on(form, 'submit', event => {
    event.preventDefault()
    const { readings, ignored } = readClues(input.value, new Date(), language)
    if (readings.length > 0) open(readings.reduce(withReading, clues))
    else if (ignored.length > 0) hint.textContent = t('find.ignored', { words: ignored.join(' ') })
    else open(clues)
  })
  return { element: make('div', {}, form, hint), input }
}

function withReading(clues: Clues, { kind, value }: Reading): Clues {
  return kind === 'day' ? { ...clues, from: value, to: value } : { ...clues, [kind]: value }
}

const digitKinds = ['number', 'card', 'amount'] as const

function chips(clues: Clues, open: (clues: Clues) => void): HTMLElement[] {
  const { number, card, amount, email } = clues
  return [
    ...(email === undefined ? [] : [chip(clues, 'email', email, open)]),
    ...(number === undefined ? [] : [chip(clues, 'number', number, open)]),
    ...(card === undefined ? [] : [chip(clues, 'card', card, open)]),
    ...(amount === undefined ? [] : [chip(clues, 'amount', amount, open)]),
  ]
}

/** A clue with its kind, which can be another for the same digits, and a way to drop it. */
function chip(clues: Clues, kind: 'number' | 'card' | 'amount' | 'email', value: string, open: (clues: Clues) => void) {
  const { [kind]: _, ...others } = clues
  const drop = make('button', { type: 'button', 'aria-label': t('find.drop', { clue: value }) }, icon('cross'))
  on(drop, 'click', () => open(others))
  return make('span.chip', {}, kindOf(), make('bdi', {}, kind === 'card' ? `•••• ${value}` : value), drop)

  function kindOf(): HTMLElement {
    const fitting = kind === 'email' ? [] : digitKinds.filter(other => fits(other, value))
    if (fitting.length < 2) return make('span.kind', {}, t(`find.kind.${kind}`))
    const options = fitting.map(other =>
      make('option', { value: other, selected: other === kind }, t(`find.kind.${other}`)),
    )
    const select = make('select.kind', {}, ...options)
    on(select, 'change', () => open({ ...others, [select.value]: value }))
    return make('label', {}, unseen(t('find.kindOf', { clue: value })), select)
  }
}

function fits(kind: (typeof digitKinds)[number], value: string): boolean {
  if (kind === 'card') return /^\d{4}$/.test(value)
  return kind === 'number' || readAmount(value) !== undefined || /^\d{1,9}$/.test(value)
}
