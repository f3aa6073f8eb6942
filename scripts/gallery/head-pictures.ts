import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createEngine } from '../../src/index.ts'
import type { Paper, Variant } from '../../src/stages.ts'
import { pagePictures } from '../../tools/goldens/pictures/pdf-pages.ts'
import { type Fixture, readFixtures } from '../../tools/lint/fixtures.ts'
import type { Tools } from './show-fixture.ts'

/** A receipt in a picture: on a phone or on paper. */
type Part = { name: string; variant: Variant; caption: string } & ({ dark: boolean } | { paper: Paper; width: number })

/** The variants on a phone. */
const looks: Part[] = [
  { name: 'fashion-sale.en-CA', variant: 'modern', dark: false, caption: 'modern' },
  { name: 'restaurant-tip', variant: 'classic', dark: false, caption: 'classic' },
  { name: 'grocery-vat.de-DE', variant: 'compact', dark: true, caption: 'compact, in the dark' },
  { name: 'gift-receipt', variant: 'gift', dark: false, caption: 'gift: no money' },
]

/** A sheet and two till rolls. */
const papers: Part[] = [
  { name: 'hotel.en-GB', variant: 'modern', paper: 'a4', width: 600, caption: 'modern on A4' },
  { name: 'cafe.ar', variant: 'classic', paper: 'roll80', width: 400, caption: 'classic on 80 mm' },
  { name: 'convenience.ja-JP', variant: 'compact', paper: 'roll58', width: 300, caption: 'compact on 58 mm' },
]

const phone = 360
const height = 880

/** Takes the pictures in README and docs. */
export async function takeHeadPictures({ folder, ...tools }: Omit<Tools, 'out'> & { folder: string }): Promise<void> {
  const fixtures = new Map(readFixtures().map(fixture => [fixture.name, fixture]))
  for (const [file, parts] of Object.entries({ 'receipts.png': looks, 'paper.png': papers })) {
    const figures: string[] = []
    for (const part of parts) figures.push(figure(part, await shootPart(part, fixtures.get(part.name)!, tools)))
    const width = parts.reduce((sum, part) => sum + widthOf(part) + 28, 28)
    writeFileSync(join(folder, file), await tools.camera.shoot(sideBySide(figures), { width, height: height + 84 }))
  }
}

async function shootPart(part: Part, fixture: Fixture, { printer, camera }: Omit<Tools, 'out'>): Promise<Uint8Array> {
  const { receipt, acceptLanguage, offers, options } = fixture
  const asked = { acceptLanguage, offers, variant: part.variant }
  await using engine = await createEngine({ ...options, strict: true, pdf: { printer } })
  if (!('paper' in part))
    return await camera.shoot(engine.html(receipt, asked), { width: phone, height, dark: part.dark })
  const [page] = await pagePictures(await engine.pdf(receipt, { ...asked, paper: part.paper }), 288)
  return page!.png
}

function widthOf(part: Part): number {
  return 'paper' in part ? part.width : phone
}

function figure(part: Part, png: Uint8Array): string {
  const src = `data:image/png;base64,${Buffer.from(png).toString('base64')}`
  return `<figure style="width:${widthOf(part)}px"><div><img src="${src}" alt=""></div><figcaption>${part.caption}</figcaption></figure>`
}

function sideBySide(figures: readonly string[]): string {
  return `<style>
body { margin: 0; padding: 28px; box-sizing: border-box; display: flex; gap: 28px; background: #ddd8ce; font: 15px/28px sans-serif; color: #57524a }
figure { margin: 0; text-align: center }
div { max-height: ${height}px; overflow: hidden; background: #fff }
img { display: block; width: 100% }
</style>${figures.join('')}`
}
