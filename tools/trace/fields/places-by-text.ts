import { withoutIsolates } from '../../../src/view/direction.ts'
import type { ReceiptView } from '../../../src/view/receipt-view.ts'
import { pictureOf, shownTexts } from '../shown.ts'

/** Selects places of a view by their text. */
export interface PlacesByText {
  /** The places that contain the value verbatim, and images; all places if none does. */
  wordForWord(value: unknown, places: readonly string[]): string[]
  /** The places that contain the text verbatim, in the same part of the view as one of these. */
  beside(value: string, places: readonly string[]): string[]
}

/** Indexes a view's texts by place. */
export function placesByText(view: ReceiptView): PlacesByText {
  const texts = new Map([...shownTexts(view)].map(([place, text]) => [place, asSent(text)]))
  const isPicture = (place: string) => pictureOf(view, place.split('.').at(-1)!, texts.get(place)!) !== undefined
  return {
    wordForWord(value, places) {
      const said = new Set(typeof value === 'string' ? places.filter(place => says(texts.get(place)!, value)) : [])
      return said.size === 0 ? [...places] : places.filter(place => said.has(place) || isPicture(place))
    },
    beside(value, places) {
      const parts = new Set(places.map(partOf))
      return [...texts].flatMap(([place, text]) => (parts.has(partOf(place)) && says(text, value) ? [place] : []))
    },
  }
}

/** A view text without the marks that keep values whole. */
function asSent(shown: string): string {
  return withoutIsolates(shown).replaceAll('\u00a0', ' ')
}

/** Whether a view text contains a receipt text, or one of its lines. */
function says(shown: string, sent: string): boolean {
  return sent.split(/[\n\t]/).some(line => line.trim() !== '' && shown.includes(line.trim()))
}

/** The object or list that a place is in. */
function partOf(place: string): string {
  return place.replace(/(?:\[\d+\]|\.?[^.[]+)$/, '')
}
