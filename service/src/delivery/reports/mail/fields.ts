/** Fields of a header or a report by their names in lower case, with all their values in order, unfolded. */
export type MailFields = ReadonlyMap<string, readonly string[]>

/** Lines of a block that are read, and characters of a field's value. */
const maxLines = 2000
const maxValueLength = 8192

/** The fields with which a text begins, until the first empty line; lines that are none are passed over. */
export function readFields(text: string): MailFields {
  return fieldBlocks(text, 1)[0] ?? new Map()
}

/** Blocks of fields, parted by empty lines as in a delivery status (RFC 3464, section 2.1); at most `most`. */
export function fieldBlocks(text: string, most: number): MailFields[] {
  const blocks: MailFields[] = []
  let block = new Map<string, string[]>()
  let last: string[] | undefined
  let lines = 0
  for (const line of linesOf(text, maxLines * Math.min(most, 10))) {
    if (/^\s*$/.test(line) || lines++ > maxLines) {
      if (block.size > 0) blocks.push(block)
      if (blocks.length >= most) return blocks
      block = new Map()
      last = undefined
      lines = 0
    } else if (/^[ \t]/.test(line) && last) {
      const value = `${last.at(-1) ?? ''} ${line.trim()}`
      if (value.length <= maxValueLength) last[last.length - 1] = value
    } else {
      const [, name, value = ''] = /^([!-9;-~]{1,78})[ \t]*:(.*)$/s.exec(line) ?? []
      if (name === undefined) continue
      const key = name.toLowerCase()
      last = block.get(key)
      if (!last) {
        last = []
        block.set(key, last)
      }
      last.push(value.trim().slice(0, maxValueLength))
    }
  }
  if (block.size > 0) blocks.push(block)
  return blocks.slice(0, most)
}

/** The first value of a field that isn't empty. */
export function fieldOf(fields: MailFields, name: string): string | undefined {
  return fields.get(name)?.find(value => value !== '')
}

/** The first lines of a text, without their ends. */
export function* linesOf(text: string, most: number): Generator<string> {
  let from = 0
  for (let count = 0; count < most && from < text.length; count++) {
    const end = text.indexOf('\n', from)
    const line = text.slice(from, end < 0 ? undefined : end)
    yield line.endsWith('\r') ? line.slice(0, -1) : line
    if (end < 0) return
    from = end + 1
  }
}
