import { isForm } from '../../../src/document/language/forms.ts'
import { blocks, canDoWithout, htmlHelpers, isCall, textHelpers } from '../../../src/document/language/helpers.ts'
import { parseTemplate } from '../../../src/document/language/parse.ts'
import { addedStyles, printRanges } from '../../../src/document/styles/stylesheet.ts'
import { allPages, type PageName, pages, sectionFile } from '../../../src/document/template-files.ts'
import { TemplateError } from '../../../src/errors.ts'
import { blank, type LintedFolder } from '../finding.ts'
import {
  type FieldScope,
  imageValue,
  isUnknown,
  outermost,
  resolve,
  type Unknown,
  type Value,
  whereThere,
  within,
  withinEach,
} from './scope.ts'

/** The pages of a folder, walked once for all rules. */
export function walksOf(folder: LintedFolder): readonly Walk[] {
  return allPages.map(page => walkOf(folder, page))
}

function walkOf(folder: LintedFolder, page: PageName): Walk {
  const known = walked.get(folder) ?? new Map<PageName, Walk>()
  walked.set(folder, known)
  const walk = known.get(page) ?? walkPage(folder, page)
  known.set(page, walk)
  return walk
}

const walked = new WeakMap<LintedFolder, Map<PageName, Walk>>()

/**
 * The view fields that a page prints, as type paths: `items.groups.items.name`. Lists have no index; a record's entry is
 * `extra.*`, an image's `images.*.src`. A helper's arguments count as printed; a field only tested by `{{#if}}` does not.
 */
export function printedFields(folder: LintedFolder, page: PageName): ReadonlySet<string> {
  const known = printedOn.get(folder) ?? new Map<PageName, ReadonlySet<string>>()
  printedOn.set(folder, known)
  const fields = known.get(page) ?? fieldsPrinted(folder, page)
  known.set(page, fields)
  return fields
}

const printedOn = new WeakMap<LintedFolder, Map<PageName, ReadonlySet<string>>>()

function fieldsPrinted(folder: LintedFolder, page: PageName): ReadonlySet<string> {
  const printed = walkOf(folder, page).uses.filter(({ how }) => how === 'printed' || how === 'given')
  return new Set(printed.flatMap(({ found }) => (isUnknown(found) ? [] : [found.typePath])))
}

/** What findings call the pages. */
export const pageNames: Record<PageName, string> = { email: 'the mail', print: 'paper', text: 'the plain text' }

/** What a page and its sections use. */
export interface Walk {
  page: PageName
  uses: FieldUse[]
  faults: SectionFault[]
  /** Files that are not valid Handlebars. */
  broken: TemplateError[]
  /** The page's files, with their syntax trees. */
  files: Map<string, hbs.AST.Program>
}

/** A file on the way from a page to a place. */
interface FileStep {
  file: string
  /** The `{{> section}}` in the previous file; a page and its stylesheets have none. */
  by?: hbs.AST.PartialStatement
}

/** A place where a template names a field. */
export interface FieldUse {
  page: PageName
  /** The files from the page to here; the last holds the place. */
  trail: readonly FileStep[]
  node: hbs.AST.PathExpression
  /** `printed` must be text; `given` to a helper, it may be absent; `tested` by `if`, `unless`, `with` and `is`; `looped` by `each`. */
  how: 'printed' | 'given' | 'tested' | 'looped'
  found: Value | Unknown
  scope: FieldScope
  /** The code that `is` compares it with. */
  code?: string
  /** The form that writes it: `date`. */
  form?: string
}

/** A `{{> section}}` that cannot work. */
export interface SectionFault {
  page: PageName
  trail: readonly FileStep[]
  node: hbs.AST.PartialStatement
  name: string
  /** The file that contains itself; undefined if there is no such file. */
  again?: string
}

/** Walks through a page and its sections, tracking the scope. */
function walkPage({ files, words }: LintedFolder, page: PageName): Walk {
  const helpers = page === 'text' ? textHelpers : htmlHelpers
  const walk: Walk = { page, uses: [], faults: [], broken: [], files: new Map() }
  const start = outermost(page, words)
  for (const path of [pages[page].file, ...stylesOf[page]]) if (files.has(path)) file({ file: path }, start, [])
  return walk

  function file(step: FileStep, scope: FieldScope, above: readonly FileStep[]): void {
    const tree = walk.files.get(step.file) ?? parsed(step.file)
    walk.files.set(step.file, tree)
    statements(tree, scope, [...above, step])
  }

  function parsed(path: string): hbs.AST.Program {
    try {
      return parseFile(files.get(path) ?? '', path, page)
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error
      walk.broken.push(error)
      return parseFile('', path, page)
    }
  }

  function statements(program: hbs.AST.Program | undefined, scope: FieldScope, trail: readonly FileStep[]): void {
    for (const node of program?.body ?? []) {
      if (node.type === 'BlockStatement') block(node as hbs.AST.BlockStatement, scope, trail)
      if (node.type === 'MustacheStatement') mustache(node as hbs.AST.MustacheStatement, scope, trail)
      if (node.type === 'PartialStatement') section(node as hbs.AST.PartialStatement, scope, trail)
    }
  }

  function block(node: hbs.AST.BlockStatement, scope: FieldScope, trail: readonly FileStep[]): void {
    const word = node.path.original
    const [parameter] = node.params
    if (!blocks.includes(word) || !parameter) return
    const inside = narrowed(word, value(parameter, word === 'each' ? 'looped' : 'tested', scope, trail), scope)
    statements(node.program, word === 'unless' ? scope : inside, trail)
    statements(node.inverse, word === 'unless' ? inside : scope, trail)
  }

  function mustache(node: hbs.AST.MustacheStatement, scope: FieldScope, trail: readonly FileStep[]): void {
    const word = (node.path as hbs.AST.PathExpression).original
    if (isCall(node, helpers)) parameters(node, word, scope, trail)
    else value(node.path, 'printed', scope, trail)
  }

  function parameters(
    node: hbs.AST.MustacheStatement | hbs.AST.SubExpression,
    helper: string,
    scope: FieldScope,
    trail: readonly FileStep[],
  ): void {
    for (const [at, each] of node.params.entries()) {
      value(each, canDoWithout(helper, at) ? 'given' : 'printed', scope, trail)
      const use = walk.uses.at(-1)
      if (use?.node === each && isForm(helper)) use.form = helper
    }
  }

  /** Records the use of a field; for a helper's result, of its arguments. */
  function value(
    node: hbs.AST.Expression,
    how: FieldUse['how'],
    scope: FieldScope,
    trail: readonly FileStep[],
  ): Value | Unknown {
    if (node.type === 'SubExpression') {
      const call = node as hbs.AST.SubExpression
      const word = call.path.original
      if (word === 'is') return comparison(call, scope, trail)
      parameters(call, word, scope, trail)
      return word === 'image' ? imageValue((call.params[0] as hbs.AST.PathExpression)?.original) : anything
    }
    if (node.type !== 'PathExpression') return anything
    const path = node as hbs.AST.PathExpression
    const found = resolve(path, scope)
    walk.uses.push({ page, trail, node: path, how, found, scope })
    return found
  }

  /** `(is kind "tax")` asks for a field, and may name the code it should be. */
  function comparison({ params }: hbs.AST.SubExpression, scope: FieldScope, trail: readonly FileStep[]): Value {
    const code = params.find(each => each.type === 'StringLiteral') as hbs.AST.StringLiteral | undefined
    for (const each of params) {
      value(each, 'tested', scope, trail)
      const use = walk.uses.at(-1)
      if (use && use.node === each && code) use.code = code.value
    }
    return anything
  }

  /** Skips sections that check.ts refuses and reports. */
  function section(node: hbs.AST.PartialStatement, scope: FieldScope, trail: readonly FileStep[]): void {
    const { original: name } = node.name as hbs.AST.PathExpression
    if (node.name.type !== 'PathExpression' || node.params.length || node.hash) return
    const path = sectionFile(files, page, name)
    if (!path || !files.has(path)) walk.faults.push({ page, trail, node, name })
    else if (trail.some(step => step.file === path)) walk.faults.push({ page, trail, node, name, again: path })
    else file({ file: path, by: node }, scope, trail)
  }
}

function narrowed(word: string, found: Value | Unknown, scope: FieldScope): FieldScope {
  const known = isUnknown(found) ? anything : found
  if (word === 'with') return within(known, scope)
  return word === 'each' ? withinEach(known, scope) : isUnknown(found) ? scope : whereThere(found, scope)
}

/** Stands in for what does not exist, so that one wrong name is reported once, not again for each field within it. */
const anything: Value = { type: 'anything', typePath: '?', path: '?', absent: false }

/** Stylesheets that a page gets implicitly; of those shared by mail and paper, its part. */
const stylesOf: Record<PageName, readonly string[]> = {
  email: ['email.css', 'page.css', ...addedStyles],
  print: addedStyles,
  text: [],
}

/**
 * The syntax tree of a file as a page sees it. The rest is blanked, so positions stay the same.
 *
 * @throws TemplateError if it is not valid Handlebars
 */
function parseFile(source: string, file: string, page: PageName): hbs.AST.Program {
  if (!file.endsWith('.css')) return parseTemplate(source, file)
  const styles = source.replace(/\/\*[\s\S]*?\*\//g, blank)
  return parseTemplate((addedStyles as readonly string[]).includes(file) ? partOf(styles, page) : styles, file)
}

/** The page's part of a stylesheet shared by mail and paper. */
function partOf(css: string, page: PageName): string {
  let mail = ''
  let print = ''
  let at = 0
  for (const [start, end] of printRanges(css)) {
    mail += css.slice(at, start) + blank(css.slice(start, end))
    print += blank(css.slice(at, start)) + css.slice(start, end)
    at = end
  }
  return page === 'print' ? print + blank(css.slice(at)) : mail + css.slice(at)
}
