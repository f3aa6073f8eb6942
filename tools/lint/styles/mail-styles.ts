import { createHash } from 'node:crypto'
import { splicePage } from '../../../src/document/language/splice.ts'
import { addedStyles, joinStyles } from '../../../src/document/styles/stylesheet.ts'
import type { TemplateFiles } from '../../../src/document/template-files.ts'
import { TemplateError } from '../../../src/errors.ts'
import { createBoundedCache } from '../../../src/locale/bounded-cache.ts'
import { type Fault, type Finding, fileStart, findingIn, ifUsable, type LintedFolder, type Report } from '../finding.ts'
import { classesOf, type Piece, voidElements, walkBranches } from '../markup/html-pieces.ts'
import { scanHtml } from '../markup/scan-html.ts'
import { readSheet, type Sheet, type StyleRule, subjectClasses } from './sheet.ts'

/** The mail as its styles see it. */
export interface MailStyles {
  /** The inlined and the kept rules of all files. */
  inlined: StyleRule[]
  kept: StyleRule[]
  /** With all sections included; undefined if it can't be assembled, which other rules report. */
  page: hbs.AST.Program | undefined
  elements: MailElement[]
}

/** The mail's rules and elements; no elements if the page can't be assembled. */
export function readMailStyles(files: TemplateFiles): MailStyles {
  const joined = joinStyles(files)
  const rulesOf = (path: string) => readSheet(path, joined.get(path) ?? '').rules
  const page = ifUsable(TemplateError, () => splicePage(joined, 'email'))
  const elements = page ? elementsLately.get(sourcesOf(joined), () => elementsOf(scanHtml(page))) : []
  return { inlined: rulesOf('email.css'), kept: rulesOf('email-kept.css'), page, elements }
}

/** Whoever writes styles leaves the mail's elements as they are. */
const elementsLately = createBoundedCache<MailElement[]>(4)

/** What decides a mail's elements: its templates, and stylesheets that they include. */
function sourcesOf(files: TemplateFiles): string {
  const templates = [...files].filter(([path]) => /(?<!\bprint)\.html\.hbs$/.test(path))
  const styles = [...files].filter(
    ([path]) => path.endsWith('.css') && templates.some(([, source]) => source.includes(path)),
  )
  return createHash('sha256')
    .update(JSON.stringify([templates, styles]))
    .digest('base64')
}

/** An element of the mail, with all sections included. */
export interface MailElement {
  name: string
  classes: string[]
  /** Has a background from an attribute. */
  hasBackground: boolean
  parent?: MailElement
  /** Directly contains text or receipt data. */
  hasText: boolean
}

function elementsOf(pieces: readonly Piece[]): MailElement[] {
  const elements: MailElement[] = []
  walkBranches<MailElement | undefined>(pieces, undefined, step, (_, first) => first)
  return elements

  function step(open: MailElement | undefined, piece: Piece): MailElement | undefined {
    if (piece.kind === 'endTag') return closed(open, piece.name)
    if (piece.kind === 'tag') {
      const element: MailElement = {
        name: piece.name,
        classes: classesOf(piece),
        hasBackground: piece.attributes.some(({ name }) => name === 'bgcolor' || name === 'style'),
        hasText: false,
        ...(open && { parent: open }),
      }
      elements.push(element)
      return voidElements.includes(piece.name) ? open : element
    }
    const isData = piece.kind === 'mustache' && piece.inside === 'element'
    if (open && (isData || (piece.kind === 'text' && /[\p{L}\p{N}]/u.test(piece.text)))) open.hasText = true
    return open
  }
}

/** What is open after an end tag: the parent of the nearest element with that name. */
function closed(open: MailElement | undefined, name: string): MailElement | undefined {
  for (let element = open; element; element = element.parent) if (element.name === name) return element.parent
  return open
}

/** Gmail drops longer style elements. */
const maxLength = 16_384
const nearlyMaxLength = 12_000

/** At-rules that are lost, or that make a client drop more. */
export function atRules({ rules, atRules }: Sheet, path: string, report: Report): void {
  for (const { part, name, at, within, nested } of atRules) {
    if (name === 'import' || name === 'font-face') report(at, loads(name))
    else if (part === 'paper') continue
    else if (nested) report(at, isNested(`@${name} within a rule: few mail clients support nesting`))
    else if (within.length > 0)
      report(at, isNested(`@${name} within @${within.at(-1)}: Gmail drops the whole style element`))
    else if (part === 'inlined') report(at, isLost(name, path))
  }
  for (const { name, declarations } of atRules) {
    // The web page's own print has no other paper.
    if (name !== 'page' || path === 'page.css') continue
    for (const { property, at } of declarations) if (/^(?:size|margin)/.test(property)) report(at, isOfPaper(property))
  }
  for (const { part, nested, at } of rules) {
    if (nested && part !== 'paper') report(at, isNested('a rule within a rule: few mail clients support nesting'))
  }
}

function loads(name: string): Fault {
  return {
    rule: 'remote-in-css',
    message: `@${name} loads a file: mail clients block it, and paper is printed without a network`,
    advice: 'name fonts that readers have in "font" of brand.json; paper uses embedded fonts',
  }
}

function isNested(message: string): Fault {
  return {
    rule: 'nested-at-rule',
    message,
  }
}

function isLost(name: string, path: string): Fault {
  return {
    rule: 'lost-at-rule',
    message: `${path} is inlined, and style attributes cannot hold @${name}: it is lost`,
  }
}

function isOfPaper(property: string): Fault {
  return {
    rule: 'page-box',
    message: `the ${property} of @page is the paper's: it does nothing here`,
  }
}

/** A kept rule must override the style attributes of the same elements. */
export function importantRule(sheet: Sheet, { inlined, elements }: MailStyles, report: Report): void {
  for (const { part, selectors, declarations } of sheet.rules) {
    if (part !== 'kept') continue
    const together = classesOnSameElements(selectors.flatMap(subjectClasses), elements)
    const onElements = inlined.filter(rule => rule.selectors.flatMap(subjectClasses).some(name => together.has(name)))
    for (const { property, value, important, at } of declarations) {
      const isSet = onElements.some(rule => rule.declarations.some(other => overlap(property, other.property)))
      if (important || !isSet) continue
      report(at, {
        rule: 'important-needed',
        message: `an inlined ${property} overrides this one`,
        advice: `write ${property}: ${value} !important`,
      })
    }
  }
}

/** The length of the mail's style element, reported in the merchant's file that adds to it. */
export function keptLengthRule({ own }: LintedFolder, { page }: MailStyles): Finding[] {
  const path = [...[...addedStyles].reverse(), 'email-kept.css', 'email.html.hbs'].find(name => own.has(name))
  if (path === undefined) return []
  const styles = printed(page).matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)
  const length = [...styles].reduce((sum, [, css = '']) => sum + css.length, 0)
  if (length <= nearlyMaxLength) return []
  return [
    findingIn(path, own.get(path) ?? '', fileStart, {
      rule: 'kept-style-too-long',
      severity: length > maxLength ? 'error' : 'warning',
      message: `the mail's style element is ${length} characters long; Gmail drops it above ${maxLength}`,
    }),
  ]
}

/** A page's content without its logic. */
function printed(tree: hbs.AST.Program | undefined): string {
  const text = (node: hbs.AST.Statement): string => {
    if (node.type === 'ContentStatement') return (node as hbs.AST.ContentStatement).value
    const { program, inverse, path } = node as hbs.AST.BlockStatement
    return node.type === 'BlockStatement' ? printed(program) + printed(inverse) : `{{${path?.original ?? ''}}}`
  }
  return tree?.body.map(text).join('') ?? ''
}

/** The classes of all elements that have one of the given classes. */
function classesOnSameElements(classes: readonly string[], elements: readonly MailElement[]): Set<string> {
  const found = elements.filter(element => element.classes.some(name => classes.includes(name)))
  return new Set([...classes, ...found.flatMap(element => element.classes)])
}

/** Whether two properties overlap: `background` and `background-color`. */
function overlap(one: string, other: string): boolean {
  const [a = '', b = ''] = [one, other].map(name =>
    name.replace('-inline-start', '-left').replace('-inline-end', '-right'),
  )
  return a === b || a.startsWith(`${b}-`) || b.startsWith(`${a}-`)
}
