import type { ReceiptView } from '../../src/view/receipt-view.ts'
import { pictureOf, shownTexts } from './shown.ts'

/** Chooses among the places of a view by what they say. */
export interface PlacesByText {
  /** Those of the places that hold the value word for word, and pictures; all of them where none does. */
  wordForWord(value: unknown, places: readonly string[]): string[]
  /** The places in the same part of the view as one of these that hold the text word for word. */
  beside(value: string, places: readonly string[]): string[]
}

/** Looks a view's texts up by their places. */
export function placesByText(view: ReceiptView): PlacesByText {
  const texts = shownTexts(view)
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

/** Whether a text of the view holds a text of the receipt, or one of its lines. */
function says(shown: string, sent: string): boolean {
  return sent.split(/[\n\t]/).some(line => line.trim() !== '' && shown.includes(line.trim()))
}

/** The object or list that a place is in. */
function partOf(place: string): string {
  return place.replace(/(?:\[\d+\]|\.?[^.[]+)$/, '')
}
