import { deflateSync } from 'node:zlib'

/** What a page of a made-up PDF holds between its margins. */
export interface Drawn {
  /** Lines of text, evenly from the top; below them is the page number, in the margin. */
  lines: number
  /** Where the last line is, from 0 for the top margin to 1 for the bottom margin. */
  filled: number
  /** How many of the lines stand in the second half of the page's width. Default 0. */
  beside?: number
}

/** An A4 page in points, with the margins of `paperSize`. */
const [height, top, bottom] = [(297 / 25.4) * 72, (14 / 25.4) * 72, (16 / 25.4) * 72]

/** A PDF as Chromium writes it, so far as the printer reads it: a tree of pages with branches of eight, and a plain table. */
export function plainPdf(pages: readonly Drawn[]): Uint8Array<ArrayBuffer> {
  const objects: string[] = []
  const add = (body: string) => objects.push(`${objects.length + 1} 0 obj\n${body}\nendobj\n`)
  const kids = pages.map(page => {
    const drawn = deflateSync(content(page)).toString('latin1')
    const contents = add(`<</Filter /FlateDecode\n/Length ${drawn.length}>> stream\n${drawn}\nendstream`)
    return add(`<</Type /Page\n/Contents ${contents} 0 R>>`)
  })
  const root = add(`<</Type /Catalog\n/Pages ${add(tree(kids, add))} 0 R>>`)
  const offsets: number[] = []
  let text = '%PDF-1.4\n'
  for (const object of objects) {
    offsets.push(text.length)
    text += object
  }
  const table = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `trailer\n<</Size ${size}\n/Root ${root} 0 R>>\nstartxref\n${text.length}\n%%EOF\n`
  return new Uint8Array(Buffer.from(`${text}xref\n0 ${size}\n0000000000 65535 f \n${table}${end}`, 'latin1'))
}

function tree(kids: readonly number[], add: (body: string) => number): string {
  const branch = (of: readonly number[]) =>
    `<</Type /Pages\n/Count ${of.length}\n/Kids [${of.map(kid => `${kid} 0 R`).join(' ')}]>>`
  if (kids.length <= 8) return branch(kids)
  const branches: number[] = []
  for (let at = 0; at < kids.length; at += 8) branches.push(add(branch(kids.slice(at, at + 8))))
  return branch(branches).replace(/\/Count \d+/, `/Count ${kids.length}`)
}

function content({ lines, filled, beside = 0 }: Drawn): string {
  const deepest = (filled * (height - top - bottom)) / 0.24 / 3.125
  const texts = Array.from(
    { length: lines },
    (_, at) => `1 0 0 -1 ${at < beside ? 400 : 0} ${(deepest * (at + 1)) / lines} Tm\n`,
  )
  return [
    `.24 0 0 -.24 0 ${height} cm\nq\n3.125 0 0 3.125 0 0 cm\nBT\n1 0 0 -1 671 1093 Tm\nET\nQ\nq\n`,
    `212.5 ${top / 0.24} 2058 ${(height - top - bottom) / 0.24} re\nW* n\n`,
    `q\n3.125 0 0 3.125 212.5 ${top / 0.24} cm\nBT\n${texts.join('')}ET\nQ\nQ\n`,
  ].join('')
}
