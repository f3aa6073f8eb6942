import { fileStart, placeAfter, placeOf, type SourcePosition } from '../finding.ts'
import type { Attribute, AttributePart, Inside, Piece, Tag } from './html-pieces.ts'

/**
 * Splits an HTML template into text, tags with attributes, and mustaches with what contains them. Each branch of a block
 * starts in the state in which the block started; what follows the block continues its first branch.
 *
 * @param template a syntax tree of Handlebars' parser
 * @param inside where the template starts, for a section within a style element
 */
export function scanHtml(template: hbs.AST.Program, inside: Inside = 'element'): Piece[] {
  const pieces: Piece[] = []
  const state = startOf(inside)
  program(template)
  return pieces

  function program(part: hbs.AST.Program | undefined): void {
    for (const node of part?.body ?? []) statement(node)
  }

  function statement(node: hbs.AST.Statement): void {
    const at = placeOf(node)
    switch (node.type) {
      case 'ContentStatement':
        // The types of the parser call this text its whitespace flags.
        readHtml(state, (node as hbs.AST.ContentStatement).original as unknown as string, at, pieces)
        break
      case 'BlockStatement':
        block(node as hbs.AST.BlockStatement, at)
        break
      case 'PartialStatement': {
        const name = nameOf((node as hbs.AST.PartialStatement).name)
        pieces.push({ kind: 'section', name, at, inside: state.inside })
        break
      }
      case 'MustacheStatement':
        mustache(node as hbs.AST.MustacheStatement, at)
    }
  }

  function mustache(node: hbs.AST.MustacheStatement, at: SourcePosition): void {
    const part = { kind: 'mustache', node, at, inside: state.inside, depth: state.depth } as const
    if (isInValue()) state.value.push(part)
    else if (state.mode === 'text') pieces.push(part)
    else if (state.mode === 'comment') pieces.push({ ...part, inside: 'comment' })
    else stray(at)
  }

  /** After `=`, a mustache without a quote is still a value. */
  function isInValue(): boolean {
    if (state.mode === 'beforeValue') state.mode = 'unquoted'
    return state.mode === 'quoted' || state.mode === 'unquoted'
  }

  /** Inside a tag, outside a value: it could become an attribute, or the end of the tag. */
  function stray(at: SourcePosition): void {
    pieces.push({ kind: 'stray', at, tag: state.tag.name })
    if (state.mode !== 'name' && state.mode !== 'end') state.mode = 'tag'
  }

  function block({ path, program: first, inverse: second }: hbs.AST.BlockStatement, at: SourcePosition): void {
    const isValue = isInValue()
    const isText = state.mode === 'text' || state.mode === 'comment'
    const branches: [AttributePart[], AttributePart[]] = [[], []]
    if (isValue) state.value.push({ kind: 'block', at, branches })
    else if (isText) pieces.push({ kind: 'fork', at })
    else stray(at)
    const before = { ...state }
    if (isValue) state.value = branches[0]
    if (['with', 'each'].includes(nameOf(path))) state.depth++
    program(first)
    const after = { ...state, value: before.value, depth: before.depth }
    if (isText) pieces.push({ kind: 'branch', at })
    Object.assign(state, before, isValue && { value: branches[1] })
    program(second)
    if (isText) pieces.push({ kind: 'join', at })
    Object.assign(state, after)
  }
}

/** The path or name that a template calls or prints, as written. */
export function nameOf(node: hbs.AST.Node): string {
  return String((node as hbs.AST.PathExpression).original ?? '')
}

/** The scanner's state (those of HTML's tokenizer, 13.2.5, that a template needs). */
interface HtmlState {
  mode:
    | 'text'
    | 'comment'
    | 'declaration'
    | 'end'
    | 'tag'
    | 'name'
    | 'afterName'
    | 'beforeValue'
    | 'quoted'
    | 'unquoted'
  inside: Inside
  tag: Tag
  attribute: Attribute
  /** Collects parts of a value: the attribute's, or those of a branch within it. */
  value: AttributePart[]
  /** Number of open `with` and `each`. */
  depth: number
}

/** Elements whose content is text up to the next end tag of that name (HTML, 13.2.5). */
const rawElements: readonly string[] = ['style', 'script', 'title', 'textarea']

function startOf(inside: Inside): HtmlState {
  const at = fileStart
  const attribute: Attribute = { name: '', at, quote: '', value: [], depth: 0 }
  const tag: Tag = { kind: 'tag', name: '', at, attributes: [] }
  return { mode: 'text', inside, tag, attribute, value: [], depth: 0 }
}

/** Reads a text that starts at `start`, updating `state`. Complete pieces go to `pieces`. */
function readHtml(state: HtmlState, source: string, start: SourcePosition, pieces: Piece[]): void {
  const at = (index: number) => placeAfter(start, source.slice(0, index))
  let index = 0
  while (index < source.length) index = next()

  /** Reads one token at `index` and returns the index after it. */
  function next(): number {
    switch (state.mode) {
      case 'text':
        return text()
      case 'comment':
        return skipTo('-->')
      case 'declaration':
      case 'end':
        return skipTo('>')
      case 'tag':
        return tag()
      case 'name': {
        const end = indexOf(source, /[\s=/>]/, index)
        state.attribute.name += source.slice(index, end).toLowerCase()
        return end < source.length ? enter('afterName', end) : end
      }
      case 'afterName':
        if (/\s/.test(source.charAt(index))) return index + 1
        return source[index] === '=' ? enter('beforeValue', index + 1) : enter('tag', index)
      case 'beforeValue':
        return /\s/.test(source.charAt(index)) ? index + 1 : startValue()
      default:
        return value()
    }
  }

  function text(): number {
    const { inside, depth } = state
    const markup = rawElements.includes(inside) ? new RegExp(`</${inside}\\b`, 'i') : /<(?=[a-z!?]|\/[a-z])/i
    const end = indexOf(source, markup, index)
    if (end > index) pieces.push({ kind: 'text', text: source.slice(index, end), at: at(index), inside, depth })
    if (end === source.length) return end
    if (source.startsWith('<!--', end)) return enter('comment', end + 4)
    if (/[!?]/.test(source.charAt(end + 1))) return enter('declaration', end + 2)
    const isEnd = source[end + 1] === '/'
    const nameAt = end + (isEnd ? 2 : 1)
    const name = source.slice(nameAt, indexOf(source, /[\s/>]/, nameAt)).toLowerCase()
    if (isEnd) {
      pieces.push({ kind: 'endTag', name, at: at(end) })
      state.inside = 'element'
    } else state.tag = { kind: 'tag', name, at: at(end), attributes: [] }
    return enter(isEnd ? 'end' : 'tag', nameAt + name.length)
  }

  function tag(): number {
    const character = source.charAt(index)
    if (character === '>') {
      pieces.push(state.tag)
      state.inside = rawElements.includes(state.tag.name) ? (state.tag.name as Inside) : 'element'
      return enter('text', index + 1)
    }
    if (source.startsWith('/>', index)) state.tag.isClosed = true
    if (/[\s/]/.test(character)) return index + 1
    // Always take one character: a name may start with `=`.
    const name = character.toLowerCase()
    state.attribute = { name, at: at(index), quote: '', value: [], depth: state.depth }
    state.value = state.attribute.value
    state.tag.attributes.push(state.attribute)
    return enter('name', index + 1)
  }

  function startValue(): number {
    const quote = source.charAt(index)
    if (quote === '>') return enter('tag', index)
    if (quote !== '"' && quote !== "'") return enter('unquoted', index)
    state.attribute.quote = quote
    return enter('quoted', index + 1)
  }

  function value(): number {
    const { quote } = state.attribute
    const end = indexOf(source, quote === '' ? /[\s>]/ : quote, index)
    if (end > index) state.value.push({ kind: 'text', text: source.slice(index, end), at: at(index) })
    if (end === source.length) return end
    return enter('tag', quote === '' ? end : end + 1)
  }

  function skipTo(mark: string): number {
    const end = indexOf(source, mark, index)
    return end === source.length ? end : enter('text', end + mark.length)
  }

  function enter(mode: HtmlState['mode'], next: number): number {
    state.mode = mode
    return next
  }
}

function indexOf(source: string, mark: string | RegExp, from: number): number {
  const index = typeof mark === 'string' ? source.indexOf(mark, from) : source.slice(from).search(mark)
  if (index < 0) return source.length
  return typeof mark === 'string' ? index : from + index
}
