import { blocks, canDoWithout, htmlHelpers, textHelpers } from '../../../src/document/language/helpers.ts'
import { type PageName, pages, sectionFile } from '../../../src/document/pages.ts'
import { TemplateError } from '../../../src/errors.ts'
import type { LintedFolder } from '../folder.ts'
import { parseFile, stylesOf } from '../parsed-file.ts'
import type { FieldUse, SectionFault, Step } from './field-use.ts'
import {
  imageValue,
  isUnknown,
  outermost,
  resolve,
  type Scope,
  type Unknown,
  type Value,
  whereThere,
  within,
  withinEach,
} from './scope.ts'

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

/** Walks through a page and its sections, tracking the scope. */
export function walkPage({ files, words }: LintedFolder, page: PageName): Walk {
  const helpers = page === 'text' ? textHelpers : htmlHelpers
  const walk: Walk = { page, uses: [], faults: [], broken: [], files: new Map() }
  const start = outermost(page, words)
  for (const path of [pages[page].file, ...stylesOf[page]]) if (files.has(path)) file({ file: path }, start, [])
  return walk

  function file(step: Step, scope: Scope, above: readonly Step[]): void {
    const tree = walk.files.get(step.file) ?? parsed(step.file)
    walk.files.set(step.file, tree)
    statements(tree, scope, [...above, step])
  }

  function parsed(path: string): hbs.AST.Program {
    try {
      return parseFile(files.get(path)!, path, page)
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error
      walk.broken.push(error)
      return { body: [] } as unknown as hbs.AST.Program
    }
  }

  function statements(program: hbs.AST.Program | undefined, scope: Scope, trail: readonly Step[]): void {
    for (const node of program?.body ?? []) {
      if (node.type === 'BlockStatement') block(node as hbs.AST.BlockStatement, scope, trail)
      if (node.type === 'MustacheStatement') mustache(node as hbs.AST.MustacheStatement, scope, trail)
      if (node.type === 'PartialStatement') section(node as hbs.AST.PartialStatement, scope, trail)
    }
  }

  function block(node: hbs.AST.BlockStatement, scope: Scope, trail: readonly Step[]): void {
    const word = node.path.original
    const [parameter] = node.params
    if (!blocks.includes(word) || !parameter) return
    const how = ({ with: 'entered', each: 'looped' } as const)[word] ?? 'asked'
    const inside = narrowed(word, value(parameter, how, scope, trail), scope)
    statements(node.program, word === 'unless' ? scope : inside, trail)
    statements(node.inverse, word === 'unless' ? inside : scope, trail)
  }

  function mustache(node: hbs.AST.MustacheStatement, scope: Scope, trail: readonly Step[]): void {
    const word = (node.path as hbs.AST.PathExpression).original
    if (node.params.length > 0 || Object.hasOwn(helpers, word)) parameters(node, word, scope, trail)
    else value(node.path, 'printed', scope, trail)
  }

  function parameters(
    node: hbs.AST.MustacheStatement | hbs.AST.SubExpression,
    helper: string,
    scope: Scope,
    trail: readonly Step[],
  ): void {
    for (const [at, each] of node.params.entries())
      value(each, canDoWithout(helper, at) ? 'given' : 'printed', scope, trail)
  }

  /** Records the use of a field; for a helper's result, of its arguments. */
  function value(
    node: hbs.AST.Expression,
    how: FieldUse['how'],
    scope: Scope,
    trail: readonly Step[],
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
  function comparison({ params }: hbs.AST.SubExpression, scope: Scope, trail: readonly Step[]): Value {
    const code = params.find(each => each.type === 'StringLiteral') as hbs.AST.StringLiteral | undefined
    for (const each of params) {
      value(each, 'asked', scope, trail)
      const use = walk.uses.at(-1)
      if (use && use.node === each && code) use.code = code.value
    }
    return anything
  }

  /** Skips sections that check.ts refuses and reports. */
  function section(node: hbs.AST.PartialStatement, scope: Scope, trail: readonly Step[]): void {
    const { original: name } = node.name as hbs.AST.PathExpression
    if (node.name.type !== 'PathExpression' || node.params.length || node.hash) return
    const path = sectionFile(files, page, name)
    if (!path || !files.has(path)) walk.faults.push({ page, trail, node, name })
    else if (trail.some(step => step.file === path)) walk.faults.push({ page, trail, node, name, again: path })
    else file({ file: path, by: node }, scope, trail)
  }
}

function narrowed(word: string, found: Value | Unknown, scope: Scope): Scope {
  const known = isUnknown(found) ? anything : found
  if (word === 'with') return within(known, scope)
  return word === 'each' ? withinEach(known, scope) : isUnknown(found) ? scope : whereThere(found, scope)
}

/** Stands in for what does not exist, so that one wrong name is reported once, not again for each field within it. */
const anything: Value = { type: 'anything', typePath: '?', path: '?', absent: false }
