import { brandTexts, isBrandField } from './brand-text.ts'
import { isForm } from './forms.ts'
import { canDoWithout, helpersOf, isCall, type TemplateKind } from './helpers.ts'
import { outermost, type Scope, writePath } from './path.ts'
import type { Indented } from './splice.ts'

/**
 * Writes a template as JavaScript: the source of a `TemplateSpec` (run.ts).
 *
 * Template text enters the code only as JSON string literals; variable names are numbered, and helper names come from
 * helpers.ts.
 *
 * @param page a syntax tree that passed `checkTemplate`, with its sections spliced in
 * @param kind in HTML, a plain `{{field}}` goes through the helper `directed`, which escapes it and sets its direction; in
 *   text, it is printed as is
 */
export function writeTemplate(page: hbs.AST.Program, kind: TemplateKind): string {
  const helpers = helpersOf(kind)
  let opened = 0
  const parts: string[] = []
  const branded = brandTexts()
  const code = statements(page.body, outermost, node =>
    node.type === 'BlockStatement' ? part(node) : statement(node, outermost),
  )
  const words = `{ ${Object.keys(helpers).join(', ')} }, { own, text, maybe, holds, list, keyAt, indented, comparable }`
  const before = branded.declared() + parts.join('')
  // In one shape for all receipts, whose pages differ in the sections that they have.
  const shared =
    'const page = { images: root.images, dir: root.dir, columns: root.columns, rawColumns: root.rawColumns, notation: root.notation, slip: root.slip, marked: root.marked, keepsIsolates: root.keepsIsolates, isLong: root.isLong, languages: root.languages, formats: root.formats }\n'
  return `(${words}) => {\n${before}return (root, lines) => {\n${shared}${branded.updated()}let out = ''\n${code}return out\n}\n}`

  /**
   * Each top-level block becomes its own function: V8 compiles only those that a receipt needs, and optimizes no function
   * beyond 60 KB of bytecode, which a whole page reaches.
   */
  function part(node: hbs.AST.Statement): string {
    const name = `part${parts.length}`
    parts.push(`const ${name} = (root, page, lines, out) => {\n${statement(node, outermost)}return out\n}\n`)
    return `out = ${name}(root, page, lines, out)\n`
  }

  /** One after the other; texts and fields of the brand between other statements are one text. */
  function statements(body: readonly hbs.AST.Statement[], scope: Scope, write = statement): string {
    let code = ''
    let pieces: string[] = []
    for (const node of joinTexts(body)) {
      const piece = fixed(node, scope)
      if (piece !== undefined) pieces.push(piece)
      else {
        code += printedAll(pieces) + write(node, scope)
        pieces = []
      }
    }
    return code + printedAll(pieces)
  }

  /** What depends on nothing but the brand, as an expression. */
  function fixed(node: hbs.AST.Statement, scope: Scope): string | undefined {
    if (node.type === 'ContentStatement') return JSON.stringify((node as hbs.AST.ContentStatement).value)
    if (node.type !== 'MustacheStatement') return undefined
    const mustached = node as hbs.AST.MustacheStatement
    const isField = mustached.params.length === 0 && mustached.path.type === 'PathExpression'
    return isField && isBrandField(expression(mustached.path, scope)) ? mustache(mustached, scope) : undefined
  }

  function printedAll(pieces: readonly string[]): string {
    const [first] = pieces
    if (first === undefined) return ''
    return `out += ${pieces.length === 1 && first.startsWith('"') ? first : branded.add(pieces)}\n`
  }

  function statement(node: hbs.AST.Statement, scope: Scope): string {
    switch (node.type as string) {
      case 'MustacheStatement':
        return `out += ${mustache(node as hbs.AST.MustacheStatement, scope)}\n`
      case 'BlockStatement':
        return block(node as hbs.AST.BlockStatement, scope)
      case 'Indented':
        return indentedLines(node as Indented, scope)
      default:
        return ''
    }
  }

  function mustache(node: hbs.AST.MustacheStatement, scope: Scope): string {
    const isCalled = isCall(node, helpers)
    if (isCalled && !isForm((node.path as hbs.AST.PathExpression).original)) return call(node, scope)
    const field = isCalled ? call(node, scope) : printed(node.path, scope)
    return kind === 'html' ? `directed(page, ${field})` : field
  }

  function call(node: hbs.AST.MustacheStatement | hbs.AST.SubExpression, scope: Scope): string {
    const word = (node.path as hbs.AST.PathExpression).original
    const parameters = node.params.map((each, at) => printed(each, scope, canDoWithout(word, at) ? 'maybe' : 'text'))
    return `${word}(${['page', ...parameters].join(', ')})`
  }

  /** A value that must be text, with its name for errors. */
  function printed(node: hbs.AST.Expression, scope: Scope, as: 'text' | 'maybe' = 'text'): string {
    if (node.type === 'StringLiteral') return expression(node, scope)
    const { original, path } = node as hbs.AST.PathExpression & { path?: hbs.AST.PathExpression }
    return `${as}(${expression(node, scope)}, ${JSON.stringify(String(original ?? path?.original ?? node.type))})`
  }

  function expression(node: hbs.AST.Expression, scope: Scope): string {
    if (node.type === 'PathExpression') return writePath(node as hbs.AST.PathExpression, scope)
    if (node.type === 'SubExpression') return call(node as hbs.AST.SubExpression, scope)
    return JSON.stringify((node as hbs.AST.StringLiteral).value) ?? 'undefined'
  }

  function block(node: hbs.AST.BlockStatement, scope: Scope): string {
    const { original: word } = node.path
    // biome-ignore lint/style/noNonNullAssertion: a block without an argument is refused (check.ts)
    const value = expression(node.params[0]!, scope)
    const otherwise = node.inverse ? ` else {\n${program(node.inverse, scope)}}\n` : '\n'
    if (word === 'if') return `if (holds(${value})) {\n${program(node.program, scope)}}${otherwise}`
    if (word === 'unless') return `if (!holds(${value})) {\n${program(node.program, scope)}}${otherwise}`
    const number = ++opened
    const within = `v${number}`
    const contexts = [...scope.contexts, within]
    if (word === 'with') {
      const inside = program(node.program, { ...scope, contexts })
      return `const ${within} = ${value}\nif (${within} === 0 || holds(${within})) {\n${inside}}${otherwise}`
    }
    const loop = { over: `o${number}`, list: `l${number}`, index: `i${number}` }
    const { over, list, index } = loop
    const inside = program(node.program, { ...scope, contexts, loops: [...scope.loops, loop] })
    return [
      `const ${over} = ${value}, ${list} = list(${over})`,
      `if (${list}.length > 0) for (let ${index} = 0; ${index} < ${list}.length; ${index}++) {`,
      `const ${within} = ${list}[${index}]`,
      `${inside}${taken(scope)}}${otherwise}`,
    ].join('\n')
  }

  /** After each list entry, what was written may be taken, but not where it will be indented. */
  function taken({ isIndented }: Scope): string {
    if (kind === 'html' || isIndented) return ''
    return 'if (lines !== undefined && out.length > lines.maxLength) out = lines.take(out)\n'
  }

  function program(inner: hbs.AST.Program | undefined, scope: Scope): string {
    return inner ? statements(inner.body, scope) : ''
  }

  function indentedLines({ indent, body }: Indented, scope: Scope): string {
    const before = `s${++opened}`
    const lines = statements(body, { ...scope, isIndented: true })
    return `const ${before} = out\nout = ''\n${lines}out = ${before} + indented(out, ${JSON.stringify(indent)})\n`
  }
}

/**
 * Moves short texts around a condition into its branches where they meet another text there, so that a page is put together from
 * fewer pieces: `<td>{{#if mark}}<b>{{mark}}</b>{{/if}}</td>` prints three instead of five.
 *
 * @param body statements, one after the other; what is within a block is joined when that block is written
 */
function joinTexts(body: readonly hbs.AST.Statement[]): hbs.AST.Statement[] {
  const joined: hbs.AST.Statement[] = []
  for (const node of inRuns(body)) {
    const before = joined.at(-1)
    if (isShort(before) && isCondition(node) && branches(node).some(branch => isText(branch.at(0)))) {
      joined[joined.length - 1] = within(node, { before })
    } else if (isShort(node) && isCondition(before) && branches(before).some(branch => isText(branch.at(-1)))) {
      joined[joined.length - 1] = within(before, { after: node })
    } else joined.push(node)
  }
  return joined
}

/** With each run of texts as one: what is short enough to be repeated is the run, or code would grow with the square of a template. */
function inRuns(body: readonly hbs.AST.Statement[]): hbs.AST.Statement[] {
  const runs: hbs.AST.Statement[] = []
  for (const node of body) {
    const before = runs.at(-1)
    if (isText(node) && node.value === '') continue
    if (!isText(before) || !isText(node)) runs.push(node)
    else runs[runs.length - 1] = { ...before, value: before.value + node.value } as hbs.AST.Statement
  }
  return runs
}

/** A condition with a text in all its branches. */
function within(
  { program, inverse, ...node }: hbs.AST.BlockStatement,
  { before, after }: { before?: hbs.AST.Statement; after?: hbs.AST.Statement },
): hbs.AST.Statement {
  const filled = (branch: hbs.AST.Program | undefined) => ({
    ...(branch ?? program ?? inverse),
    body: [...(before ? [before] : []), ...(branch?.body ?? []), ...(after ? [after] : [])],
  })
  return { ...node, program: filled(program), inverse: filled(inverse) } as hbs.AST.BlockStatement
}

function branches({ program, inverse }: hbs.AST.BlockStatement): hbs.AST.Statement[][] {
  return [inRuns(program?.body ?? []), inRuns(inverse?.body ?? [])]
}

function isCondition(node: hbs.AST.Statement | undefined): node is hbs.AST.BlockStatement {
  const word = node?.type === 'BlockStatement' ? (node as hbs.AST.BlockStatement).path.original : undefined
  return word === 'if' || word === 'unless'
}

function isText(node: hbs.AST.Statement | undefined): node is hbs.AST.ContentStatement {
  return node?.type === 'ContentStatement'
}

/** A text short enough to stand in both branches. */
function isShort(node: hbs.AST.Statement | undefined): node is hbs.AST.ContentStatement {
  return isText(node) && node.value.length <= 120
}
