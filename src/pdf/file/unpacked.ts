import { inflateSync } from 'node:zlib'

/**
 * A PDF's bytes as latin1 text with every object readable: object streams (ISO 32000-1, 7.5.7) are replaced by their objects.
 * Other streams stay as they are.
 */
export function unpacked(pdf: Uint8Array): string {
  const raw = Buffer.from(pdf).toString('latin1')
  let text = ''
  let at = 0
  for (const found of raw.matchAll(objectStream)) {
    const start = found.index + found[0].length
    const end = start + Number(found[3])
    const inflated = inflateSync(Buffer.from(raw.slice(start, end), 'latin1')).toString('latin1')
    text += raw.slice(at, found.index) + bodies(inflated, Number(found[1]), Number(found[2])).join('')
    at = raw.indexOf('endobj\n', end) + 'endobj\n'.length
  }
  return text + raw.slice(at)
}

const objectStream =
  /\d+ 0 obj\n<<\/Type \/ObjStm\n\/N (\d+)\n\/First (\d+)\n\/Filter \/FlateDecode\n\/Length (\d+)>> stream\n/g

/** Object streams begin with each object's number and offset. */
function bodies(stream: string, count: number, first: number): string[] {
  const places = stream.slice(0, first).trim().split(' ').map(Number)
  if (places.length !== 2 * count) throw new Error('an object stream has fewer or more objects than it declares')
  return Array.from({ length: count }, (_, at) => {
    const body = stream.slice(first + places[2 * at + 1]!, at + 1 < count ? first + places[2 * at + 3]! : undefined)
    return `${places[2 * at]} 0 obj\n${body.trimEnd()}\nendobj\n`
  })
}
