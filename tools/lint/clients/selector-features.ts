import type { CssNodePlain } from '../../../src/document/styles/stylesheet.ts'
import { type ElementsOf, type FeatureUse, type Surroundings, useIn } from './feature-use.ts'

/**
 * Whether a selector matches what only one client adds to a mail: Outlook's dark mode, Apple's links on dates, Gmail's frame,
 * Samsung's. Other clients are supposed to ignore the rule.
 */
export function aimsAtOneClient(selector: CssNodePlain, css: string): boolean {
  const text = css.slice(selector.loc!.start.offset, selector.loc!.end.offset)
  return /\[data-ogs[bc]\]|x-apple-data-detectors|^u \+ |#MessageViewBody|\.ExternalClass|\[class~?=["']?x_|\[owa\]/.test(
    text,
  )
}

/** The features of a selector. */
export function selectorUses(selector: CssNodePlain, around: Surroundings): FeatureUse[] {
  if (selector.type !== 'Selector') return []
  const slugs = selector.children.map((part, index) => [part, ...slugsOf(part, selector.children[index - 1])] as const)
  return slugs.flatMap(([part, ...found]) =>
    // The space between two parts has no position.
    found.map(slug => useIn(around, slug, (part.loc ?? selector.loc)!.start.offset, 'selector', '')),
  )
}

/** The elements that selectors match, by the class or name of each one's last part. */
export function elementsOfSelectors(prelude: CssNodePlain, elementsOf: ElementsOf): string[] {
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
