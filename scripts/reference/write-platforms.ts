import { exportsOf, functionText } from './write-api.ts'

/** Writes the reference of `counterfoil/from` as Markdown: each converter with its table, as its comment has them. */
export function writePlatforms(): string {
  const functions = exportsOf('src/from/index.ts').filter(({ node }) => /Function/.test(node.type))
  return functions.map(functionText).join('\n\n')
}
