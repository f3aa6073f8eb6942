import { TemplateError } from '../errors.ts'
import { emitPath, outermost, type Refuse, type Scope } from './emit-path.ts'
import { canDoWithout, htmlHelpers, lookups, textHelpers } from './helpers.ts'

/** The blocks there are. */
export const blocks: readonly string[] = ['if', 'unless', 'each', 'with']

/**
 * Writes a template as JavaScript: the source of a `TemplateSpec` (runtime.ts).
 *
 * Text of the template enters the code only as JSON string literals; names of variables are counted, and names of helpers
 * are those of helpers.ts. What cannot be written so is refused.
 *
 * @param page a syntax tree of Handlebars' parser
 * @param kind in HTML, a plain `{{field}}` is printed by the helper `directed`, so that neither escaping nor direction is
 *   forgotten; in text, as it is
 * @param collect gets each refusal, and the rest is emitted as if the refused statement were not there
 * @throws what `refuse` makes, unless it is collected
 */
export function emit(
  page: hbs.AST.Program,
  kind: 'html' | 'text',
  refuse: Refuse,
  collect?: (error: TemplateError) => void,
): string {
  const helpers: Record<string, (...parameters: never[]) => unknown> = kind === 'html' ? htmlHelpers : textHelpers
  let opened = 0
  const parts: string[] = []
  const code = page.body
    .map(node => (node.type === 'BlockStatement' ? part(node) : statement(node, outermost)))
    .join('')
  const words = `{ ${Object.keys(helpers).join(', ')} }, { own, text, maybe, holds, list, keyAt }`
  return `(${words}) => {\n${parts.join('')}return root => {\nlet out = ''\n${code}return out\n}\n}`

  /**
   * A block that is in no other becomes a function of its own: V8 compiles only those that a receipt needs, and optimises
   * no function beyond 60 KB of bytecode, which a whole page comes to.
   */
  function part(node: hbs.AST.Statement): string {
    const name = `part${parts.length}`
    parts.push(`const ${name} = root => {\nlet out = ''\n${statement(node, outermost)}return out\n}\n`)
    return `out += ${name}(root)\n`
  }

  function program(part: hbs.AST.Program | undefined, scope: Scope): string {
    return part?.body.map(each => statement(each, scope)).join('') ?? ''
  }

  function statement(node: hbs.AST.Statement, scope: Scope): string {
    if (!collect) return emitted(node, scope)
    try {
      return emitted(node, scope)
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error
      collect(error)
      return ''
    }
  }

  function emitted(node: hbs.AST.Statement, scope: Scope): string {
    switch (node.type) {
      case 'ContentStatement': {
        const { value } = node as hbs.AST.ContentStatement
        return value ? `out += ${JSON.stringify(value)}\n` : ''
      }
      case 'CommentStatement':
        return ''
      case 'MustacheStatement':
        return `out += ${mustache(node as hbs.AST.MustacheStatement, scope)}\n`
      case 'BlockStatement':
        return block(node as hbs.AST.BlockStatement, scope)
      case 'PartialStatement':
        return section(node as hbs.AST.PartialStatement)
      case 'PartialBlockStatement':
        throw refuse(node, 'partial blocks are not supported; write {{> section}}')
      default:
        throw refuse(node, 'decorators are not supported')
    }
  }

  function mustache(node: hbs.AST.MustacheStatement, scope: Scope): string {
    if (!node.escaped && kind === 'html') {
      throw refuse(node, "three braces would print a receipt's text as markup; write {{ }}")
    }
    const original = wordOf(node)
    if (kind === 'html' && lookups.includes(original)) {
      throw refuse(node, `${original} gives no text; write {{#with (${original} …)}} and print its fields`)
    }
    if (node.params.length > 0 || Object.hasOwn(helpers, original)) return call(node, scope)
    const field = printed(node.path, scope)
    return kind === 'html' ? `directed(root, ${field})` : field
  }

  /** `{{helper argument …}}` and `(helper argument …)`. All arguments are text; the first must be there. */
  function call(node: hbs.AST.MustacheStatement | hbs.AST.SubExpression, scope: Scope): string {
    const word = wordOf(node)
    if (!Object.hasOwn(helpers, word)) {
      if (blocks.includes(word)) throw refuse(node, `"${word}" is a block; write {{#${word} …}}…{{/${word}}}`)
      throw refuse(node, `there is no helper "${word}"; helpers are ${Object.keys(helpers).join(', ')}`)
    }
    const most = helpers[word]!.length - 1
    if (node.params.length > most || node.params.length < Math.min(most, 1)) {
      throw refuse(node, `${word} takes ${most < 2 ? most : `1 to ${most}`} of what stands after it`)
    }
    if (word === 'sanitized' && (node.params[0] as hbs.AST.PathExpression).original !== 'html') {
      throw refuse(node, 'only what the view has cleaned is printed as markup: {{sanitized html}} within an offer')
    }
    const parameters = node.params.map((each, at) => printed(each, scope, canDoWithout(word, at) ? 'maybe' : 'text'))
    return `${word}(${['root', ...parameters].join(', ')})`
  }

  /** A value that is to be text, with the name that an error would speak of. */
  function printed(node: hbs.AST.Expression, scope: Scope, as: 'text' | 'maybe' = 'text'): string {
    if (node.type === 'StringLiteral') return expression(node, scope)
    const never = noText(node)
    if (never) throw refuse(node, never)
    const { original, path } = node as hbs.AST.PathExpression & { path?: hbs.AST.PathExpression }
    return `${as}(${expression(node, scope)}, ${JSON.stringify(String(original ?? path?.original ?? node.type))})`
  }

  function expression(node: hbs.AST.Expression, scope: Scope): string {
    switch (node.type) {
      case 'PathExpression':
        return emitPath(node as hbs.AST.PathExpression, scope, refuse)
      case 'SubExpression':
        return call(node as hbs.AST.SubExpression, scope)
      default:
        return JSON.stringify((node as hbs.AST.StringLiteral).value) ?? 'undefined'
    }
  }

  function block(node: hbs.AST.BlockStatement, scope: Scope): string {
    const word = wordOf(node)
    if (!blocks.includes(word))
      throw refuse(node, `there is no helper "${word}" for a block; there are ${blocks.join(', ')}`)
    if (node.params.length !== 1) throw refuse(node, `{{#${word}}} takes one field; write {{#${word} field}}`)
    if (node.program?.blockParams?.length || node.inverse?.blockParams?.length) {
      throw refuse(node, `"as |name|" is not supported; fields are reached by their own names and ../`)
    }
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
    const inside = program(node.program, { contexts, loops: [...scope.loops, loop] })
    return [
      `const ${over} = ${value}, ${list} = list(${over})`,
      `if (${list}.length > 0) for (let ${index} = 0; ${index} < ${list}.length; ${index}++) {`,
      `const ${within} = ${list}[${index}]`,
      `${inside}}${otherwise}`,
    ].join('\n')
  }

  /** Sections are in their place before a page is emitted (expand.ts); in a file of its own, one stands for itself. */
  function section(node: hbs.AST.PartialStatement): string {
    const { name, params, hash, strip } = node
    if (name.type !== 'PathExpression' || !/^[\w.-]+$/.test(name.original)) {
      throw refuse(node, 'a section is named by a plain word, not computed, quoted or by a path')
    }
    if (params.length || hash) throw refuse(node, 'a section takes no arguments; put {{#with field}} around it')
    if (strip.open || strip.close) throw refuse(node, 'no ~ can stand beside a section; put it beside what comes next')
    return ''
  }

  /** The word that a call starts with. */
  function wordOf({ path, hash }: Pick<hbs.AST.MustacheStatement, 'path' | 'hash'>): string {
    if (path.type !== 'PathExpression') throw refuse(path, 'a helper or field is named by a plain word')
    if (hash) throw refuse(hash, 'arguments have no names; write them in their order')
    return (path as hbs.AST.PathExpression).original
  }
}

/** Why a value can be no text on any receipt, where that stands in the template itself. */
function noText(node: hbs.AST.Expression): string | undefined {
  const { original, value, data, parts } = node as hbs.AST.PathExpression & Partial<hbs.AST.BooleanLiteral>
  if (data && (parts[0] === 'first' || parts[0] === 'last'))
    return `{{${original}}} is yes or no, and no text; ask for it: {{#if ${original}}}`
  if (['BooleanLiteral', 'NullLiteral', 'UndefinedLiteral'].includes(node.type))
    return `${value ?? node.type.replace('Literal', '').toLowerCase()} is no text; write a field, or a text in quotes`
  return undefined
}
