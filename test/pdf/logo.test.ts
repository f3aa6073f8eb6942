import { expect, test } from 'vitest'
import { createEngine } from '../../src/engine.ts'
import type { Paper } from '../../src/pdf/paper.ts'
import { readPages } from '../../tools/goldens/pictures/pdf-pages.ts'
import type { Picture } from '../../tools/goldens/pictures/picture.ts'
import { sharedPrinter } from '../support/fixtures.ts'
import { pngLogo } from '../support/logos.ts'
import { aReceipt } from '../support/receipts.ts'

test.each<[string, number, number, Paper, number, number]>([
  ['square', 200, 200, 'a4', 16, 16],
  ['square', 200, 200, 'roll80', 16, 16],
  ['wide', 400, 100, 'a4', 52.9, 13.2],
  ['wide', 400, 100, 'roll58', 48, 12],
  ['wide', 400, 100, { width: 50 }, 40, 10],
  ['small', 60, 30, { width: 148, height: 210 }, 15.9, 7.9],
])('a %s logo of %i × %i px on %j is %d × %d mm', async (_, width, height, paper, mmWide, mmHigh) => {
  const logo = pngLogo([200, 0, 0, 255], { width, height, border: [200, 0, 0, 255] })
  await using engine = await createEngine({ brand: { logo }, pdf: { printer: sharedPrinter() } })
  const [first] = await readPages(await engine.pdf(aReceipt(), { paper }), async page => page.draw(dpi))
  const size = redIn(first!)
  expect(Math.abs((size.width / dpi) * 25.4 - mmWide)).toBeLessThan(0.4)
  expect(Math.abs((size.height / dpi) * 25.4 - mmHigh)).toBeLessThan(0.4)
})

const dpi = 127

/** The size of what is red, in px. */
function redIn({ width, rgba }: Picture): { width: number; height: number } {
  const columns = new Set<number>()
  const rows = new Set<number>()
  for (let at = 0; at < rgba.length / 4; at++)
    if (rgba[at * 4]! > 180 && rgba[at * 4 + 1]! < 60) {
      columns.add(at % width)
      rows.add(Math.floor(at / width))
    }
  return { width: extentOf(columns), height: extentOf(rows) }
}

function extentOf(places: ReadonlySet<number>): number {
  return Math.max(...places) - Math.min(...places) + 1
}
