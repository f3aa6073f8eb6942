/**
 * `npm run gallery` writes every fixture in every variant to `out/`, as HTML, text, `.eml` and PDF, with `out/index.html` to browse
 * them, `out/beside.html`, the showcase sale beside two other kinds of receipt mail, and `out/heights.html`, how long each receipt is.
 * `npm run gallery -- --pictures` also retakes the pictures in the documentation, `--sheets` also writes `out/sheets.html`, every receipt
 * whole on phone, sheet, roll and slip; `--sheets --before ../earlier` as an earlier checkout draws it, too. `--locale pt-PT` writes
 * `out/pt-PT.html` alone, on which a native reads the language back.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openPrinter } from '../src/stages.ts'
import { readFixtures } from '../tools/lint/fixtures.ts'
import { writeBeside } from './gallery/beside.ts'
import { openCamera } from './gallery/camera.ts'
import { takeDocPictures } from './gallery/doc-pictures.ts'
import { heightsPage } from './gallery/heights.ts'
import { galleryPage } from './gallery/page.ts'
import { readBackPage } from './gallery/read-back.ts'
import { writeSheets } from './gallery/sheets.ts'
import { type Shown, showFixture } from './gallery/show-fixture.ts'

const out = 'out'
const { pictures, sheets, before, locale } = parseArgs({
  options: {
    ...{ pictures: { type: 'boolean' }, sheets: { type: 'boolean' } },
    ...{ before: { type: 'string' }, locale: { type: 'string' } },
  },
}).values

await (locale === undefined ? writeGallery() : writeReadBack(locale))

async function writeGallery(): Promise<void> {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out)
  await using printer = openPrinter({ processes: 2, missingGlyphs: 'replace' })
  await using camera = await openCamera()
  const shown: Shown[] = []
  const fixtures = readFixtures()
  for (const fixture of fixtures) {
    shown.push(await showFixture(fixture, { out, printer, camera }))
    process.stdout.write(`${fixture.name}\n`)
  }
  writeFileSync(`${out}/index.html`, galleryPage(shown, { hasSheets: sheets === true }))
  const others = await writeBeside({ out, camera })
  writeFileSync(`${out}/heights.html`, await heightsPage(fixtures, others, { printer, camera }))
  if (sheets) await writeSheets(fixtures, { out, camera, printer, before })
  if (pictures) await takeDocPictures({ folder: 'docs', printer, camera })
  process.stdout.write(`\nOpen ${out}/index.html in a browser.\n`)
}

async function writeReadBack(locale: string): Promise<void> {
  mkdirSync(out, { recursive: true })
  writeFileSync(`${out}/${locale}.html`, await readBackPage(locale))
  process.stdout.write(`Open ${out}/${locale}.html in a browser.\n`)
}
