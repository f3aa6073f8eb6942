/** What a mark stands for: a statement, or one side of a block. */
type Marked = { statement: hbs.AST.Statement } | { open: hbs.AST.BlockStatement } | 'else' | 'close'

// Private-use characters are letters in both HTML and CSS, and templates have no use for them.
const before = '\uE000'
const after = '\uE001'
const bareAttribute = '\uE002'
const marks = new RegExp(`${before}(\\d+)${after}(?:${bareAttribute}="")?`)
const reserved = /[\uE000-\uE002]+/

/** Suffix of a mark that is an attribute by itself, such as `{{#if wide}}` in a tag: its empty value isn't the template's. */
export function asAttribute(name: string): string {
  return name.startsWith(before) && name.endsWith(after) ? name + bareAttribute : name
}

/** Whether markup contains a mark. */
export function isMarked(markup: string): boolean {
  return reserved.test(markup)
}

/** A placeholder position: text that went through a mask may have moved. */
const nowhere: hbs.AST.SourceLocation = { source: '', start: { line: 1, column: 0 }, end: { line: 1, column: 0 } }

/**
 * Creates a mask for one page, which lets HTML and CSS tools work on a template: statements become marks, which the tools take for
 * text, a value or a name, and later become statements again.
 */
export function createMask() {
  const hidden: Marked[] = []

  function mark(what: Marked): string {
    hidden.push(what)
    return `${before}${hidden.length - 1}${after}`
  }

  /** The template as markup with marks. A mark may be repeated; each becomes the statement again. */
  function hide(tree: hbs.AST.Program | undefined): string {
    return tree?.body.map(printed).join('') ?? ''
  }

  function printed(node: hbs.AST.Statement): string {
    if (node.type === 'CommentStatement') return ''
    if (node.type === 'ContentStatement') return content(node as hbs.AST.ContentStatement)
    if (node.type !== 'BlockStatement') return mark({ statement: node })
    const block = node as hbs.AST.BlockStatement
    const otherwise = block.inverse ? mark('else') + hide(block.inverse) : ''
    return mark({ open: block }) + hide(block.program) + otherwise + mark('close')
  }

  /** Hides characters that look like marks, as statements are. */
  function content(node: hbs.AST.ContentStatement): string {
    return node.value
      .split(/([\uE000-\uE002]+)/)
      .map(part => (reserved.test(part) ? mark({ statement: { ...node, value: part } as hbs.AST.Statement }) : part))
      .join('')
  }

  /** The template for marked markup. */
  function show(markup: string): hbs.AST.Program {
    const pieces = markup.split(marks)
    let at = 0
    return branch()

    /** Statements up to the end, or to the enclosing block's `else` or close. */
    function branch(): hbs.AST.Program {
      const body: hbs.AST.Statement[] = []
      while (at < pieces.length) {
        const text = pieces[at]
        if (text)
          body.push({
            type: 'ContentStatement',
            value: text,
            original: text,
            loc: nowhere,
          } as hbs.AST.Statement)
        const what = hidden[Number(pieces[at + 1])]
        if (what === undefined || what === 'else' || what === 'close') break
        at += 2
        body.push('open' in what ? block(what.open) : what.statement)
      }
      // As a parser's, without what only a parser needs to know.
      return { type: 'Program', body, strip: {} } as unknown as hbs.AST.Program
    }

    function block(node: hbs.AST.BlockStatement): hbs.AST.BlockStatement {
      const program = branch()
      const hasElse = hidden[Number(pieces[at + 1])] === 'else'
      if (hasElse) at += 2
      const inverse = hasElse ? branch() : undefined
      at += 2
      return { ...node, program, inverse: inverse as hbs.AST.Program }
    }
  }

  return { hide, show }
}
