import { writeFileSync } from 'node:fs'
import { createEngine } from '../../src/index.ts'
import { loadCatalogue } from '../../src/locale/words/messages.ts'
import { readFixtures } from '../../tools/lint/fixtures.ts'
import type { Tools } from './show-fixture.ts'

const phone = { width: 360, height: 560 }
const columns = 9
const scale = 0.5
const gap = 12

/** Takes one picture of a receipt in all languages: the contact sheet of docs/languages.md. */
export async function takeLanguages({ file, printer, camera }: Omit<Tools, 'out'> & { file: string }): Promise<void> {
  const { receipt, options } = readFixtures().find(({ name }) => name === 'fashion-sale.en-CA')!
  await using engine = await createEngine({ ...options, pdf: { printer } })
  const figures: string[] = []
  for (const tag of loadCatalogue().languages.filter(isSpokenSo)) {
    const png = await camera.shoot(engine.html(receipt, { locale: tag }), phone)
    const src = `data:image/png;base64,${Buffer.from(png).toString('base64')}`
    figures.push(
      `<figure><div><img src="${src}" alt=""></div><figcaption lang="${tag}">${nameOf(tag)}</figcaption></figure>`,
    )
  }
  const width = columns * (phone.width * scale + gap) + gap
  const height = Math.ceil(figures.length / columns) * (phone.height * scale + 24 + gap) + gap
  writeFileSync(file, await camera.shoot(`${style}${figures.join('')}`, { width, height }))
}

/** Spanish of Uruguay looks like that of Argentina. */
function isSpokenSo(tag: string): boolean {
  return !/^(?:es-(?!ES|419)|en-CA|de-CH)/.test(tag)
}

function nameOf(tag: string): string {
  return new Intl.DisplayNames(tag, { type: 'language', languageDisplay: 'standard', style: 'short' }).of(tag) ?? tag
}

const style = `<style>
body { margin: 0; padding: ${gap}px; box-sizing: border-box; display: flex; flex-wrap: wrap; gap: ${gap}px; background: #ddd8ce; font: 13px/24px sans-serif; color: #57524a }
figure { margin: 0; width: ${phone.width * scale}px; text-align: center }
div { height: ${phone.height * scale}px; overflow: hidden; background: #fff }
img { display: block; width: 100% }
</style>`
