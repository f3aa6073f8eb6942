import { createEngine, type Engine } from '../../src/index.ts'
import { type Look, looks, type Paper, type Printer } from '../../src/stages.ts'
import { pagePictures } from '../../tools/goldens/pictures/pdf-pages.ts'
import type { Fixture } from '../../tools/lint/fixtures.ts'
import type { Camera } from './camera.ts'
import { filled } from './page.ts'

/** CSS px of small and common phones, and of a desktop's mail. */
const widths = [320, 375, 600]

/** Dots per inch that are enough to read a length in mm. */
const dpi = 25.4 * 2

/** Measures every fixture in every look: a page with a table, beside what others take for the showcase sale. */
export async function heightsPage(
  fixtures: readonly Fixture[],
  others: ReadonlyMap<string, number>,
  tools: { printer: Printer; camera: Camera },
): Promise<string> {
  const rows: { name: string; lengths: number[] }[] = []
  for (const fixture of fixtures) {
    await using engine = await createEngine({ ...fixture.options, pdf: { printer: tools.printer } })
    const lengths: number[] = []
    for (const look of looks) lengths.push(...(await lengthsOf(engine, fixture, look, tools.camera)))
    rows.push({ name: fixture.name, lengths })
  }
  const titles = [...widths.map(width => `${width} px`), 'A4', '80 mm']
  return filled('heights', { looks, titles, rows, others: Object.fromEntries(others) })
}

/** How long a receipt is in a look: of the mail in CSS px, by its width, then sheets, and mm of a roll. */
async function lengthsOf(
  engine: Engine,
  { receipt, acceptLanguage, offers }: Fixture,
  variant: Look,
  camera: Camera,
): Promise<number[]> {
  const asked = { acceptLanguage, offers, variant }
  const html = engine.html(receipt, asked)
  const mail: number[] = []
  for (const width of widths) mail.push(await camera.heightOf(html, width))
  const pagesOn = async (paper: Paper) => await pagePictures(await engine.pdf(receipt, { ...asked, paper }), dpi)
  const [roll] = await pagesOn('roll80')
  return [...mail, (await pagesOn('a4')).length, Math.round(((roll?.height ?? 0) / dpi) * 25.4)]
}
