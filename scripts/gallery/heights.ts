import { createEngine, type Engine } from '../../src/index.ts'
import { type Look, looks, type Paper, type Printer, paperSize } from '../../src/stages.ts'
import { pagePictures } from '../../tools/goldens/pictures/pdf-pages.ts'
import type { Fixture } from '../../tools/lint/fixtures.ts'
import type { Camera } from './camera.ts'

/** How long a receipt is in a look. */
interface Lengths {
  /** Height of the mail in CSS px, by its width. */
  mail: number[]
  sheets: number
  rollMm: number
}

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
  const rows: string[] = []
  for (const fixture of fixtures) {
    await using engine = await createEngine({ ...fixture.options, pdf: { printer: tools.printer } })
    const cells: string[] = []
    for (const look of looks) cells.push(...cellsOf(await lengthsOf(engine, fixture, look, tools.camera)))
    rows.push(row('td', fixture.name, cells))
  }
  return page(rows, others)
}

async function lengthsOf(
  engine: Engine,
  { receipt, acceptLanguage, offers }: Fixture,
  variant: Look,
  camera: Camera,
): Promise<Lengths> {
  const asked = { acceptLanguage, offers, variant }
  const html = engine.html(receipt, asked)
  const mail: number[] = []
  for (const width of widths) mail.push(await camera.heightOf(html, width))
  const pagesOn = async (paper: Paper) => await pagePictures(await engine.pdf(receipt, { ...asked, paper }), dpi)
  const [roll] = await pagesOn('roll80')
  return { mail, sheets: (await pagesOn('a4')).length, rollMm: Math.round(((roll?.height ?? 0) / dpi) * 25.4) }
}

function cellsOf({ mail, sheets, rollMm }: Lengths): string[] {
  return [...mail, sheets, rollMm].map(String)
}

function row(tag: 'td' | 'th', name: string, cells: readonly string[]): string {
  return `<tr><th scope="row">${name}</th>${cells.map(cell => `<${tag}>${cell}</${tag}>`).join('')}</tr>`
}

function page(rows: readonly string[], others: ReadonlyMap<string, number>): string {
  const titles = looks.flatMap(() => [...widths.map(width => `${width} px`), 'A4', `${paperSize('roll80').width} mm`])
  const beside = [...others].map(([name, height]) => `<li>${name}: ${height} px</li>`)
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>How long receipts are</title>
<style>body{margin:24px;font:14px/20px system-ui,sans-serif}table{border-collapse:collapse}th,td{padding:2px 10px;text-align:right;font-variant-numeric:tabular-nums}tr>:first-child{text-align:left;font-weight:400}tbody tr:nth-child(odd){background:#f3f1ec}</style>
<h1>How long receipts are</h1>
<p>Mail in px of height by its width, sheets of A4, and mm of a roll of 80 mm.</p>
<table><thead><tr><th></th>${looks.map(look => `<th colspan="${widths.length + 2}">${look}</th>`).join('')}</tr>${row('th', '', titles)}</thead>
<tbody>${rows.join('\n')}</tbody></table>
<h2>The showcase sale at 375 px, as others show it</h2>
<p>Rebuilt from memory; both leave out terms, terminal data, the store's numbers and the code to scan.</p>
<ul>${beside.join('')}</ul></html>
`
}
