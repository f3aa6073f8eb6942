import { TemplateError } from '../../errors.ts'
import { minifyCss, withoutCssComments } from '../styles/stylesheet.ts'
import { type PageName, pages, sectionFile, type TemplateFiles } from '../template-files.ts'
import { createMask } from './mask.ts'
import { parseTemplate, refusalIn } from './parse.ts'

/** Statements whose lines are indented: Handlebars indents a partial that is alone on its line. */
export interface Indented extends hbs.AST.Statement {
  type: 'Indented'
  indent: string
  body: hbs.AST.Statement[]
}

/**
 * Parses each file of a page once and splices the sections into the syntax tree: `{{> items}}` becomes the tree of
 * `sections/items.html.hbs`, `{{> print.css}}` that of the stylesheet. So whitespace control stays within a file, and what
 * only looks like a section (escaped, in a raw block) stays text, as in Handlebars. In text, an indented section is in an
 * `Indented`.
 *
 * @param seen called for each file after parsing, before its sections are resolved
 * @throws TemplateError if a file is not valid Handlebars, a section is missing, or a section contains itself
 */
export function splicePage(
  files: TemplateFiles,
  page: PageName,
  seen: (path: string, tree: hbs.AST.Program) => void = () => {},
): hbs.AST.Program {
  const trees = new Map<string, hbs.AST.Program>()
  return spliced(pages[page].file, [])

  function spliced(path: string, above: readonly string[]): hbs.AST.Program {
    const tree = trees.get(path) ?? parsed(path)
    const within = [...above, path]
    return { ...tree, body: tree.body.flatMap(node => inPlace(node, within)) }
  }

  function parsed(path: string): hbs.AST.Program {
    const source = files.get(path)
    if (source === undefined) throw new TemplateError(`there is no file ${path} in the template folder`)
    const tree = path.endsWith('.css') ? parseStyles(source, path) : parseTemplate(source, path)
    trees.set(path, tree)
    seen(path, tree)
    return tree
  }

  function inPlace(node: hbs.AST.Statement, within: readonly string[]): hbs.AST.Statement[] {
    if (node.type === 'PartialStatement') return section(node as hbs.AST.PartialStatement, within)
    if (node.type !== 'BlockStatement') return [node]
    const { program, inverse } = node as hbs.AST.BlockStatement
    const branch = (part: hbs.AST.Program) => ({ ...part, body: part.body.flatMap(each => inPlace(each, within)) })
    return [{ ...node, ...(program && { program: branch(program) }), ...(inverse && { inverse: branch(inverse) }) }]
  }

  function section(node: hbs.AST.PartialStatement, within: readonly string[]): hbs.AST.Statement[] {
    const { original: name } = node.name as hbs.AST.PathExpression
    const path = sectionFile(files, page, name)
    if (path === undefined) {
      const expected = `sections/${name}${pages[page].endings.at(-1)}`
      throw refusal(node, `there is no section "${name}"; write ${expected}`, within)
    }
    if (within.includes(path)) throw refusal(node, `${path} contains itself, via ${within.join(', ')}`, within)
    const { body, loc } = spliced(path, within)
    const { indent } = node as hbs.AST.PartialStatement & { indent?: string }
    if (!indent) return body
    // HTML is not indented, or lines of receipt text would be too (Handlebars: preventIndent).
    if (page !== 'text') return [{ type: 'ContentStatement', value: indent, original: indent, loc } as never, ...body]
    return [{ type: 'Indented', indent, body, loc } as Indented]
  }

  function refusal(node: hbs.AST.Node, message: string, within: readonly string[]): TemplateError {
    const path = within.at(-1) ?? ''
    return refusalIn(path, files.get(path) ?? '')(node, message)
  }
}

/** The sections that statements print, in order, also within blocks. */
export function sectionsIn(body: readonly hbs.AST.Statement[]): string[] {
  return body.flatMap(node => {
    if (node.type === 'PartialStatement')
      return [String(((node as hbs.AST.PartialStatement).name as hbs.AST.PathExpression).original)]
    if (node.type !== 'BlockStatement') return []
    const { program, inverse } = node as hbs.AST.BlockStatement
    return [...sectionsIn(program?.body ?? []), ...sectionsIn(inverse?.body ?? [])]
  })
}

/** A stylesheet as a template, without comments and unnecessary space. */
export function parseStyles(css: string, path: string): hbs.AST.Program {
  const mask = createMask()
  return mask.show(minifyCss(mask.hide(parseTemplate(withoutCssComments(css), path))))
}
