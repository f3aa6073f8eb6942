import type { Report } from '../report.ts'
import type { Piece, Place } from './html-pieces.ts'

/** Elements without content, and so without an end (HTML, 13.1.2). */
const empty: readonly string[] = 'area base br col embed hr img input link meta source track wbr'.split(' ')

/** Elements that may be left open (HTML, 13.1.2.4). */
const endsItself: readonly string[] =
  'html head body p li dt dd tr td th thead tbody tfoot colgroup caption option optgroup rt rp'.split(' ')

interface Tag {
  name: string
  at: Place
}

/** What a branch of a block, or the file around all, changes for what stands around it. */
interface Branch {
  /** Elements that it opens and does not close. */
  opened: Tag[]
  /** End tags of elements that it does not open. */
  closed: Tag[]
  /** Elements that branches within it open, of which one that surely comes may be the end. */
  torn: Tag[]
}

/**
 * Elements that a block opens in its branches and that are closed outside of it, or the other way round. The inliner sees both
 * branches one after the other: it takes two elements for opened where there will be one, and closes the second itself. An
 * element that one branch opens and another block's branch closes is whole to it.
 */
export function branchRule(pieces: readonly Piece[], report: Report): void {
  const around: { outer: Branch; first?: Branch }[] = []
  let branch = begun()

  function close(tag: Tag): void {
    const { opened, torn, closed } = branch
    const at = opened.findLastIndex(({ name }) => name === tag.name)
    if (at >= 0) {
      opened.length = at
      return
    }
    const ways = torn.filter(({ name }) => name === tag.name)
    branch.torn = torn.filter(({ name }) => name !== tag.name)
    if (ways.length > 0) for (const way of ways) fault(way, 'opened in a branch and closed outside of it')
    else closed.push(tag)
  }

  function join(outer: Branch, first: Branch, second: Branch): void {
    for (const [one, other] of [
      [first, second],
      [second, first],
    ] as const) {
      for (const tag of one.opened) {
        if (shares(other.opened, tag) && !endsItself.includes(tag.name))
          fault(tag, 'opened in both branches and closed outside of them')
        else outer.torn.push(tag)
      }
      for (const tag of one.closed) {
        if (shares(other.closed, tag)) fault(tag, 'closed in both branches and opened outside of them', '/')
        else outer.torn = withoutLast(outer.torn, tag)
      }
    }
    outer.torn.push(...first.torn, ...second.torn)
  }

  function fault({ name, at }: Tag, wrong: string, slash = ''): void {
    report(at, {
      rule: 'torn-element',
      severity: 'error',
      message: `<${slash}${name}> is ${wrong}: styles are put on the elements with both branches in the page, so it would be closed wrongly`,
      advice: `write the whole element into each branch, from <${name}> to </${name}>`,
    })
  }

  for (const piece of pieces) {
    if (piece.kind === 'fork') {
      around.push({ outer: branch })
      branch = begun()
    } else if (piece.kind === 'branch') {
      around.at(-1)!.first = branch
      branch = begun()
    } else if (piece.kind === 'join') {
      const { outer, first } = around.pop()!
      join(outer, first ?? begun(), branch)
      branch = outer
    } else if (piece.kind === 'endTag') close(piece)
    else if (piece.kind === 'tag' && !empty.includes(piece.name) && !piece.isClosed) branch.opened.push(piece)
  }
}

function begun(): Branch {
  return { opened: [], closed: [], torn: [] }
}

/** The element that a branch closes is the last that another one opened. */
function withoutLast(torn: readonly Tag[], { name }: Tag): Tag[] {
  const at = torn.findLastIndex(tag => tag.name === name)
  return torn.filter((_, index) => index !== at)
}

function shares(tags: readonly Tag[], { name }: Tag): boolean {
  return tags.some(tag => tag.name === name)
}
