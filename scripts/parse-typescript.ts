import { parse } from '@babel/parser'

// biome-ignore lint/suspicious/noExplicitAny: the parser's nodes are told apart by their `type`
export type Node = any

/** The statements of a TypeScript file as Babel's syntax tree, with the places of all nodes. */
export function parseTypeScript(source: string): Node[] {
  return parse(source, { sourceType: 'module', plugins: ['typescript'] }).program.body
}
