/**
 * Moves short texts around a condition into its branches where they meet another text there, so that a page is put together from
 * fewer pieces: `<td>{{#if mark}}<b>{{mark}}</b>{{/if}}</td>` prints three instead of five.
 *
 * @param body statements, one after the other; what is within a block is joined when that block is written
 */
export function joinTexts(body: readonly hbs.AST.Statement[]): hbs.AST.Statement[] {
  const joined: hbs.AST.Statement[] = []
  for (const node of inRuns(body)) {
    const before = joined.at(-1)
    if (isShort(before) && isCondition(node) && branches(node).some(branch => isText(branch.at(0)))) {
      joined[joined.length - 1] = within(node, { before })
    } else if (isShort(node) && isCondition(before) && branches(before).some(branch => isText(branch.at(-1)))) {
      joined[joined.length - 1] = within(before, { after: node })
    } else joined.push(node)
  }
  return joined
}

/** With each run of texts as one: what is short enough to be repeated is the run, or code would grow with the square of a template. */
function inRuns(body: readonly hbs.AST.Statement[]): hbs.AST.Statement[] {
  const runs: hbs.AST.Statement[] = []
  for (const node of body) {
    const before = runs.at(-1)
    if (isText(node) && node.value === '') continue
    if (!isText(before) || !isText(node)) runs.push(node)
    else runs[runs.length - 1] = { ...before, value: before.value + node.value } as hbs.AST.Statement
  }
  return runs
}

/** A condition with a text in all its branches. */
function within(
  { program, inverse, ...node }: hbs.AST.BlockStatement,
  { before, after }: { before?: hbs.AST.Statement; after?: hbs.AST.Statement },
): hbs.AST.Statement {
  const filled = (branch: hbs.AST.Program | undefined) => ({
    ...(branch ?? program ?? inverse),
    body: [...(before ? [before] : []), ...(branch?.body ?? []), ...(after ? [after] : [])],
  })
  return { ...node, program: filled(program), inverse: filled(inverse) } as hbs.AST.BlockStatement
}

function branches({ program, inverse }: hbs.AST.BlockStatement): hbs.AST.Statement[][] {
  return [inRuns(program?.body ?? []), inRuns(inverse?.body ?? [])]
}

function isCondition(node: hbs.AST.Statement | undefined): node is hbs.AST.BlockStatement {
  const word = node?.type === 'BlockStatement' ? (node as hbs.AST.BlockStatement).path.original : undefined
  return word === 'if' || word === 'unless'
}

function isText(node: hbs.AST.Statement | undefined): node is hbs.AST.ContentStatement {
  return node?.type === 'ContentStatement'
}

/** A text short enough to stand in both branches. */
function isShort(node: hbs.AST.Statement | undefined): node is hbs.AST.ContentStatement {
  return isText(node) && node.value.length <= 120
}
