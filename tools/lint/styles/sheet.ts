import { type CssNodePlain, parseStylesheet } from '../../../src/document/styles/stylesheet.ts'
import { createBoundedCache } from '../../../src/locale/bounded-cache.ts'
import type { SourcePosition } from '../finding.ts'

/** Where a rule goes: inlined, kept in the mail's style element, or printed. */
export type SheetPart = 'inlined' | 'kept' | 'paper'

/** A stylesheet as the style rules see it. */
export interface Sheet {
  rules: StyleRule[]
  atRules: AtRule[]
  /** What is not valid CSS. */
  problems: { message: string; at: SourcePosition }[]
}

/** A rule with its braces. */
export interface StyleRule {
  part: SheetPart
  at: SourcePosition
  /** Preludes of the enclosing at-rules, outermost first: `(prefers-color-scheme: dark)`. */
  within: string[]
  /** Is within another rule. */
  nested: boolean
  selectors: Selector[]
  declarations: Declaration[]
}

/** One of a rule's, between commas. */
export interface Selector {
  text: string
  at: SourcePosition
  /** Left to right; a combinator is `>`, `+`, `~` or a space. */
  parts: { type: string; name: string }[]
}

/** A property with its value, as written. */
export interface Declaration {
  property: string
  value: string
  important: boolean
  at: SourcePosition
}

interface AtRule {
  part: SheetPart
  name: string
  at: SourcePosition
  within: string[]
  /** Is within a rule. */
  nested: boolean
  /** Its own, as `@page` has. */
  declarations: Declaration[]
}

/** Reads a stylesheet of a folder; `path` decides where its rules go (`joinStyles`). */
export function readSheet(path: string, source: string): Sheet {
  return readLately.get(`${path}\n${source}`, () => readAnew(path, source))
}

/** Several rules read the same stylesheets, and most are the package's. */
const readLately = createBoundedCache<Sheet>(16)

function readAnew(path: string, source: string): Sheet {
  const sheet: Sheet = { rules: [], atRules: [], problems: [] }
  const tree = parseStylesheet(source, (message, line, column) =>
    sheet.problems.push({ message, at: { line, column } }),
  )
  const file = /^(variant|brand)\.css$/.test(path) ? 'added' : path
  for (const node of tree.children) {
    const isPrint = node.type === 'Atrule' && node.name === 'media' && /^print$/i.test(textOf(node.prelude).trim())
    if (file === 'print.css' || file === 'page.css') read(node, 'paper', [], false)
    else if (file === 'added' && isPrint) for (const inner of childrenOf(node)) read(inner, 'paper', [], false)
    else if (file === 'email.css' || (file === 'added' && node.type === 'Rule')) read(node, 'inlined', [], false)
    else read(node, 'kept', [], false)
  }
  return sheet

  function read(node: CssNodePlain, part: SheetPart, within: string[], nested: boolean): void {
    const at = placeOf(node)
    if (node.type === 'Atrule') {
      const inside = childrenOf(node)
      const declarations = inside.filter(inner => inner.type === 'Declaration').map(declaration)
      sheet.atRules.push({ part, name: node.name.toLowerCase(), at, within, nested, declarations })
      for (const inner of inside) read(inner, part, [...within, `${node.name} ${textOf(node.prelude).trim()}`], nested)
    }
    if (node.type !== 'Rule') return
    const inside = childrenOf(node)
    sheet.rules.push({
      part,
      at,
      within,
      nested,
      selectors: node.prelude.type === 'SelectorList' ? node.prelude.children.map(selector) : [],
      declarations: inside.filter(inner => inner.type === 'Declaration').map(declaration),
    })
    for (const inner of inside) if (inner.type !== 'Declaration') read(inner, part, within, true)
  }

  function selector(node: CssNodePlain): Selector {
    return {
      text: textOf(node),
      at: placeOf(node),
      parts: 'children' in node ? (node.children ?? []).flatMap(partsOf) : [],
    }
  }

  function declaration(node: CssNodePlain & { type: 'Declaration' }): Declaration {
    const { property, important } = node
    return {
      property: property.toLowerCase(),
      value: textOf(node.value).trim(),
      important: !!important,
      at: placeOf(node),
    }
  }

  /** From the source; in the tree, mustaches are masked. */
  function textOf(node: CssNodePlain | null | undefined): string {
    return node?.loc ? source.slice(node.loc.start.offset, node.loc.end.offset) : ''
  }
}

/** The classes in a selector, including those within `:not()` and similar. */
export function classesIn({ parts }: Selector): string[] {
  return parts.filter(({ type }) => type === 'ClassSelector').map(({ name }) => name)
}

/** The classes of a selector's subject, after its last combinator. */
export function subjectClasses({ parts }: Selector): string[] {
  const last = parts.findLastIndex(({ type }) => type === 'Combinator')
  return parts.slice(last + 1).flatMap(({ type, name }) => (type === 'ClassSelector' ? [name] : []))
}

function partsOf(node: CssNodePlain): { type: string; name: string }[] {
  const inside = 'children' in node && node.children ? node.children.flatMap(partsOf) : []
  return 'name' in node ? [{ type: node.type, name: nameOf(node.name) }, ...inside] : inside
}

function nameOf(name: string | CssNodePlain): string {
  return typeof name === 'string' ? name : nameOf((name as { name: string }).name)
}

function childrenOf(node: CssNodePlain): CssNodePlain[] {
  return 'block' in node && node.block ? node.block.children : []
}

function placeOf({ loc }: CssNodePlain): SourcePosition {
  // biome-ignore lint/style/noNonNullAssertion: all are parsed with positions
  const { line, column } = loc!.start
  return { line, column }
}
