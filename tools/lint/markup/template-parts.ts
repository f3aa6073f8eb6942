import { placeOf, type SourcePosition } from '../finding.ts'

/** A text of a template, or a statement in it; `depth` counts the enclosing `with` and `each`. */
export type TemplatePart = { at: SourcePosition; depth: number } & (
  | { kind: 'text'; text: string }
  | { kind: 'mustache'; node: hbs.AST.MustacheStatement }
  | { kind: 'section'; name: string }
  /** A block's beginning, the beginning of its `else`, also of one that isn't there, and its end. */
  | { kind: 'fork' | 'branch' | 'join' }
)

/** A template's texts and statements in their order. */
export function partsOf(template: hbs.AST.Program | undefined, depth = 0): TemplatePart[] {
  return (template?.body ?? []).flatMap((node): TemplatePart[] => {
    const where = { at: placeOf(node), depth }
    switch (node.type) {
      case 'ContentStatement':
        // The types of the parser call this text its whitespace flags.
        return [{ ...where, kind: 'text', text: (node as hbs.AST.ContentStatement).original as unknown as string }]
      case 'MustacheStatement':
        return [{ ...where, kind: 'mustache', node: node as hbs.AST.MustacheStatement }]
      case 'PartialStatement':
        return [{ ...where, kind: 'section', name: nameOf((node as hbs.AST.PartialStatement).name) }]
      case 'BlockStatement': {
        const { path, program, inverse } = node as hbs.AST.BlockStatement
        const inner = ['with', 'each'].includes(nameOf(path)) ? depth + 1 : depth
        return [
          { ...where, kind: 'fork' },
          ...partsOf(program, inner),
          { ...where, kind: 'branch' },
          ...partsOf(inverse, depth),
          { ...where, kind: 'join' },
        ]
      }
      default:
        return []
    }
  })
}

/** The path or name that a template calls or prints, as written. */
export function nameOf(node: hbs.AST.Node): string {
  return String((node as hbs.AST.PathExpression).original ?? '')
}
