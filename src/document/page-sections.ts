import { parseTemplate } from './language/parse.ts'

/** Part of a page that is moved as a whole: one section, or those that stand side by side. */
export interface PagePart {
  /** The sections in it, in order. */
  sections: string[]
  /** The template text. */
  text: string
}

/** A page's sections between `{{!-- sections --}}` and `{{!-- /sections --}}`. */
export interface PageSections {
  /** Offsets in the page's text, without the two marks. */
  start: number
  end: number
  /** On a roll, in mail and in text. */
  roll: PagePart[]
  /** On a sheet: the other branches of `{{#if paper.roll}}`. */
  sheet: PagePart[]
}

/**
 * Finds the sections of a page that `brand.json` can reorder.
 *
 * @returns undefined if the page has no marks
 * @throws TemplateError if it is not valid Handlebars
 */
export function pageSections(source: string, file: string): PageSections | undefined {
  const { body } = parseTemplate(source, file)
  const first = body.findIndex(node => isMark(node, 'sections'))
  const last = body.findIndex(node => isMark(node, '/sections'))
  const [opening, closing] = [body[first], body[last]]
  if (!opening || !closing || last < first) return undefined
  const between = body.slice(first + 1, last)
  const offsetOf = offsets(source)
  return {
    start: offsetOf(opening.loc.end),
    end: offsetOf(closing.loc.start),
    roll: partsOf(between, true, source, offsetOf),
    sheet: partsOf(between, false, source, offsetOf),
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

type OffsetOf = (place: { line: number; column: number }) => number

function isMark(node: hbs.AST.Statement, mark: string): boolean {
  return node.type === 'CommentStatement' && (node as hbs.AST.CommentStatement).value.trim() === mark
}

function offsets(source: string): OffsetOf {
  const starts = [0, ...Array.from(source.matchAll(/\n/g), ({ index }) => index + 1)]
  return ({ line, column }) => (starts[line - 1] ?? 0) + column
}

/** A part ends where all its elements are closed. What has no section of its own belongs to the part before. */
function partsOf(body: readonly hbs.AST.Statement[], isRoll: boolean, source: string, offsetOf: OffsetOf): PagePart[] {
  const parts: PagePart[] = []
  let open: PagePart = { sections: [], text: '' }
  let depth = 0
  const close = () => {
    const before = parts.at(-1)
    if (open.sections.length === 0 && before) before.text += open.text
    else if (open.text) parts.push(open)
    open = { sections: [], text: '' }
  }
  for (const node of body) {
    const branch = depth === 0 ? paperBranch(node, isRoll) : undefined
    const text = source.slice(offsetOf(node.loc.start), offsetOf(node.loc.end))
    if (branch) parts.push(...partsOf(branch.body, isRoll, source, offsetOf))
    else if (node.type === 'ContentStatement') {
      for (const piece of text.split(/(?<=>)|(?=<)/)) {
        depth += depthOf(piece)
        open.text += depth === 0 && !open.text ? piece.trim() : piece
        if (depth === 0) close()
      }
    } else if (node.type !== 'CommentStatement') {
      open.text += text
      open.sections.push(...sectionsIn([node]))
      if (depth === 0) close()
    }
  }
  close()
  return parts
}

/** The branch of `{{#if paper.roll}}` or `{{#unless paper.roll}}`; undefined for other statements. */
function paperBranch(node: hbs.AST.Statement, isRoll: boolean): { body: hbs.AST.Statement[] } | undefined {
  if (node.type !== 'BlockStatement') return undefined
  const { path, params, program, inverse } = node as hbs.AST.BlockStatement
  if ((params[0] as hbs.AST.PathExpression | undefined)?.original !== 'paper.roll') return undefined
  return ((path.original === 'if') === isRoll ? program : inverse) ?? { body: [] }
}

/** By how much a piece of HTML changes the number of open elements. */
function depthOf(piece: string): number {
  const [, slash, name = ''] = /^<(\/?)([a-z][\w-]*)/i.exec(piece) ?? []
  if (!name || /\/>$/.test(piece) || /^(img|br|hr)$/i.test(name)) return 0
  return slash ? -1 : 1
}
