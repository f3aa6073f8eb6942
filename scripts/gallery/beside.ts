import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createEngine } from '../../src/index.ts'
import { looks } from '../../src/stages.ts'
import { withoutIsolates } from '../../src/view/direction.ts'
import type { ReceiptView } from '../../src/view/receipt-view.ts'
import { type Fixture, readFixtures } from '../../tools/lint/fixtures.ts'
import type { Camera } from './camera.ts'
import { filled } from './page.ts'

/** CSS px of a common phone. */
const width = 375

/**
 * The same sale as two common kinds of receipt mail show it, drawn from memory and in neutral colors: a centered card with the amount,
 * which payment providers send, and a list under four facts, which app and device stores send. Both leave out what they usually do:
 * terms, terminal data, the store's numbers. The code to scan is left out too, so read heights with that in mind.
 */
const rebuilds: Readonly<Record<string, string>> = {
  'a card receipt': 'card-receipt',
  'a list receipt': 'list-receipt',
}

/**
 * Writes `beside.html`: the showcase sale in our looks beside two rebuilds of common receipt mails, by day and night, each with its
 * height. It is for judging by eye which one a customer would pick.
 *
 * @returns the heights of the rebuilds, in CSS px
 */
export async function writeBeside({ out, camera }: { out: string; camera: Camera }): Promise<Map<string, number>> {
  mkdirSync(join(out, 'beside'), { recursive: true })
  const pages = await pagesOf(readFixtures().find(({ name }) => name === 'fashion-sale.en-CA')!)
  const figures: { name: string; dark: boolean; file: string; height: number }[] = []
  for (const dark of [false, true])
    for (const { name, html } of pages) {
      const file = `beside/${name.replaceAll(' ', '-')}${dark ? '-dark' : ''}.png`
      const png = await camera.shoot(html, { width, dark })
      writeFileSync(join(out, file), png)
      // A PNG's header tells its height.
      figures.push({ name, dark, file, height: Buffer.from(png).readUInt32BE(20) })
    }
  writeFileSync(join(out, 'beside.html'), filled('beside', { width, figures }))
  return new Map(figures.filter(({ name }) => name in rebuilds).map(({ name, height }) => [name, height]))
}

async function pagesOf({ receipt, acceptLanguage, options }: Fixture): Promise<{ name: string; html: string }[]> {
  await using engine = await createEngine(options)
  const view: ReceiptView = JSON.parse(withoutIsolates(JSON.stringify(engine.view(receipt, { acceptLanguage }))))
  const groups = [view.items, ...view.returns.map(({ items }) => items)].flatMap(items => items?.groups ?? [])
  const goods = groups.flatMap(({ items }) => items.map(item => ({ ...item, summary: item.summary?.split(' ·')[0] })))
  return [
    ...looks.map(variant => ({ name: variant, html: engine.html(receipt, { acceptLanguage, variant }) })),
    ...Object.entries(rebuilds).map(([name, template]) => ({ name, html: filled(template, { ...view, goods }) })),
  ]
}
