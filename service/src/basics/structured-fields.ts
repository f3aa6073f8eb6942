/** A bare item of a header (RFC 9651, 3.3); a Byte Sequence stays base64. */
type FieldValue = number | string | boolean | Date

/** Characters of a header that are read, and members. */
const [maxLength, maxMembers] = [1000, 50]

/**
 * Reads a header that is a Dictionary (RFC 9651, 4.2.2). Parameters are read and left out; an inner list is, too.
 *
 * @returns undefined if it is none, or too long: the RFC ignores such a header whole
 */
export function readDictionary(text: string): Map<string, FieldValue> | undefined {
  if (text.length > maxLength) return undefined
  const cursor = { text: text.replace(/^ +| +$/g, ''), at: 0 }
  const members = new Map<string, FieldValue>()
  try {
    for (let more = cursor.text !== ''; more; ) {
      const key = take(cursor, keyShape)
      const value = takeIf(cursor, /=/y) ? readMember(cursor) : true
      skipParameters(cursor)
      // Of two, the last counts.
      if (value !== undefined) members.set(key, value)
      if (members.size > maxMembers) return undefined
      more = takeIf(cursor, /[ \t]*,[ \t]*/y) !== undefined
    }
  } catch (error) {
    if (error instanceof UnreadableError) return undefined
    throw error
  }
  return cursor.at === cursor.text.length ? members : undefined
}

interface Scanner {
  text: string
  at: number
}

class UnreadableError extends Error {}

const keyShape = /[a-z*][a-z0-9_.*-]*/y

function readMember(cursor: Scanner): FieldValue | undefined {
  if (!takeIf(cursor, /\( */y)) return readItem(cursor)
  while (!takeIf(cursor, /\)/y)) {
    readItem(cursor)
    skipParameters(cursor)
    if (!takeIf(cursor, / +/y) && cursor.text[cursor.at] !== ')') throw new UnreadableError()
  }
  return undefined
}

function skipParameters(cursor: Scanner): void {
  while (takeIf(cursor, /; */y)) {
    take(cursor, keyShape)
    if (takeIf(cursor, /=/y)) readItem(cursor)
  }
}

function readItem(cursor: Scanner): FieldValue {
  for (const [shape, read] of items) {
    const found = takeIf(cursor, shape)
    if (found !== undefined) return read(found)
  }
  throw new UnreadableError()
}

const items: readonly (readonly [RegExp, (text: string) => FieldValue])[] = [
  [/@-?\d{1,15}/y, text => new Date(Number(text.slice(1)) * 1000)],
  [/-?\d{1,12}\.\d{1,3}/y, Number],
  [/-?\d{1,15}/y, Number],
  [/"(?:[ !#-[\]-~]|\\["\\])*"/y, text => text.slice(1, -1).replace(/\\(.)/g, '$1')],
  [/%"(?:[ !#$&-~]|%[0-9a-f]{2})*"/y, displayString],
  [/:[A-Za-z0-9+/=]*:/y, text => text.slice(1, -1)],
  [/\?[01]/y, text => text === '?1'],
  [/[A-Za-z*][!#$%&'*+.^_`|~\w:/-]*/y, text => text],
]

function displayString(text: string): string {
  try {
    return decodeURIComponent(text.slice(2, -1))
  } catch {
    throw new UnreadableError()
  }
}

function take(cursor: Scanner, shape: RegExp): string {
  const found = takeIf(cursor, shape)
  if (found === undefined) throw new UnreadableError()
  return found
}

function takeIf(cursor: Scanner, shape: RegExp): string | undefined {
  shape.lastIndex = cursor.at
  const found = shape.exec(cursor.text)?.[0]
  if (found !== undefined) cursor.at = shape.lastIndex
  return found
}
