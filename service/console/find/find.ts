import { ask } from '../parts/api.ts'
import { make } from '../parts/dom.ts'
import { addressOf, go, type Place } from '../parts/router.ts'
import type { Page } from '../parts/view.ts'
import { t } from '../parts/words.ts'
import { searchBox } from './box.ts'
import type { Clues } from './clues.ts'
import { filterRow } from './filters.ts'
import { receiptRows } from './rows.ts'

/** A receipt in the list, in the reader's words. */
export interface FoundReceipt {
  id: string
  number: string
  date: string
  amount: string
  type: string
  store: string
  storeId: string
  payment: string
  emailAddress: string | null
  items: string[]
}

interface Found {
  receipts: FoundReceipt[]
  next?: string
  previous?: string
}

/** Finds receipts by what a customer knows of them. Everything but an address is in the link. */
export const findPage: Page = async (place, _session, signal) => {
  const clues = cluesOf(place)
  const cursor = place.query.get('at') ?? undefined
  const { from, to, store, number, card, email, amount } = clues
  const body = { from, to, store, number, card, email, cursor, ...(amount && { amount: Number(amount) }) }
  const [found, stores] = await Promise.all([
    ask<Found>('/receipts/find', { body, signal }),
    ask<{ id: string; name: string }[]>('/stores', { signal }),
  ])
  const open = (changed: Clues) => go(placeOf(changed))
  const box = searchBox(clues, open)
  return {
    title: t('find.title'),
    content: [
      make('section.finder', { 'aria-label': t('find.label') }, box.element, filterRow(clues, stores, open)),
      results(found, clues, cursor !== undefined),
    ],
    shown: () => {
      shortcut(box.input, signal)
    },
  }
}

/** The address of the list with these clues. */
export function placeOf({ email, ...rest }: Clues, at?: string): string {
  return addressOf(['receipts'], { ...rest, at }, { email })
}

function cluesOf({ query, secret }: Place): Clues {
  const clues: Clues = {}
  for (const kind of ['from', 'to', 'store', 'number', 'card', 'amount'] as const) {
    const value = query.get(kind)
    if (value) clues[kind] = value
  }
  const email = secret.get('email')
  return email ? { ...clues, email } : clues
}

function results({ receipts, next, previous }: Found, clues: Clues, isLater: boolean): HTMLElement {
  if (receipts.length === 0) return nothing(Object.keys(clues).length > 0)
  const pager = make(
    'nav.pager',
    { 'aria-label': t('find.pages') },
    isLater && previous !== undefined
      ? make('a.quiet', { href: placeOf(clues, previous), rel: 'prev' }, t('find.newer'))
      : '',
    next !== undefined ? make('a.quiet', { href: placeOf(clues, next), rel: 'next' }, t('find.older')) : '',
  )
  return make('section', { 'aria-label': t('find.results') }, receiptRows(receipts), pager)
}

function nothing(hasClues: boolean): HTMLElement {
  return make(
    'div.empty',
    { role: 'status' },
    make('p', {}, t(hasClues ? 'find.none' : 'find.noneYet')),
    make('p.hint', {}, t(hasClues ? 'find.noneHint' : 'find.noneYetHint')),
    hasClues && make('a.quiet', { href: placeOf({}) }, t('find.all')),
  )
}

/** The slash leads to the box, wherever nothing is typed. */
function shortcut(input: HTMLInputElement, signal: AbortSignal): void {
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof Element && event.target.matches('input, select, textarea, dialog *')) return
    event.preventDefault()
    input.select()
  }
  document.addEventListener('keydown', onKey, { signal })
}
