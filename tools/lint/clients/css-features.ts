import { type CssNodePlain, parseStylesheet } from '../../../src/document/styles/stylesheet.ts'
import { declarationUses } from './declaration-features.ts'
import { type ElementsOf, type FeatureUse, type Surroundings, styleElement, useIn } from './feature-use.ts'
import { aimsAtOneClient, elementsOfSelectors, selectorUses } from './selector-features.ts'

type Node<Type extends CssNodePlain['type']> = Extract<CssNodePlain, { type: Type }>

/** Where a stylesheet goes: inlined (all but its at-rules), or in the mail's style element. */
export type StylePlace = 'elements' | 'style element'

/** The features that a stylesheet of the mail uses. Skips rules for paper. */
export function stylesheetUses(
  source: Pick<Surroundings, 'css' | 'placeAt'>,
  place: StylePlace,
  elementsOf: ElementsOf,
): FeatureUse[] {
  const nodes = parseStylesheet(source.css).children.filter(node => !isForPaper(node, source.css))
  const kept = nodes.filter(node => node.type === 'Atrule' || (node.type === 'Rule' && place === 'style element'))
  const onElements = { ...source, elements: [], beside: [], under: [] }
  return [
    ...nodes.filter(node => !kept.includes(node)).flatMap(node => blockUses(node, elementsOf, onElements)),
    ...kept.slice(0, 1).map(node => useIn(onElements, styleElement, blockOffset(node), 'style', '')),
    ...kept.flatMap(node => partUses(node, elementsOf, { ...onElements, under: [styleElement] })),
  ]
}

/** The features that a style attribute uses. */
export function styleAttributeUses(
  { css, placeAt }: Pick<Surroundings, 'css' | 'placeAt'>,
  element: string,
): FeatureUse[] {
  const before = 'a{'
  const around: Surroundings = {
    css: `${before}${css}}`,
    placeAt: offset => placeAt(offset - before.length),
    elements: [element],
    beside: [],
    under: [],
  }
  return parseStylesheet(around.css).children.flatMap(node => blockUses(node, () => [], around))
}

function isForPaper(node: CssNodePlain, css: string): boolean {
  return node.type === 'Atrule' && node.name === 'media' && preludeText(node, css) === 'print'
}

function preludeText({ prelude }: Node<'Atrule'>, css: string): string {
  return prelude ? textOf(prelude, css).toLowerCase() : ''
}

function textOf({ loc }: CssNodePlain, css: string): string {
  return loc ? css.slice(loc.start.offset, loc.end.offset).trim() : ''
}

function offsetOf(node: CssNodePlain): number {
  return node.loc!.start.offset
}

/** A kept rule needs a style element: reported at its braces, since its start is taken by other uses. */
function blockOffset(node: CssNodePlain): number {
  return offsetOf('block' in node && node.block ? node.block : node)
}

function partUses(node: CssNodePlain, elementsOf: ElementsOf, around: Surroundings): FeatureUse[] {
  if (node.type === 'Rule') return ruleUses(node, elementsOf, around)
  return node.type === 'Atrule' ? atruleUses(node, elementsOf, around) : []
}

/** A rule with its selectors. What one selector needs, the whole rule needs. */
function ruleUses(rule: Node<'Rule'>, elementsOf: ElementsOf, around: Surroundings): FeatureUse[] {
  if (rule.prelude.type !== 'SelectorList') return []
  const selectors = rule.prelude.children.filter(selector => !aimsAtOneClient(selector, around.css))
  if (!selectors.length) return []
  const uses = selectors.map(selector => selectorUses(selector, around))
  if (selectors.length > 1)
    uses[0]!.push(useIn(around, 'css-selector-grouping', offsetOf(selectors[1]!), 'selectors', ''))
  const needed = uses[0]!.map(use => use.slug).filter(slug => uses.every(some => some.some(use => use.slug === slug)))
  return [...uses.flat(), ...blockUses(rule, elementsOf, { ...around, under: [...around.under, ...needed] })]
}

/** The content of a rule's braces. */
function blockUses(rule: CssNodePlain, elementsOf: ElementsOf, around: Surroundings): FeatureUse[] {
  if (rule.type !== 'Rule') return []
  const declarations = rule.block.children.filter(child => child.type === 'Declaration')
  const elements = around.elements.length ? around.elements : elementsOfSelectors(rule.prelude, elementsOf)
  const beside = declarations.map(({ property, value }) => `${property}: ${textOf(value, around.css)}`)
  const nested = rule.block.children.filter(isRule)
  return [
    ...declarations.flatMap(declaration => declarationUses(declaration, { ...around, elements, beside })),
    ...nested.map(child => useIn(around, 'css-nesting', offsetOf(child), 'nesting', '')),
  ]
}

/** The parser takes a rule that starts with a class for text. */
function isRule(child: CssNodePlain): boolean {
  return child.type === 'Rule' || child.type === 'Atrule' || (child.type === 'Raw' && /\{/.test(child.value))
}

function atruleUses(atrule: Node<'Atrule'>, elementsOf: ElementsOf, around: Surroundings): FeatureUse[] {
  const value = preludeText(atrule, around.css)
  const name = atrule.name.toLowerCase()
  const slugs = [`css-at-${name}`, ...(name === 'media' ? mediaSlugs(value) : [])]
  const uses = slugs.map((slug, index) =>
    useIn(around, slug, offsetOf(index ? atrule.prelude! : atrule), `@${name}`, value),
  )
  if (!/^(media|supports|layer|container)$/.test(name)) return uses
  const within = { ...around, under: [...around.under, ...slugs] }
  return [...uses, ...(atrule.block?.children ?? []).flatMap(child => partUses(child, elementsOf, within))]
}

function mediaSlugs(query: string): string[] {
  const asked = Array.from(query.matchAll(/\(\s*([\w-]+)/g), ([, feature]) => mediaFeatures[feature!])
  return [...new Set(asked.filter(slug => slug !== undefined))]
}

/** Media features that caniemail.com tests one by one. */
export const mediaFeatures: Readonly<Record<string, string>> = {
  'prefers-color-scheme': 'css-at-media-prefers-color-scheme',
  'prefers-reduced-motion': 'css-at-media-prefers-reduced-motion',
  orientation: 'css-at-media-orientation',
  hover: 'css-at-media-hover',
  'any-hover': 'css-at-media-hover',
  '-webkit-device-pixel-ratio': 'css-at-media-device-pixel-ratio',
  '-webkit-min-device-pixel-ratio': 'css-at-media-device-pixel-ratio',
  '-webkit-max-device-pixel-ratio': 'css-at-media-device-pixel-ratio',
}
