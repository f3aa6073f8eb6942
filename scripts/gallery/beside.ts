import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createEngine, looks } from '../../src/index.ts'
import { type Fixture, readFixtures } from '../../tools/lint/fixtures.ts'
import type { Camera } from './camera.ts'
import { rebuilds } from './rebuilds.ts'

/** CSS px of a common phone. */
const width = 375

/**
 * Writes `beside.html`: the showcase sale in our looks beside two rebuilds of common receipt mails, by day and night, each with its
 * height. It is for judging by eye which one a customer would pick.
 */
export async function writeBeside({ out, camera }: { out: string; camera: Camera }): Promise<void> {
  mkdirSync(join(out, 'beside'), { recursive: true })
  const fixture = readFixtures().find(({ name }) => name === 'fashion-sale.en-CA')!
  const figures: string[] = []
  for (const dark of [false, true])
    for (const { name, html } of await pagesOf(fixture)) {
      const file = `beside/${name.replaceAll(' ', '-')}${dark ? '-dark' : ''}.png`
      const png = await camera.shoot(html, { width, dark })
      writeFileSync(join(out, file), png)
      figures.push(figure(file, `${name}${dark ? ', dark' : ''}: ${heightOf(png)} px`, heightOf(png)))
    }
  writeFileSync(join(out, 'beside.html'), besidePage(figures))
}

async function pagesOf({ receipt, acceptLanguage, options }: Fixture): Promise<{ name: string; html: string }[]> {
  await using engine = await createEngine(options)
  const view = engine.view(receipt, { acceptLanguage })
  return [
    ...looks.map(variant => ({ name: variant, html: engine.html(receipt, { acceptLanguage, variant }) })),
    ...Object.entries(rebuilds).map(([name, rebuild]) => ({ name, html: rebuild(view) })),
  ]
}

function figure(src: string, caption: string, height: number): string {
  return `<figure><figcaption>${caption}</figcaption><img src="${src}" width="${width}" height="${height}" alt=""></figure>`
}

/** The height that a PNG's header tells, in px. */
function heightOf(png: Uint8Array): number {
  return Buffer.from(png).readUInt32BE(20)
}

function besidePage(figures: readonly string[]): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Beside others</title>
<style>body{margin:0;padding:24px;background:#efece6;font:14px/20px system-ui,sans-serif}main{display:grid;grid-template-columns:repeat(5,${width}px);gap:24px;align-items:start}
figure{margin:0}figcaption{padding:0 0 8px;font-weight:600}img{display:block;border-radius:6px}</style>
<h1>The same sale, beside others</h1><main>${figures.join('')}</main></html>
`
}
