import { type Node, parseTypeScript } from '../parse-typescript.ts'
import { regexChanges } from './regex-changes.ts'

/**
 * One small change to a source file. Two kinds are none: `loop` marks the body of a loop, which counts its turns, and
 * `fence` a statement that may come to begin with a bracket, which would go on with the line before it.
 */
export interface Mutant {
  kind: 'expression' | 'statement' | 'element' | 'property' | 'loop' | 'fence'
  start: number
  end: number
  /** What an expression becomes; the other kinds are left out. */
  text: string
  line: number
}

/** Every mutant of a TypeScript source, its loops and fences. Types, imports and messages are left alone. */
export function mutantsOf(source: string): Mutant[] {
  const found: Mutant[] = []
  const add = (kind: Mutant['kind'], node: Node, ...texts: string[]) => {
    for (const text of texts) found.push({ kind, start: node.start, end: node.end, text, line: node.loc.start.line })
  }
  for (const statement of parseTypeScript(source)) visit(statement, undefined, false)
  return found

  function visit(node: Node, parent: Node, inFunction: boolean): void {
    if (/^(TS(?!As|NonNull|Satisfies)|Import|ExportAll)/.test(node.type) || node.source) return
    change(node, parent, inFunction)
    const within = inFunction || node.type.includes('Function')
    for (const [name, value] of Object.entries<Node>(node)) {
      if ((name === 'key' && !node.computed) || (name === 'right' && isGuard(node, parent))) continue
      for (const child of Array.isArray(value) ? value : [value]) if (child?.type) visit(child, node, within)
    }
  }

  function change(node: Node, parent: Node, inFunction: boolean): void {
    if (/^(Do)?While|^For/.test(node.type)) add('loop', node.body, '')
    const at = node.operator && node.right ? source.indexOf(node.operator, node.left.end) : node.start
    const after = at + (node.operator?.length ?? 0)
    const [before, rest] = [source.slice(node.start, at), source.slice(after, node.end)]
    if (/^(Binary|Assignment)E/.test(node.type) && swaps[node.operator])
      add('expression', node, before + swaps[node.operator] + rest)
    if (node.type === 'LogicalExpression' && !isGuard(node, parent))
      add('expression', node, before, ...(node.operator === '??' ? [] : [rest]))
    if (node.type === 'UnaryExpression' && /[!-]/.test(node.operator)) add('expression', node, rest)
    if (/^(If|Conditional)/.test(node.type)) add('expression', node.test, 'true', 'false')
    if (node.type === 'WhileStatement') add('expression', node.test, 'false')
    if (node.type === 'ExpressionStatement') {
      add('fence', node, '')
      add('statement', node, '')
    }
    if (node.type === 'BooleanLiteral') add('expression', node, String(!node.value))
    if (node.type === 'NumericLiteral') add('expression', node, `${node.value + 1}`, `(${node.value - 1})`)
    if (node.type === 'StringLiteral' && parent.type !== 'ExpressionStatement')
      add('expression', node, ...shorter(node))
    if (node.type === 'RegExpLiteral') add('expression', node, ...regexChanges(node.pattern, node.flags))
    const method = node.type === 'CallExpression' && node.callee.property
    if (method && methods.get(method.name))
      add(
        'expression',
        node,
        source.slice(node.start, method.start) + methods.get(method.name) + source.slice(method.end, node.end),
      )
    if (node.type === 'ArrayExpression' && node.elements.length > 1 && parent.type !== 'ArrayExpression')
      for (const element of node.elements) if (element) add('element', element, '')
    if (node.type === 'ObjectExpression' && !inFunction && node.properties.length > 2)
      for (const property of node.properties) if (isLiteral(property.value)) add('property', property, '')
  }
}

const swaps: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '|': '&',
  '&': '|',
  '<<': '>>',
  '+=': '-=',
  '-=': '+=',
  '>>': '<<',
}

const methods = new Map(Object.entries({ min: 'max', max: 'min', some: 'every', every: 'some' }))

/** `list[0] ?? ''`: what only the type checker asks for, as TypeScript cannot know that the index is right. */
function isGuard(node: Node, parent: Node): boolean {
  if (node.type === 'AssignmentPattern') return parent.type === 'ArrayPattern'
  if (node.type !== 'LogicalExpression' || node.operator !== '??') return false
  const { left } = node
  return left.computed === true || /^(at|get|pop|shift)$/.test(left.callee?.property?.name ?? '')
}

function isLiteral(node: Node): boolean {
  return /Literal$/.test(node?.type ?? '')
}

/** A string without each entry, if it is a table such as `'KG KGS'`; nothing, if it is one word; a message stays. */
function shorter({ value }: { value: string }): string[] {
  const separator = value.includes(',') ? ',' : ' '
  const entries = value.split(separator).filter(entry => entry !== '')
  if (entries.length > 1 && entries.every(entry => /^[A-Z0-9 :-]+$/.test(entry)))
    return entries.map(left => JSON.stringify(entries.filter(entry => entry !== left).join(separator)))
  return value === '' || /\s/.test(value.trim()) ? [] : ["''"]
}
