import type { Position } from './find.ts'

/** Encodes where a search stopped. */
export function writePosition(position: Position): string {
  return Buffer.from(position.join('.')).toString('base64url')
}

/** Decodes what `writePosition` encoded; undefined for anything else. */
export function readPosition(text: string): Position | undefined {
  if (text.length > 100) return undefined
  const match = /^(?:receipt\.(-?\d{1,16})|delivery)\.([0-9a-f]{32})$/.exec(
    Buffer.from(text, 'base64url').toString('latin1'),
  )
  if (!match) return undefined
  const [, at, id = ''] = match
  return at === undefined ? ['delivery', id] : ['receipt', Number(at), id]
}
