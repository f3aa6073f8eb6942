import type { TemplatePlace } from '../../errors.ts'
import { type PageName, pages, type TemplateFiles } from '../template-files.ts'
import { parseTemplate } from './parse.ts'

/** The places where templates print each field, by name. */
export type PrintedAt = (page: PageName, field: string) => readonly TemplatePlace[]

/** Finds where templates print each field. They compiled before, so they are valid. */
export function printedAt(files: TemplateFiles): PrintedAt {
  const found: { field: string; place: TemplatePlace }[] = []
  for (const [file, source] of files) {
    if (!file.endsWith('.hbs')) continue
    for (const { original, loc } of printedPaths(parseTemplate(source, file)))
      found.push({ field: original, place: { file, line: loc.start.line, column: loc.start.column + 1 } })
  }
  return (page, field) =>
    found
      .filter(each => each.field === field && pages[page].endings.some(ending => each.place.file.endsWith(ending)))
      .slice(0, maxPlaces)
      .map(({ place }) => place)
}

const maxPlaces = 5

/** The paths that are printed or passed to a helper, not those that blocks such as `{{#if}}` test. */
function printedPaths(program: hbs.AST.Program | undefined): hbs.AST.PathExpression[] {
  return (program?.body ?? []).flatMap(node => {
    if (node.type === 'MustacheStatement') return pathsIn(node as hbs.AST.MustacheStatement)
    if (node.type !== 'BlockStatement') return []
    const { params, program: inside, inverse } = node as hbs.AST.BlockStatement
    const given = params.flatMap(each => (each.type === 'SubExpression' ? pathsIn(each as hbs.AST.SubExpression) : []))
    return [...given, ...printedPaths(inside), ...printedPaths(inverse)]
  })
}

/** A word with arguments is a helper; a word alone is a field. */
function pathsIn({ path, params }: hbs.AST.MustacheStatement | hbs.AST.SubExpression): hbs.AST.PathExpression[] {
  const named = params.length > 0 ? params : [path]
  return named.flatMap(each => {
    if (each.type === 'SubExpression') return pathsIn(each as hbs.AST.SubExpression)
    return each.type === 'PathExpression' ? [each as hbs.AST.PathExpression] : []
  })
}
