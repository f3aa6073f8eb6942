import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { createEngine, Engine } from '../../src/index.ts'
import { slipInLetters, slipPage, slipPrinterOf } from '../../src/pdf/slip-page.ts'
import { type Look, looks, type Paper, type Printer } from '../../src/stages.ts'
import { pagePictures } from '../../tools/goldens/pictures/pdf-pages.ts'
import type { Fixture } from '../../tools/lint/fixtures.ts'
import { type Camera, pictureAddress } from './camera.ts'
import { filled } from './page.ts'

/** What receipts are drawn on, with the width of its picture in CSS px; a slip's is what its printer can print on. */
const media = { phone: 375, dark: 375, sheet: 500, roll: 272, slip: 181 } as const

type Medium = keyof typeof media

/** One checkout's engine: this one's, or an earlier one's. */
interface Drawer {
  /** What the names of its pictures end with. */
  ending: string
  createEngine: typeof createEngine
  /** This checkout's; an earlier one opens its own. */
  printer?: Printer
}

/**
 * Writes `sheets.html`: each receipt in each look on all that it is drawn on, whole, as it is now.
 *
 * @param options.before an earlier checkout with its `node_modules`, whose own engine draws the same receipts, which then stand above today's
 * @param options.shown the looks; default: all
 */
export async function writeSheets(
  fixtures: readonly Fixture[],
  {
    out,
    camera,
    printer,
    before,
    shown = looks,
  }: { out: string; camera: Camera; printer: Printer; before?: string | undefined; shown?: readonly Look[] },
): Promise<void> {
  const drawers: Drawer[] = [
    ...(before === undefined ? [] : [{ ending: '-before', ...(await engineOf(before)) }]),
    { ending: '', ...(await engineOf('.')), printer },
  ]
  const rows: { name: string; look: Look; lines: { pictures: string[] }[] }[] = []
  for (const fixture of fixtures) {
    mkdirSync(join(out, 'sheets', fixture.name), { recursive: true })
    const drawn = new Map(shown.map(look => [look, [] as { pictures: string[] }[]]))
    for (const drawer of drawers) {
      await using engine = await drawer.createEngine({
        ...fixture.options,
        pdf: { missingGlyphs: 'replace', printer: drawer.printer },
      })
      for (const look of shown) {
        const pictures = await drawAll(engine, fixture, look, { out, camera, ending: drawer.ending })
        drawn.get(look)?.push({ pictures })
      }
    }
    rows.push(...shown.map(look => ({ name: fixture.name, look, lines: drawn.get(look) ?? [] })))
  }
  writeFileSync(join(out, 'sheets.html'), filled('sheets', { media: Object.keys(media), rows, before }))
}

async function engineOf(checkout: string): Promise<Pick<Drawer, 'createEngine'>> {
  const entry = resolve(checkout, 'src/index.ts')
  if (!existsSync(entry)) throw new Error(`--before: ${checkout} is no checkout of Counterfoil: it has no src/index.ts`)
  return await import(pathToFileURL(entry).href)
}

/** Draws a receipt on everything. @returns the files, in the order of the media; none for a medium that cannot show it */
async function drawAll(
  engine: Engine,
  fixture: Fixture,
  look: Look,
  { out, camera, ending }: { out: string; camera: Camera; ending: string },
): Promise<string[]> {
  const asked = { acceptLanguage: fixture.acceptLanguage, offers: fixture.offers, variant: look }
  const onPaper = async (paper: Paper, medium: Medium) => {
    const dpi = (media[medium] * 2 * 25.4) / (paper === 'roll80' ? 80 : 210)
    return asPages(await pagePictures(await engine.pdf(fixture.receipt, { ...asked, paper }), dpi))
  }
  const mail = engine.html(fixture.receipt, asked)
  const printerOfSlip = slipPrinterOf('roll58')
  const { columns } = printerOfSlip
  const slip = slipInLetters(engine.slip(fixture.receipt, { ...asked, columns }), columns)
  const pages: Record<Medium, string | undefined> = {
    phone: mail,
    dark: mail,
    sheet: await onPaper('a4', 'sheet'),
    roll: await onPaper('roll80', 'roll'),
    slip: slip && slipPage(slip, printerOfSlip),
  }
  const files: string[] = []
  for (const medium of Object.keys(media) as Medium[]) {
    const html = pages[medium]
    if (html === undefined) continue
    const file = `sheets/${fixture.name}/${look}-${medium}${ending}.webp`
    const shot = { width: media[medium], dark: medium === 'dark', type: 'webp' } as const
    writeFileSync(join(out, file), await camera.shoot(html, shot))
    files.push(file)
  }
  return files
}

/** Pages of a PDF, one below the other. */
function asPages(pages: readonly { png: Uint8Array }[]): string {
  const pictures = pages.map(({ png }) => {
    const src = pictureAddress(png)
    return `<img src="${src}" style="display:block;width:100%;margin:0 0 4px" alt="">`
  })
  return `<body style="margin:0;background:#777">${pictures.join('')}`
}
