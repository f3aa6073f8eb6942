/** Where a page of the query begins: after (`next`) or before (`prev`) one receipt, which has a date (ms) and an id. */
export interface Cursor {
  way: 'next' | 'prev'
  date: number
  id: string
}

/** A cursor as text for an address. */
export function writeCursor({ way, date, id }: Cursor): string {
  return Buffer.from(`${way === 'next' ? 'n' : 'p'}.${date}.${id}`).toString('base64url')
}

/** Reads what `writeCursor` wrote; undefined for anything else. */
export function readCursor(text: string): Cursor | undefined {
  if (text.length > 100) return undefined
  const match = /^([np])\.(-?\d{1,16})\.([0-9a-f]{32})$/.exec(Buffer.from(text, 'base64url').toString('latin1'))
  if (!match) return undefined
  const [, way, date, id = ''] = match
  return { way: way === 'n' ? 'next' : 'prev', date: Number(date), id }
}
