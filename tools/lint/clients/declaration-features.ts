import { type CssNodePlain, spanOf, walkStylesheet } from '../../../src/document/styles/stylesheet.ts'
import type { SourcePosition } from '../finding.ts'
/** The features of a declaration: its property, the parts of its value, and `!important`. */
export function declarationUses(
  declaration: Extract<CssNodePlain, { type: 'Declaration' }>,
  around: DeclarationContext,
): FeatureUse[] {
  const name = declaration.property.toLowerCase()
  const { start: from, end } = spanOf(declaration)
  const written = around.css.slice(spanOf(declaration.value).start, end)
  const [value, important] = declaration.important ? apart(written) : [written.trim(), undefined]
  const slugs = new Map([...valueSlugs(declaration.value), [propertySlug(name, value), from]])
  return [
    ...Array.from(slugs, ([slug, offset]) => useIn(around, slug, offset, name, value)),
    ...(important ? [useIn(around, 'css-important', around.css.indexOf('!', from), name, important)] : []),
  ]
}

/** A value, and its `!important` with the space before. */
function apart(written: string): [string, string] {
  const index = written.search(/\s*![^!]*$/)
  return [written.slice(0, index).trim(), written.slice(index)]
}

function propertySlug(name: string, value: string): string {
  if (name.startsWith('--')) return 'css-variables'
  if (name === 'display') return displaySlug(value)
  if (name === 'flex-direction' && !/column/.test(value)) return 'css-display-flex'
  // Start and end become left and right when templates are compiled.
  const physical = name.replace(/^(padding|margin|border)-inline-(start|end)\b/, '$1-left')
  const group = propertyGroups.find(([names]) => names.test(physical))
  return group ? group[1] : `css-${physical}`
}

function displaySlug(value: string): string {
  if (/\bflex\b/.test(value)) return 'css-display-flex'
  if (/\bgrid\b/.test(value)) return 'css-display-grid'
  return value === 'none' ? 'css-display-none' : 'css-display'
}

/** Properties that caniemail.com groups into one feature. Every other one has a feature of the same name. */
const propertyGroups: readonly (readonly [RegExp, string])[] = [
  [/^border(-(top|right|bottom|left))?(-(width|style|color))?$/, 'css-border'],
  [/^border-(top|bottom)-(left|right)-radius$/, 'css-border-radius'],
  [/^border-(start|end)-(start|end)-radius$/, 'css-border-radius-logical'],
  [/^border-(inline|block)-(start|end)-(color|style|width)$/, 'css-border-inline-block-longhand'],
  [/^border-(inline|block)-\w+$/, 'css-border-inline-block-individual'],
  [/^border-(inline|block)$/, 'css-border-inline-block'],
  [/^margin-(top|right|bottom|left)$/, 'css-margin'],
  [/^margin-block-(start|end)$/, 'css-margin-block-start-end'],
  [/^margin-(inline|block)$/, 'css-margin-inline-block'],
  [/^padding-(top|right|bottom|left)$/, 'css-padding'],
  [/^padding-block-(start|end)$/, 'css-padding-block-start-end'],
  [/^padding-(inline|block)$/, 'css-padding-inline-block'],
  [/^block-size$/, 'css-block-inline-size'],
  [/^(row-|column-|grid-)?gap$/, 'css-gap'],
  [/^(columns|column-(fill|rule|rule-color|rule-style|rule-width|span|width))$/, 'css-column-layout-properties'],
  [/^grid-template-\w+$/, 'css-grid-template'],
  [/^inset-/, 'css-inset'],
  [/^(left|right|top|bottom)$/, 'css-left-right-top-bottom'],
  [/^overflow-(x|y|block|inline)$/, 'css-overflow'],
  [/^scroll-snap-/, 'css-scroll-snap'],
  [/^animation-/, 'css-animation'],
  [/^transition-/, 'css-transition'],
  [/^transform-/, 'css-transform'],
  [/^text-emphasis-(color|style)$/, 'css-text-emphasis'],
  [/^mask$/, 'css-mask-image'],
  [/^outline-(color|style|width)$/, 'css-outline'],
]

/** The parts of a value, each with its offset. */
function valueSlugs(value: CssNodePlain): [string, number][] {
  const slugs: [string, number][] = []
  // The walk also accepts plain objects.
  walkStylesheet(value as never, node => {
    const slug = valueSlug(node as CssNodePlain)
    if (slug) slugs.push([slug, spanOf(node as CssNodePlain).start])
  })
  return slugs.reverse()
}

function valueSlug(node: CssNodePlain): string | undefined {
  switch (node.type) {
    case 'Function':
      return functions[node.name.toLowerCase().replace(/^repeating-/, '')]
    case 'Identifier':
      return keywords[node.name.toLowerCase()]
    case 'Dimension':
      return `css-unit-${node.unit.toLowerCase()}`
    case 'Percentage':
      return 'css-unit-percent'
    default:
      return undefined
  }
}

const functions: Readonly<Record<string, string>> = {
  var: 'css-variables',
  calc: 'css-unit-calc',
  clamp: 'css-function-clamp',
  max: 'css-function-max',
  min: 'css-function-min',
  'light-dark': 'css-function-light-dark',
  'linear-gradient': 'css-linear-gradient',
  'radial-gradient': 'css-radial-gradient',
  'conic-gradient': 'css-conic-gradient',
  rgb: 'css-rgb',
  rgba: 'css-rgba',
  lch: 'css-modern-color',
  oklch: 'css-modern-color',
  lab: 'css-modern-color',
  oklab: 'css-modern-color',
}

const keywords: Readonly<Record<string, string>> = {
  initial: 'css-unit-initial',
  'fit-content': 'css-intrinsic-size',
  'min-content': 'css-intrinsic-size',
  'max-content': 'css-intrinsic-size',
  // Spelled so by caniemail.com.
  'system-ui': 'css-sytem-ui',
  'ui-serif': 'css-sytem-ui',
  'ui-sans-serif': 'css-sytem-ui',
  'ui-rounded': 'css-sytem-ui',
  'ui-monospace': 'css-sytem-ui',
}

/** Something in a mail template that not every client supports. */
export interface FeatureUse {
  /** The feature's name on caniemail.com. */
  slug: string
  at: SourcePosition
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
export interface DeclarationContext extends Pick<FeatureUse, 'elements' | 'beside' | 'under'> {
  css: string
  /** The place in the file of an offset in `css`. */
  placeAt: (offset: number) => SourcePosition
  /** The names of the elements that have a class. */
  elementsOf: ElementsOf
}

/** The names of the elements that have a class. */
export type ElementsOf = (className: string) => readonly string[]

/** A client that drops the style element drops every kept rule. */
export const styleElement = 'html-style'

/** A use within CSS. */
export function useIn(
  around: DeclarationContext,
  slug: string,
  offset: number,
  name: string,
  value: string,
): FeatureUse {
  const { elements, beside, under } = around
  return { slug, at: around.placeAt(offset), name, value, elements, beside, under }
}
