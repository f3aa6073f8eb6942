import { parse } from '@babel/parser'

/** A node of Babel's syntax tree. */
// biome-ignore lint/suspicious/noExplicitAny: the parser's types are one union of all nodes, told apart by their `type`
export type Node = any

/** The statements of a TypeScript file, with the places of all nodes. */
export function statementsOf(code: string): Node[] {
  return parse(code, { sourceType: 'module', plugins: ['typescript'] }).program.body
}
