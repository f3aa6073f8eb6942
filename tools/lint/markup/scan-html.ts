import { type Inside, type Piece, type Place, placeOf, type Value } from './html-pieces.ts'
import { readHtml, startOf } from './html-state.ts'

/**
 * Splits an HTML template into text, tags with attributes, and mustaches with what contains them. Each branch of a block
 * starts in the state in which the block started; what follows the block continues its first branch.
 *
 * @param template a syntax tree of Handlebars' parser
 * @param inside where the template starts, for a section within a style element
 */
export function scanHtml(template: hbs.AST.Program, inside: Inside = 'element'): Piece[] {
  const pieces: Piece[] = []
  const state = startOf(inside)
  program(template)
  return pieces

  function program(part: hbs.AST.Program | undefined): void {
    for (const node of part?.body ?? []) statement(node)
  }

  function statement(node: hbs.AST.Statement): void {
    const at = placeOf(node)
    switch (node.type) {
      case 'ContentStatement':
        // The types of the parser call this text its whitespace flags.
        readHtml(state, (node as hbs.AST.ContentStatement).original as unknown as string, at, pieces)
        break
      case 'BlockStatement':
        block(node as hbs.AST.BlockStatement, at)
        break
      case 'PartialStatement': {
        const name = nameOf((node as hbs.AST.PartialStatement).name)
        pieces.push({ kind: 'section', name, at, inside: state.inside })
        break
      }
      case 'MustacheStatement':
        mustache(node as hbs.AST.MustacheStatement, at)
    }
  }

  function mustache(node: hbs.AST.MustacheStatement, at: Place): void {
    const part = { kind: 'mustache', node, at, inside: state.inside, depth: state.depth } as const
    if (isInValue()) state.value.push(part)
    else if (state.mode === 'text') pieces.push(part)
    else if (state.mode === 'comment') pieces.push({ ...part, inside: 'comment' })
    else stray(at)
  }

  /** After `=`, a mustache without a quote is still a value. */
  function isInValue(): boolean {
    if (state.mode === 'beforeValue') state.mode = 'unquoted'
    return state.mode === 'quoted' || state.mode === 'unquoted'
  }

  /** Inside a tag, outside a value: it could become an attribute, or the end of the tag. */
  function stray(at: Place): void {
    pieces.push({ kind: 'stray', at, tag: state.tag.name })
    if (state.mode !== 'name' && state.mode !== 'end') state.mode = 'tag'
  }

  function block({ path, program: first, inverse: second }: hbs.AST.BlockStatement, at: Place): void {
    const isValue = isInValue()
    const isText = state.mode === 'text' || state.mode === 'comment'
    const branches: [Value[], Value[]] = [[], []]
    if (isValue) state.value.push({ kind: 'block', at, branches })
    else if (isText) pieces.push({ kind: 'fork', at })
    else stray(at)
    const before = { ...state }
    if (isValue) state.value = branches[0]
    if (['with', 'each'].includes(nameOf(path))) state.depth++
    program(first)
    const after = { ...state, value: before.value, depth: before.depth }
    if (isText) pieces.push({ kind: 'branch', at })
    Object.assign(state, before, isValue && { value: branches[1] })
    program(second)
    if (isText) pieces.push({ kind: 'join', at })
    Object.assign(state, after)
  }
}

function nameOf(node: hbs.AST.Node): string {
  return String((node as hbs.AST.PathExpression).original ?? '')
}
