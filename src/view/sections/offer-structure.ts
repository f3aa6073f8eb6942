/**
 * Gives an offer's markup the structure that readers and PDF/UA-1 (ISO 14289-1, 7.2, 7.4) ask for: list items are in lists, lists hold
 * items only, headings go on below the title of the offers without leaving out a level, and a link holds no blocks.
 *
 * @param html sanitized, so that tags are balanced and have no attributes but `href`
 */
export function structured(html: string): string {
  const out: string[] = []
  /** Open elements, outermost first: what they are written as, and what ends them. */
  const open: Open[] = []
  const levels = levelsOf(html)
  let lastLevel = titleLevel

  for (const [token, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)(?: [^<>]*)?>|[^<]+/g)) {
    if (name === '') text(token)
    else if (name === 'br' || name === 'hr') inline(token)
    else if (slash) close(name)
    else begin(name, token)
  }
  while (open.length > 0) end()
  return out.join('').replace(wordless, '$1')

  function text(token: string): void {
    if (token.trim() !== '') inline(token)
    else out.push(token)
  }

  /** Something that may not stand directly in a list. */
  function inline(token: string): void {
    endOwnList()
    if (isList(open.at(-1))) push('li', '<li>', true)
    out.push(token)
  }

  function begin(name: string, token: string): void {
    // In a link or a bold text, an item or block is only its text.
    const isInLine = open.some(({ written }) => inlines.has(written))
    if (isInLine && !inlines.has(name)) {
      out.push(' ')
      open.push({ name, written: '', isOwn: false })
      return
    }
    if (name === 'li') {
      if (open.at(-1)?.name === 'li' && open.at(-1)?.isOwn) end()
      if (!isList(open.at(-1))) push('ul', '<ul>', true)
      push('li', '<li>')
      return
    }
    endOwnList()
    if (isList(open.at(-1))) push('li', '<li>', true)
    if (!levels.has(name)) {
      push(name, token)
      return
    }
    lastLevel = Math.min(titleLevel + 1 + (levels.get(name) ?? 0), lastLevel + 1)
    open.push({ name, written: `h${lastLevel}`, isOwn: false })
    out.push(`<h${lastLevel}>`)
  }

  /** Ends the element of that name, and what was opened in it on our own. */
  function close(name: string): void {
    if (!open.some(each => each.name === name && !each.isOwn)) return
    while (open.at(-1)?.isOwn) end()
    end()
  }

  /** A list that an item lacked ends before what isn't an item. */
  function endOwnList(): void {
    if (isList(open.at(-1)) && open.at(-1)?.isOwn) end()
  }

  function push(name: string, token: string, isOwn = false): void {
    open.push({ name, written: name, isOwn })
    out.push(token)
  }

  function end(): void {
    const { written = '' } = open.pop() ?? {}
    out.push(written === '' ? ' ' : `</${written}>`)
  }
}

/** A link around nothing but lines and breaks, which nobody could click or hear. */
const wordless = /<a href="[^"]*">((?:<(?!\/?a[ >])[^<>]*>|\s)*)<\/a>/g

interface Open {
  name: string
  /** The element in the output; empty if only its text is kept. */
  written: string
  /** It isn't in the input. */
  isOwn: boolean
}

/** Of the offers' title, an `h2`. */
const titleLevel = 2

const inlines = new Set(['a', 'b', 'i', 'em', 'strong', 'u', 's', 'small', 'span'])

function isList(element: Open | undefined): boolean {
  return element?.written === 'ul' || element?.written === 'ol'
}

/** The places of an offer's headings among each other, from 0: `h1` and `h3` are 0 and 1. */
function levelsOf(html: string): ReadonlyMap<string, number> {
  const used = ['h1', 'h2', 'h3'].filter(name => html.includes(`<${name}>`))
  return new Map(used.map((name, place) => [name, place]))
}
