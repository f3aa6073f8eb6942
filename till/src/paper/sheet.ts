import type { DotImage } from 'counterfoil'
import type { Printer } from './encoder.ts'
import { openJob, type Page } from './encoder.ts'
import { surePages } from './letters.ts'

/** A test sheet, and its lines: what its paper must say if the printer is the model that is set. */
export interface Sheet {
  bytes: Uint8Array
  lines: string[]
}

/** A sheet that shows whether columns, dots and code pages are those of the printer: one line for each page. */
export function sheetOf(printer: Printer): Sheet {
  const { model, language, columns, dots } = printer
  const digits = Array.from({ length: columns }, (_, column) => (column + 1) % 10).join('')
  const head = ['Test sheet', model ?? 'Model not named', `${language}, ${columns} columns`, digits]
  const samplesOf = surePages(printer).map(page => ({ page, line: `${page.padEnd(14)}${samples[page] ?? ''}` }))

  const job = openJob(printer)
  job.lines(head.slice(0, 1), { bold: true })
  job.lines(head.slice(1))
  job.picture(bar(dots))
  for (const { page, line } of samplesOf) {
    job.page(page)
    job.lines([line])
  }
  job.cut()
  return { bytes: job.bytes(), lines: [...head, ...samplesOf.map(({ line }) => line)] }
}

/** As wide as the print area, with a foot at each end: both are seen if the dots are right. */
function bar(dots: number): DotImage {
  const width = Math.floor(dots / 8) * 8
  const dark = Uint8Array.from({ length: width * 24 }, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)]
    return y < 8 || x < 8 || x >= width - 8 ? 1 : 0
  })
  return { width, height: 24, dark }
}

/** Letters that tell a page from the others, in at most 18 columns. */
const samples: Partial<Record<Page, string>> = {
  windows1252: 'Crème “brûlée” 9 €',
  cp858: 'Crème brûlée 9 €',
  cp437: 'Crème brûlée ½ £',
  windows1250: 'Żółta řepa 9 €',
  cp852: 'Żółta řepa',
  windows1251: 'Хлеб ржаной 9 €',
  cp866: 'Хлеб ржаной',
  windows1253: 'Ψωμί ολικής 9 €',
  cp737: 'Ψωμί ολικής',
  'iso8859-7': 'Ψωμί ολικής',
  windows1254: 'Ilık kahve, ğış',
  cp857: 'Ilık kahve, ğış',
  windows1257: 'Ķimeņu maize, ąęė',
  cp775: 'Ķimeņu maize, ąęė',
  'iso8859-15': 'Crème brûlée Œ 9 €',
  'star/standard': 'Creme brulee',
}
