import type { Place } from '../markup/html-pieces.ts'

/** Something in a template of the mail that not every mail client supports. */
export interface FeatureUse {
  /** The feature, by the name of caniemail.com. */
  slug: string
  at: Place
  /** What is written: property, at-rule, element or attribute, and its value. */
  name: string
  value: string
  /** The elements it is put on, as far as the templates tell. */
  elements: readonly string[]
  /** All declarations of the same rule, as `property: value`. */
  beside: readonly string[]
  /** Features that a client must support to see this one at all: the media query around a declaration. */
  under: readonly string[]
}

/** What a piece of CSS stands in. */
export interface Surroundings extends Pick<FeatureUse, 'elements' | 'beside' | 'under'> {
  css: string
  /** Where in the file an offset of `css` is. */
  placeAt: (offset: number) => Place
}

/** The names of the elements that have a class. */
export type ElementsOf = (className: string) => readonly string[]

/** Everything that stays a stylesheet is lost where the style element is. */
export const styleElement = 'html-style'

/** A use within CSS. */
export function useIn(around: Surroundings, slug: string, offset: number, name: string, value: string): FeatureUse {
  const { elements, beside, under } = around
  return { slug, at: around.placeAt(offset), name, value, elements, beside, under }
}
