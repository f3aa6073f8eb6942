/** Puts a text between the marks `<!-- name -->` and `<!-- /name -->` of a page, or under `heading` at its end if it has no marks. */
export function putBetween(page: string, name: string, heading: string, text: string): string {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const part = `${open}\n\n${text}\n\n${close}`
  const start = page.indexOf(open)
  const end = page.indexOf(close)
  if (start < 0 || end < start) return `${page.trimEnd()}\n\n${heading}\n\n${part}\n`
  return page.slice(0, start) + part + page.slice(end + close.length)
}

/** The text between the marks. */
export function textBetween(page: string, name: string): string | undefined {
  return new RegExp(`<!-- ${name} -->\\n\\n([\\s\\S]*?)\\n\\n<!-- /${name} -->`).exec(page)?.[1]
}
