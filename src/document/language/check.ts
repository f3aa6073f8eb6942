import { TemplateError } from '../../errors.ts'
import { isForm } from './forms.ts'
import { blocks, helpersOf, isCall, lookups, type TemplateKind } from './helpers.ts'
import { checkPath, type Refuse } from './path.ts'

/**
 * Checks that a template is within the language, a strict subset of Handlebars (docs/templates.md lists the differences).
 * What passes can be compiled.
 *
 * @param tree a Handlebars syntax tree: one file, or a page with its sections
 * @param refuse makes the error for a node
 * @param collect called for each refusal; without it, the first is thrown
 */
export function checkTemplate(
  tree: hbs.AST.Program,
  kind: TemplateKind,
  refuse: Refuse,
  collect?: (error: TemplateError) => void,
): void {
  const helpers = helpersOf(kind)
  program(tree)

  function program(part: hbs.AST.Program | undefined): void {
    for (const [at, node] of (part?.body ?? []).entries()) {
      try {
        statement(node, part?.body[at - 1])
      } catch (error) {
        if (!collect || !(error instanceof TemplateError)) throw error
        collect(error)
      }
    }
  }

  function statement(node: hbs.AST.Statement, before: hbs.AST.Statement | undefined): void {
    switch (node.type) {
      case 'ContentStatement':
      case 'CommentStatement':
        break
      case 'MustacheStatement':
        mustache(node as hbs.AST.MustacheStatement)
        json(node as hbs.AST.MustacheStatement, before)
        break
      case 'BlockStatement':
        block(node as hbs.AST.BlockStatement)
        break
      case 'PartialStatement':
        section(node as hbs.AST.PartialStatement)
        break
      case 'PartialBlockStatement':
        throw refuse(node, 'partial blocks are not supported; write {{> section}}')
      default:
        throw refuse(
          node,
          '{{*…}} is not supported; move the part into a file, sections/name.html.hbs, and write {{> name}}',
        )
    }
  }

  function mustache(node: hbs.AST.MustacheStatement): void {
    if (!node.escaped && kind === 'html') {
      throw refuse(node, 'three braces would print receipt text as markup; write {{ }}')
    }
    const word = wordOf(node)
    if (Object.hasOwn(helpers, word) && Object.hasOwn(lookups, word)) {
      throw refuse(node, `${word} does not return text; write {{#${lookups[word]} (${word} …)}}`)
    }
    if (isCall(node, helpers)) call(node)
    else field(node.path as hbs.AST.PathExpression)
  }

  /** JSON has quotes, so it would end an attribute, and only one field holds any. */
  function json(node: hbs.AST.MustacheStatement, before: hbs.AST.Statement | undefined): void {
    if (kind !== 'html' || wordOf(node) !== 'json') return
    const [data] = node.params as hbs.AST.PathExpression[]
    const { value = '' } = (before ?? {}) as Partial<hbs.AST.ContentStatement>
    if (data?.original !== 'structuredData' || !value.endsWith(dataScript))
      throw refuse(node, `the only JSON is ${dataScript}{{json structuredData}}</script>`)
  }

  function field(path: hbs.AST.PathExpression): void {
    checkPath(path, refuse)
    const { original: word } = path
    if (isPosition(path)) throw refuse(path, `{{${word}}} is a boolean, not text; write {{#if ${word}}}`)
  }

  /** `{{helper argument …}}` and `(helper argument …)`. Arguments are text; the first is required. */
  function call(node: hbs.AST.MustacheStatement | hbs.AST.SubExpression): void {
    const word = wordOf(node)
    const helper = Object.hasOwn(helpers, word) ? helpers[word] : undefined
    if (!helper) throw refuse(node, unknownHelper(word))
    const maxArguments = helper.length - 1
    const minArguments = word === 'is' ? 2 : Math.min(maxArguments, 1)
    if (node.params.length > maxArguments || node.params.length < minArguments) {
      throw refuse(
        node,
        `${word} takes ${maxArguments === minArguments ? maxArguments : `1 to ${maxArguments}`} ${maxArguments === 1 ? 'argument' : 'arguments'}`,
      )
    }
    if (word === 'sanitized' && (node.params[0] as hbs.AST.PathExpression).original !== 'html') {
      throw refuse(node, "only an offer's sanitized HTML can be printed as markup: {{sanitized html}}")
    }
    if (isForm(word) && node.params[0]?.type !== 'PathExpression')
      throw refuse(node, `${word} writes a field that your tills send; write {{${word} extra.field}}`)
    for (const parameter of node.params) argument(parameter)
  }

  function argument(node: hbs.AST.Expression): void {
    if (node.type === 'PathExpression') field(node as hbs.AST.PathExpression)
    else if (/^(Boolean|Null|Undefined)Literal$/.test(node.type))
      throw refuse(
        node,
        `${String((node as hbs.AST.BooleanLiteral).original)} is not text; write a field, or quoted text`,
      )
    else expression(node)
  }

  function unknownHelper(word: string): string {
    if (blocks.includes(word)) return `"${word}" is a block; write {{#${word} …}}…{{/${word}}}`
    if (word === 'lookup') return 'there is no helper "lookup"; write the entry as a path: list.[0]'
    return `there is no helper "${word}"; helpers are ${Object.keys(helpers).join(', ')}`
  }

  function expression(node: hbs.AST.Expression): void {
    if (node.type === 'PathExpression') checkPath(node as hbs.AST.PathExpression, refuse)
    if (node.type === 'SubExpression') call(node as hbs.AST.SubExpression)
  }

  function block(node: hbs.AST.BlockStatement): void {
    const word = wordOf(node)
    if (!blocks.includes(word)) throw refuse(node, unknownBlock(node, word))
    const [parameter, ...others] = node.params
    if (!parameter || others.length > 0) throw refuse(node, `{{#${word}}} takes one field; write {{#${word} field}}`)
    if (node.program?.blockParams?.length || node.inverse?.blockParams?.length) {
      throw refuse(node, `"as |name|" is not supported; use the fields' names and ../`)
    }
    expression(parameter)
    program(node.program)
    program(node.inverse)
  }

  /** `{{#lines}}` and `{{^lines}}` are Mustache sections; suggest the block that was meant. */
  function unknownBlock(node: hbs.AST.BlockStatement, word: string): string {
    if (node.params.length > 0 || Object.hasOwn(helpers, word))
      return `there is no block "${word}"; blocks are ${blocks.join(', ')}`
    if (!node.program?.body.length && node.inverse) return `{{^${word}}} is not supported; write {{#unless ${word}}}`
    return `{{#${word}}} is not supported; write {{#each ${word}}} for a list, {{#with ${word}}} for an object, {{#if ${word}}} to test it`
  }

  /** splice.ts resolves sections; only the syntax of their names is checked here. */
  function section(node: hbs.AST.PartialStatement): void {
    const { name, params, hash } = node
    if (name.type !== 'PathExpression' || !/^[\w.-]+$/.test(name.original)) {
      throw refuse(node, 'the name of a section must be a plain word, not computed, quoted or a path')
    }
    if (params.length || hash) throw refuse(node, 'a section takes no arguments; put {{#with field}} around it')
  }

  /** The first word of a call. */
  function wordOf({ path, hash }: Pick<hbs.AST.MustacheStatement, 'path' | 'hash'>): string {
    if (path.type !== 'PathExpression') throw refuse(path, 'the name of a helper or field must be a plain word')
    if (hash) throw refuse(hash, 'named arguments are not supported; write the values in order')
    return (path as hbs.AST.PathExpression).original
  }
}

const dataScript = '<script type="application/ld+json">'

/** Whether a path is `@first` or `@last`, at any depth. */
function isPosition(node: hbs.AST.Node): boolean {
  const { data, parts } = node as hbs.AST.PathExpression
  return data && (parts[0] === 'first' || parts[0] === 'last')
}
