/** Where a page starts: after (`next`) or before (`prev`) the receipt with this date (ms) and id. */
export interface Cursor {
  way: 'next' | 'prev'
  date: number
  id: string
}

/** Encodes a cursor for a URL. */
export function writeCursor({ way, date, id }: Cursor): string {
  return Buffer.from(`${way === 'next' ? 'n' : 'p'}.${date}.${id}`).toString('base64url')
}

/** Decodes what `writeCursor` encoded; undefined for anything else. */
export function readCursor(text: string): Cursor | undefined {
  if (text.length > 100) return undefined
  const match = /^([np])\.(-?\d{1,16})\.([0-9a-f]{32})$/.exec(Buffer.from(text, 'base64url').toString('latin1'))
  if (!match) return undefined
  const [, way, date, id = ''] = match
  return { way: way === 'n' ? 'next' : 'prev', date: Number(date), id }
}
