/**
 * `npm run gallery`: every receipt of the package in every variant, as mail, text, `.eml` and PDF, in `out/`, and
 * `out/index.html` to look at them all. `npm run gallery -- --pictures` makes the pictures of the documents anew, too.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { openPrinter } from '../src/index.ts'
import { readFixtures } from '../tools/lint/fixtures.ts'
import { openCamera } from './gallery/camera.ts'
import { takeHeadPictures } from './gallery/head-pictures.ts'
import { galleryPage } from './gallery/page.ts'
import { type Shown, showFixture } from './gallery/show-fixture.ts'

const out = 'out'
rmSync(out, { recursive: true, force: true })
mkdirSync(out)

await using printer = openPrinter({ processes: 2, missingGlyphs: 'replace' })
await using camera = await openCamera()

const shown: Shown[] = []
for (const fixture of readFixtures()) {
  shown.push(await showFixture(fixture, { out, printer, camera }))
  process.stdout.write(`${fixture.name}\n`)
}
writeFileSync(`${out}/index.html`, galleryPage(shown.sort(byTrade)))
if (process.argv.includes('--pictures')) await takeHeadPictures({ folder: 'docs', printer, camera })
process.stdout.write(`\nOpen ${out}/index.html in a browser.\n`)

/** The edge cases last. */
function byTrade(one: Shown, other: Shown): number {
  const isEdge = ({ trade }: Shown) => Number(trade === 'Edge cases')
  return isEdge(one) - isEdge(other) || one.trade.localeCompare(other.trade, 'en') || 0
}
