/** What of an element of a page is needed here. */
export interface StyledNode {
  name?: string
  /** With sides as left and right, and minified styles. */
  attribs?: Record<string, string>
  parent: StyledNode | null
}

/**
 * Takes out of the style of a table cell what its attributes say, or what it inherits; `white-space:nowrap` becomes `nowrap`.
 * A receipt has many cells, and every mail client knows these attributes. Elements around the cell come before it.
 */
export function sayOnce(cell: StyledNode): void {
  const { attribs } = cell
  if (attribs?.style === undefined) return
  const attributes = [`text-align:${attribs.align}`, `vertical-align:${valignAround(cell)}`]
  const inherited = cell.name === 'td' ? [`text-align:${alignAround(cell)}`, `font-weight:${weightAround(cell)}`] : []
  const needed = [...attributes, ...inherited].reduce(without, attribs.style)
  const wrapping = without(needed, 'white-space:nowrap')
  if (wrapping !== needed) attribs.nowrap = ''
  if (wrapping === '') delete attribs.style
  else attribs.style = wrapping
}

/** A minified style without a declaration. References contain semicolons too, so it isn't split. */
function without(style: string, declaration: string): string {
  if (style === declaration) return ''
  if (style.startsWith(`${declaration};`)) return style.slice(declaration.length + 1)
  if (style.endsWith(`;${declaration}`)) return style.slice(0, -declaration.length - 1)
  return style.replace(`;${declaration};`, ';')
}

function valignAround(cell: StyledNode): string | undefined {
  return firstAround(cell, ({ name, attribs }) => attribs?.valign ?? (name === 'table' ? '' : undefined))
}

function alignAround(cell: StyledNode): string | undefined {
  // Cells don't pass their attribute on to the tables in them, and a table's own is about the table.
  return firstAround(cell, ({ name, attribs }) => {
    const attribute = name === 'table' ? undefined : attribs?.align
    return valueIn('text-align', attribs?.style) ?? (attribute && 'unknown')
  })
}

function weightAround(cell: StyledNode): string {
  const bold = (name: string | undefined) => (name && /^(th|b|strong|h[1-6])$/.test(name) ? 'bold' : undefined)
  const weight = firstAround(cell, ({ name, attribs }) => valueIn('font-weight', attribs?.style) ?? bold(name))
  return weight ?? '400'
}

/** What the nearest element around a cell that answers says. */
function firstAround(cell: StyledNode, ask: (around: StyledNode) => string | undefined): string | undefined {
  for (let around = cell.parent; around; around = around.parent) {
    const answer = ask(around)
    if (answer !== undefined) return answer
  }
  return undefined
}

function valueIn(property: string, style: string | undefined): string | undefined {
  return style && new RegExp(`(?:^|;)${property}:([^;]+)`).exec(style)?.[1]
}
