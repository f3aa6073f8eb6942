/**
 * A regular expression with one thing less each time: an anchor, an alternative, a member of a class, a quantifier, the
 * flag `i`; or with a count one off.
 */
export function regexChanges(pattern: string, flags: string): string[] {
  const parts =
    pattern.match(/\\[pPuxc]\{?[\w=]+\}?|\\.|\[(?:\\.|[^\]\\])*\]|\{\d+(?:,\d*)?\}|\(\?(?:<?[=!]|:|<\w+>)|./gsu) ?? []
  const found: string[] = flags.includes('i') ? [`/${pattern}/${flags.replace('i', '')}`] : []
  const put = (from: number, to: number, text: string) =>
    found.push(`/${parts.slice(0, from).join('')}${text}${parts.slice(to).join('')}/${flags}`)
  const opened = [{ from: 0, alternatives: [0] }]
  parts.forEach((part, at) => {
    if (part === '^' || part === '$' || (/^[+*?]$/.test(part) && at > 0)) put(at, at + 1, '')
    if (/^\{/.test(part))
      for (const count of part.matchAll(/\d+/g))
        for (const other of [Number(count[0]) + 1, Number(count[0]) - 1])
          put(at, at + 1, part.slice(0, count.index) + other + part.slice(count.index + count[0].length))
    if (/^\[/.test(part)) for (const member of classWithout(part)) put(at, at + 1, member)
    if (part.startsWith('(')) opened.push({ from: at + 1, alternatives: [at + 1] })
    if (part === '|') opened.at(-1)?.alternatives.push(at + 1)
    if (part === ')') close(opened.pop()!.alternatives, at)
  })
  close(opened[0]!.alternatives, parts.length)
  return found.filter(isRegex)

  function close(alternatives: number[], end: number): void {
    if (alternatives.length < 2) return
    alternatives.forEach((from, index) => {
      const next = alternatives[index + 1]
      if (next === undefined) put(from - 1, end, '')
      else put(from, next, '')
    })
  }
}

/** A character class without each of its members, and turned round. */
function classWithout(text: string): string[] {
  const [, not = '', inner = ''] = /^\[(\^?)(.*)\]$/s.exec(text) ?? []
  const members = inner.match(/(?:\\[pPux]\{?[\w=]+\}?|\\.|.)(?:-(?:\\u\w{4}|\\x\w\w|\\.|[^\]]))?/gsu) ?? []
  const less =
    members.length > 1 ? members.map(left => `[${not}${members.filter(each => each !== left).join('')}]`) : []
  return [...less, `[${not ? '' : '^'}${inner}]`]
}

function isRegex(literal: string): boolean {
  const end = literal.lastIndexOf('/')
  try {
    new RegExp(literal.slice(1, end), literal.slice(end + 1))
    return end > 1
  } catch {
    return false
  }
}
