import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createEngine } from '../../src/index.ts'
import { loadCatalogue } from '../../src/locale/words/messages.ts'
import type { Paper, Variant } from '../../src/stages.ts'
import { pagePictures } from '../../tools/goldens/pictures/pdf-pages.ts'
import { readFixtures } from '../../tools/lint/fixtures.ts'
import { pictureAddress } from './camera.ts'
import type { Tools } from './show-fixture.ts'

/** A receipt in a picture: on a phone or on paper. */
type Part = { name: string; variant: Variant; caption: string } & ({ dark: boolean } | { paper: Paper; width: number })

/** The variants on a phone, of receipts short enough to be seen whole. */
const looks: Part[] = [
  { name: 'fashion-sale.en-CA', variant: 'modern', dark: false, caption: 'modern' },
  { name: 'fuel', variant: 'classic', dark: false, caption: 'classic' },
  { name: 'restaurant-tip', variant: 'compact', dark: true, caption: 'compact, in the dark' },
  { name: 'gift-receipt', variant: 'gift', dark: false, caption: 'gift: no money' },
]

/** The receipts of docs/receipt.md. */
const kinds: Part[] = [
  ['fashion-sale.en-CA', 'sale'],
  ['fashion-return.fr-CA', 'return'],
  ['boutique.fr-FR', 'exchange'],
  ['homedelivery.es-419', 'order'],
  ['layaway', 'layaway'],
  ['restaurant-tip', 'restaurant'],
].map(([name = '', caption = '']) => ({ name, caption, variant: 'modern', dark: false }))

/** A sheet and two till rolls. */
const papers: Part[] = [
  { name: 'hotel.en-GB', variant: 'modern', paper: 'a4', width: 600, caption: 'modern on A4' },
  { name: 'cafe.ar', variant: 'classic', paper: 'roll80', width: 400, caption: 'classic on 80 mm' },
  { name: 'convenience.ja-JP', variant: 'compact', paper: 'roll58', width: 300, caption: 'compact on 58 mm' },
]

/** CSS px of a phone. */
const phone = 360

const fixtures = new Map(readFixtures().map(fixture => [fixture.name, fixture]))

/** Takes the pictures in README and docs: looks, kinds of receipts, papers, and the contact sheet of all languages. */
export async function takeDocPictures({ folder, ...tools }: Omit<Tools, 'out'> & { folder: string }): Promise<void> {
  const sheet = { gap: 28, height: 960, text: 15, line: 28 }
  for (const [file, parts, columns] of [
    ['receipts.png', looks, 4],
    ['kinds.png', kinds, 3],
    ['paper.png', papers, 3],
  ] as const) {
    const figures: Figure[] = []
    for (const part of parts) figures.push(await partFigure(part, sheet.height, tools))
    writeFileSync(join(folder, file), await shootSheet(figures, columns, sheet, tools))
  }
  const languages = await languageFigures(tools)
  const contacts = { gap: 12, height: 280, text: 13, line: 24 }
  writeFileSync(join(folder, 'languages.png'), await shootSheet(languages, 9, contacts, tools))
}

/** A picture on a contact sheet. */
interface Figure {
  png: Uint8Array
  /** CSS px on the sheet. */
  width: number
  caption: string
  lang?: string
  /** Whether it goes on below, so that it fades away instead of ending within a line. */
  isCut?: boolean
}

async function partFigure(part: Part, height: number, { printer, camera }: Omit<Tools, 'out'>): Promise<Figure> {
  const { receipt, acceptLanguage, offers, options } = fixtures.get(part.name)!
  const asked = { acceptLanguage, offers, variant: part.variant }
  await using engine = await createEngine({ ...options, strict: true, pdf: { printer } })
  if (!('paper' in part)) {
    const html = engine.html(receipt, asked)
    const whole = await camera.heightOf(html, phone)
    const png = await camera.shoot(html, { width: phone, height: Math.min(whole, height), dark: part.dark })
    return { png, width: phone, caption: part.caption, isCut: whole > height }
  }
  const [page] = await pagePictures(await engine.pdf(receipt, { ...asked, paper: part.paper }), 288)
  return { png: page!.png, width: part.width, caption: part.caption }
}

/** One receipt in all languages, half as large. */
async function languageFigures({ printer, camera }: Omit<Tools, 'out'>): Promise<Figure[]> {
  const { receipt, options } = fixtures.get('fashion-sale.en-CA')!
  await using engine = await createEngine({ ...options, pdf: { printer } })
  const figures: Figure[] = []
  for (const lang of loadCatalogue().languages.filter(isSpokenSo)) {
    const png = await camera.shoot(engine.html(receipt, { locale: lang }), { width: phone, height: 560 })
    figures.push({ png, width: phone / 2, caption: nameOf(lang), lang })
  }
  return figures
}

/** Spanish of Uruguay looks like that of Argentina, and Australian English like British. */
function isSpokenSo(tag: string): boolean {
  return !/^(?:es-(?!ES|419)|en-(?!US|GB)|de-(?!DE)|nl-BE)/.test(tag)
}

function nameOf(tag: string): string {
  return new Intl.DisplayNames(tag, { type: 'language', languageDisplay: 'standard', style: 'short' }).of(tag) ?? tag
}

/** Pictures in rows, each cut at a height, above its caption. */
async function shootSheet(
  figures: readonly Figure[],
  columns: number,
  { gap, height, text, line }: { gap: number; height: number; text: number; line: number },
  { camera }: Pick<Tools, 'camera'>,
): Promise<Uint8Array> {
  const rows = Math.ceil(figures.length / columns)
  const html = figures.map(({ png, width, caption, lang = 'en', isCut }) => {
    const src = pictureAddress(png)
    return `<figure style="width:${width}px"><div${isCut ? ' class="cut"' : ''}><img src="${src}" alt=""></div><figcaption lang="${lang}">${caption}</figcaption></figure>`
  })
  const style = `<style>
body { margin: 0; padding: ${gap}px; box-sizing: border-box; display: flex; flex-wrap: wrap; gap: ${gap}px; background: #ddd8ce; font: ${text}px/${line}px sans-serif; color: #57524a }
figure { margin: 0; text-align: center; white-space: nowrap }
div { max-height: ${height}px; overflow: hidden; background: #fff }
img { display: block; width: 100% }
.cut { mask: linear-gradient(#000 calc(100% - 72px), transparent) }
</style>`
  return await camera.shoot(style + html.join(''), {
    width: figures.slice(0, columns).reduce((sum, { width }) => sum + width + gap, gap),
    height: rows * (height + line + gap) + gap,
  })
}
