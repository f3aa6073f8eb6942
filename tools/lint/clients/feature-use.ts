import type { Place } from '../markup/html-pieces.ts'

/** Something in a mail template that not every client supports. */
export interface FeatureUse {
  /** The feature's name on caniemail.com. */
  slug: string
  at: Place
  /** Property, at-rule, element or attribute, and its value. */
  name: string
  value: string
  /** The elements it applies to, if the templates tell. */
  elements: readonly string[]
  /** All declarations in the same rule, as `property: value`. */
  beside: readonly string[]
  /** Features that a client needs before it sees this one: the media query around a declaration. */
  under: readonly string[]
}

/** The context of a piece of CSS. */
export interface Surroundings extends Pick<FeatureUse, 'elements' | 'beside' | 'under'> {
  css: string
  /** The place in the file of an offset in `css`. */
  placeAt: (offset: number) => Place
}

/** The names of the elements that have a class. */
export type ElementsOf = (className: string) => readonly string[]

/** A client that drops the style element drops every kept rule. */
export const styleElement = 'html-style'

/** A use within CSS. */
export function useIn(around: Surroundings, slug: string, offset: number, name: string, value: string): FeatureUse {
  const { elements, beside, under } = around
  return { slug, at: around.placeAt(offset), name, value, elements, beside, under }
}
