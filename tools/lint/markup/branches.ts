import type { Report, SourcePosition } from '../finding.ts'
import { type Piece, voidElements, walkBranches } from './html-pieces.ts'

/** Elements whose end tag is optional (HTML, 13.1.2.4). */
const endsItself: readonly string[] =
  'html head body p li dt dd tr td th thead tbody tfoot colgroup caption option optgroup rt rp'.split(' ')

interface OpenTag {
  name: string
  at: SourcePosition
}

/** What a branch of a block, or the whole file, opens and closes for its surroundings. */
interface Branch {
  /** Elements it opens but does not close. */
  opened: OpenTag[]
  /** End tags of elements it does not open. */
  closed: OpenTag[]
  /** Elements opened in inner branches, which a later end tag may close. */
  torn: OpenTag[]
}

/**
 * Elements opened in both branches of a block and closed outside it, or the other way round. The inliner sees both branches
 * one after the other: it takes two elements for open where there will be one, and closes the second itself. An element
 * that one branch opens and another block's branch closes looks complete to it.
 */
export function branchRule(pieces: readonly Piece[], report: Report): void {
  walkBranches(pieces, begun(), step, join, begun)

  function step(branch: Branch, piece: Piece): Branch {
    if (piece.kind === 'endTag') close(branch, piece)
    else if (piece.kind === 'tag' && !voidElements.includes(piece.name) && !piece.isClosed) branch.opened.push(piece)
    return branch
  }

  function close(branch: Branch, tag: OpenTag): void {
    const { opened, torn, closed } = branch
    const at = opened.findLastIndex(({ name }) => name === tag.name)
    if (at >= 0) {
      opened.length = at
      return
    }
    const ways = torn.filter(({ name }) => name === tag.name)
    branch.torn = torn.filter(({ name }) => name !== tag.name)
    if (ways.length > 0) for (const way of ways) fault(way, 'opened in a branch and closed outside it')
    else closed.push(tag)
  }

  function join(outer: Branch, first: Branch, second: Branch): Branch {
    for (const [one, other] of [
      [first, second],
      [second, first],
    ] as const) {
      for (const tag of one.opened) {
        if (shares(other.opened, tag) && !endsItself.includes(tag.name))
          fault(tag, 'opened in both branches and closed outside them')
        else outer.torn.push(tag)
      }
      for (const tag of one.closed) {
        if (shares(other.closed, tag)) fault(tag, 'closed in both branches and opened outside them', '/')
        else outer.torn = withoutLast(outer.torn, tag)
      }
    }
    outer.torn.push(...first.torn, ...second.torn)
    return outer
  }

  function fault({ name, at }: OpenTag, wrong: string, slash = ''): void {
    report(at, {
      rule: 'torn-element',
      message: `<${slash}${name}> is ${wrong}: styles are inlined with both branches in the page, so it would be closed in the wrong place`,
      advice: `write the whole element in each branch, from <${name}> to </${name}>`,
    })
  }
}

function begun(): Branch {
  return { opened: [], closed: [], torn: [] }
}

/** A branch closes the element that another one opened last. */
function withoutLast(torn: readonly OpenTag[], { name }: OpenTag): OpenTag[] {
  const at = torn.findLastIndex(tag => tag.name === name)
  return torn.filter((_, index) => index !== at)
}

function shares(tags: readonly OpenTag[], { name }: OpenTag): boolean {
  return tags.some(tag => tag.name === name)
}
