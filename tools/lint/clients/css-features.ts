import { type CssNodePlain, parseStylesheet, spanOf } from '../../../src/document/styles/stylesheet.ts'
import type { JoinedText } from '../markup/html-pieces.ts'
import {
  type DeclarationContext,
  declarationUses,
  type ElementsOf,
  type FeatureUse,
  styleElement,
  useIn,
} from './declaration-features.ts'

type Node<Type extends CssNodePlain['type']> = Extract<CssNodePlain, { type: Type }>

/** Where a stylesheet goes: inlined (all but its at-rules), or in the mail's style element. */
type StylePlace = 'elements' | 'style element'

/** The features that a stylesheet of the mail uses. Skips rules for paper. */
export function stylesheetUses(
  { text: css, placeAt }: JoinedText,
  place: StylePlace,
  elementsOf: ElementsOf,
): FeatureUse[] {
  const nodes = parseStylesheet(css).children.filter(node => !isForPaper(node, css))
  const kept = nodes.filter(node => node.type === 'Atrule' || (node.type === 'Rule' && place === 'style element'))
  const onElements = { css, placeAt, elementsOf, elements: [], beside: [], under: [] }
  return [
    ...nodes.filter(node => !kept.includes(node)).flatMap(node => blockUses(node, onElements)),
    ...kept.slice(0, 1).map(node => useIn(onElements, styleElement, blockOffset(node), 'style', '')),
    ...kept.flatMap(node => partUses(node, { ...onElements, under: [styleElement] })),
  ]
}

/** The features that a style attribute uses. */
export function styleAttributeUses({ text, placeAt }: JoinedText, element: string): FeatureUse[] {
  const before = 'a{'
  const around: DeclarationContext = {
    css: `${before}${text}}`,
    placeAt: offset => placeAt(offset - before.length),
    elementsOf: () => [],
    elements: [element],
    beside: [],
    under: [],
  }
  return parseStylesheet(around.css).children.flatMap(node => blockUses(node, around))
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
  return spanOf(node).start
}

/** A kept rule needs a style element: reported at its braces, since its start is taken by other uses. */
function blockOffset(node: CssNodePlain): number {
  return offsetOf('block' in node && node.block ? node.block : node)
}

function partUses(node: CssNodePlain, around: DeclarationContext): FeatureUse[] {
  if (node.type === 'Rule') return ruleUses(node, around)
  return node.type === 'Atrule' ? atruleUses(node, around) : []
}

/** A rule with its selectors. What one selector needs, the whole rule needs. */
function ruleUses(rule: Node<'Rule'>, around: DeclarationContext): FeatureUse[] {
  if (rule.prelude.type !== 'SelectorList') return []
  const selectors = rule.prelude.children.filter(selector => !aimsAtOneClient(selector, around.css))
  const [first, ...others] = selectors.map(selector => selectorUses(selector, around))
  if (!first) return []
  if (selectors[1]) first.push(useIn(around, 'css-selector-grouping', offsetOf(selectors[1]), 'selectors', ''))
  const needed = first.map(use => use.slug).filter(slug => others.every(some => some.some(use => use.slug === slug)))
  return [...first, ...others.flat(), ...blockUses(rule, { ...around, under: [...around.under, ...needed] })]
}

/** The content of a rule's braces. */
function blockUses(rule: CssNodePlain, around: DeclarationContext): FeatureUse[] {
  if (rule.type !== 'Rule') return []
  const declarations = rule.block.children.filter(child => child.type === 'Declaration')
  const elements = around.elements.length ? around.elements : elementsOfSelectors(rule.prelude, around.elementsOf)
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

function atruleUses(atrule: Node<'Atrule'>, around: DeclarationContext): FeatureUse[] {
  const value = preludeText(atrule, around.css)
  const name = atrule.name.toLowerCase()
  const slugs = [`css-at-${name}`, ...(name === 'media' ? mediaSlugs(value) : [])]
  const uses = slugs.map((slug, index) =>
    useIn(around, slug, offsetOf((index && atrule.prelude) || atrule), `@${name}`, value),
  )
  if (!/^(media|supports|layer|container)$/.test(name)) return uses
  const within = { ...around, under: [...around.under, ...slugs] }
  return [...uses, ...(atrule.block?.children ?? []).flatMap(child => partUses(child, within))]
}

function mediaSlugs(query: string): string[] {
  const slugs = Array.from(query.matchAll(/\(\s*([\w-]+)/g), ([, feature = '']) => mediaFeatures[feature])
  return [...new Set(slugs.filter(slug => slug !== undefined))]
}

/** Media features that caniemail.com tests one by one. */
const mediaFeatures: Readonly<Record<string, string>> = {
  'prefers-color-scheme': 'css-at-media-prefers-color-scheme',
  'prefers-reduced-motion': 'css-at-media-prefers-reduced-motion',
  orientation: 'css-at-media-orientation',
  hover: 'css-at-media-hover',
  'any-hover': 'css-at-media-hover',
  '-webkit-device-pixel-ratio': 'css-at-media-device-pixel-ratio',
  '-webkit-min-device-pixel-ratio': 'css-at-media-device-pixel-ratio',
  '-webkit-max-device-pixel-ratio': 'css-at-media-device-pixel-ratio',
}

/**
 * Whether a selector matches what only one client adds to a mail: Outlook's dark mode, Apple's links on dates, Gmail's frame,
 * Samsung's. Other clients are supposed to ignore the rule.
 */
function aimsAtOneClient(selector: CssNodePlain, css: string): boolean {
  return /\[data-ogs[bc]\]|x-apple-data-detectors|^u \+ |#MessageViewBody|\.ExternalClass|\[class~?=["']?x_|\[owa\]/.test(
    textOf(selector, css),
  )
}

/** The features of a selector. */
function selectorUses(selector: CssNodePlain, around: DeclarationContext): FeatureUse[] {
  if (selector.type !== 'Selector') return []
  const slugs = selector.children.map((part, index) => [part, ...slugsOf(part, selector.children[index - 1])] as const)
  return slugs.flatMap(([part, ...found]) =>
    // The space between two parts has no position.
    found.map(slug => useIn(around, slug, offsetOf(part.loc ? part : selector), 'selector', '')),
  )
}

/** The elements that selectors match, by the class or name of each one's last part. */
function elementsOfSelectors(prelude: CssNodePlain, elementsOf: ElementsOf): string[] {
  if (prelude.type !== 'SelectorList') return []
  const found = prelude.children.flatMap(selector => {
    const last = selector.type === 'Selector' ? selector.children.at(-1) : undefined
    if (last?.type === 'TypeSelector') return [last.name]
    return last?.type === 'ClassSelector' ? elementsOf(last.name) : []
  })
  return [...new Set(found)]
}

function slugsOf(part: CssNodePlain, before: CssNodePlain | undefined): string[] {
  const chained = before !== undefined && isQualifier(part) && isQualifier(before) ? ['css-selector-chaining'] : []
  const slug = slugOf(part)
  return slug ? [slug, ...chained] : chained
}

function isQualifier({ type }: CssNodePlain): boolean {
  return type === 'ClassSelector' || type === 'IdSelector' || type === 'AttributeSelector'
}

function slugOf(part: CssNodePlain): string | undefined {
  switch (part.type) {
    case 'ClassSelector':
      return 'css-selector-class'
    case 'IdSelector':
      return 'css-selector-id'
    case 'AttributeSelector':
      return 'css-selector-attribute'
    case 'TypeSelector':
      return part.name === '*' ? 'css-selector-universal' : 'css-selector-type'
    case 'Combinator':
      return combinators[part.name]
    case 'PseudoClassSelector':
      // Old spellings of pseudo-elements use one colon.
      return /^(before|after|first-letter|first-line)$/.test(part.name)
        ? `css-pseudo-element-${part.name}`
        : `css-pseudo-class-${part.name}`
    case 'PseudoElementSelector':
      return `css-pseudo-element-${part.name}`
    default:
      return undefined
  }
}

const combinators: Readonly<Record<string, string>> = {
  ' ': 'css-selector-descendant',
  '>': 'css-selector-child',
  '+': 'css-selector-adjacent-sibling',
  '~': 'css-selector-general-sibling',
}
