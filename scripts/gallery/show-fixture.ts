import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeEml } from '../../src/email/eml.ts'
import { createEngine, type Engine, OptionError } from '../../src/index.ts'
import { type Printer, paperSize, type Variant, variants } from '../../src/stages.ts'
import { pagePictures } from '../../tools/goldens/pictures/pdf-pages.ts'
import type { Fixture } from '../../tools/lint/fixtures.ts'
import { type Camera, pictureAddress } from './camera.ts'

/** A receipt as listed in the gallery; its files are in the folder with its name. */
export interface Shown extends Pick<Fixture, 'name' | 'title' | 'trade' | 'acceptLanguage' | 'paper'> {
  shop: string
  variants: { variant: Variant; subject: string; bytes: number }[]
}

export interface Tools {
  out: string
  printer: Printer
  camera: Camera
}

/** CSS px of a picture in the gallery: a phone's first screen. */
export const thumbnail = { width: 400, height: 560 }

/** Writes a receipt in every variant and form, with pictures. */
export async function showFixture(fixture: Fixture, tools: Tools): Promise<Shown> {
  const { name, title, trade, acceptLanguage, paper, receipt, options } = fixture
  const folder = join(tools.out, name)
  mkdirSync(folder)
  await using engine = await createEngine({ ...options, strict: true, pdf: { printer: tools.printer } })
  const { heading } = engine.view(receipt, { acceptLanguage })
  const shown: Shown = { name, title, trade, acceptLanguage, paper, shop: heading.store, variants: [] }
  for (const variant of variants.filter(each => each !== 'gift' || canBeGift(engine, fixture))) {
    shown.variants.push({ variant, ...(await showVariant(engine, fixture, variant, { ...tools, out: folder })) })
  }
  return shown
}

/** Receipts without items to give, such as refunds, have no gift receipt. */
function canBeGift(engine: Engine, { receipt, acceptLanguage }: Fixture): boolean {
  try {
    return engine.view(receipt, { acceptLanguage, variant: 'gift' }).kind === 'gift'
  } catch (error) {
    if (error instanceof OptionError) return false
    throw error
  }
}

async function showVariant(engine: Engine, fixture: Fixture, variant: Variant, { out, camera }: Tools) {
  const { receipt, acceptLanguage, offers, paper } = fixture
  const options = { acceptLanguage, offers, variant }
  const write = (ending: string, content: string | Uint8Array) => writeFileSync(join(out, variant + ending), content)
  const mail = engine.email(receipt, options)
  const html = engine.html(receipt, options)
  const pdf = await engine.pdf(receipt, { ...options, paper })
  write('.html', html)
  write('.txt', mail.text)
  write('.eml', writeEml(mail, { to: 'customer@example.com' }))
  write('.pdf', pdf)
  const shot = { ...thumbnail, scale: 1.5, type: 'webp' } as const
  write('.webp', await camera.shoot(html, shot))
  write('-dark.webp', await camera.shoot(html, { ...shot, dark: true }))
  const dpi = (thumbnail.width * shot.scale * 25.4) / paperSize(paper).width
  const [page] = await pagePictures(pdf, dpi)
  write('-paper.webp', await camera.shoot(asPage(page!.png), shot))
  return { subject: mail.subject, bytes: Buffer.byteLength(mail.html) }
}

function asPage(png: Uint8Array): string {
  const src = pictureAddress(png)
  return `<body style="margin:0;background:#fff"><img src="${src}" style="display:block;width:100%" alt="">`
}
