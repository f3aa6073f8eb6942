import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createEngine } from '../../src/index.ts'
import { looks } from '../../src/stages.ts'
import { withoutIsolates } from '../../src/view/direction.ts'
import type { ReceiptView } from '../../src/view/receipt-view.ts'
import { type Fixture, readFixtures } from '../../tools/lint/fixtures.ts'
import type { Camera } from './camera.ts'

/** CSS px of a common phone. */
const width = 375

/**
 * Writes `beside.html`: the showcase sale in our looks beside two rebuilds of common receipt mails, by day and night, each with its
 * height. It is for judging by eye which one a customer would pick.
 *
 * @returns the heights of the rebuilds, in CSS px
 */
export async function writeBeside({ out, camera }: { out: string; camera: Camera }): Promise<Map<string, number>> {
  mkdirSync(join(out, 'beside'), { recursive: true })
  const fixture = readFixtures().find(({ name }) => name === 'fashion-sale.en-CA')!
  const figures: string[] = []
  const heights = new Map<string, number>()
  for (const dark of [false, true])
    for (const { name, html } of await pagesOf(fixture)) {
      const file = `beside/${name.replaceAll(' ', '-')}${dark ? '-dark' : ''}.png`
      const png = await camera.shoot(html, { width, dark })
      writeFileSync(join(out, file), png)
      if (Object.hasOwn(rebuilds, name)) heights.set(name, heightOf(png))
      figures.push(figure(file, `${name}${dark ? ', dark' : ''}: ${heightOf(png)} px`, heightOf(png)))
    }
  writeFileSync(join(out, 'beside.html'), besidePage(figures))
  return heights
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

/**
 * The same sale as two common kinds of receipt mail show it, drawn from memory and in neutral colors. Both leave out what they
 * usually do: terms, terminal data, the store's numbers. The code to scan is left out too, so read heights with that in mind.
 */
const rebuilds: Readonly<Record<string, (view: ReceiptView) => string>> = {
  'a card receipt': cardReceipt,
  'a list receipt': listReceipt,
}

/** A centered card with the amount, links, then a summary: what payment providers send. */
function cardReceipt(view: ReceiptView): string {
  const { heading } = view
  return page(
    view,
    `body{background:#f6f8fa}.card{margin:20px 12px;padding:28px 24px;background:#fff;border:1px solid #e3e8ee;border-radius:8px}
.amount{font-size:36px;line-height:44px;font-weight:600}.soft{color:#687385}.links{margin:16px 0 24px;color:#3d5afe;font-weight:600}
.row{display:flex;justify-content:space-between;gap:16px;padding:10px 0}.row+.row{border-top:1px solid #ebeef1}.total{font-weight:700}
@media(prefers-color-scheme:dark){body{background:#14171c;color:#e8eaed}.card{background:#1c2127;border-color:#2c333b}.row+.row{border-color:#2c333b}.soft{color:#9aa4b2}.links{color:#9fb0ff}}`,
    `<div class="card"><p class="soft">Receipt from ${text(heading.store)}</p>
<p class="amount">${text(heading.amount)}</p><p class="soft">${text(heading.date)}</p>
<p class="links">Download receipt &nbsp; View in browser</p>
<div class="row"><span class="soft">Receipt number</span><span>${text(view.facts[0]?.value)}</span></div>
<div class="row"><span class="soft">Payment method</span><span>${text(view.tenders?.tenders[0]?.label)}</span></div></div>
<div class="card">${[...goods(view), ...sums(view)].join('')}</div>
<div class="card soft">Questions? Reply to this email or call ${text(heading.phone)}.</div>`,
  )
}

/** A list under a gray head with four facts: what app and device stores send. */
function listReceipt(view: ReceiptView): string {
  const { heading } = view
  const facts = [
    ['Date', heading.date],
    ['Receipt', view.facts[0]?.value],
    ['Billed to', view.tenders?.tenders[0]?.label],
    ['Total', heading.amount],
  ]
  return page(
    view,
    `body{background:#fff}.wrap{padding:28px 20px}h1{font-size:28px;line-height:34px;font-weight:600;margin:0 0 20px}
.facts{display:grid;grid-template-columns:1fr 1fr;gap:1px;background:#fff;margin-bottom:24px}.facts p{background:#f5f5f7;padding:10px 12px}.soft{color:#6e6e73}
.row{display:flex;justify-content:space-between;gap:16px;padding:12px 0;border-bottom:1px solid #e5e5ea}.total{font-weight:700;font-size:17px}
@media(prefers-color-scheme:dark){body{background:#161617;color:#f5f5f7}.facts{background:#161617}.facts p{background:#242426}.row{border-color:#38383b}.soft{color:#a1a1a6}}`,
    `<div class="wrap"><h1>${text(heading.store)}</h1>
<div class="facts">${facts.map(([label, value]) => `<p><span class="soft">${label}</span><br>${text(value)}</p>`).join('')}</div>
${[...goods(view), ...sums(view)].join('')}
<p class="soft" style="margin-top:24px;text-align:center">Get help with a purchase. Learn how to return items.</p></div>`,
  )
}

function page({ lang, dir }: ReceiptView, css: string, content: string): string {
  return `<!doctype html><html lang="${lang}" dir="${dir}"><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<style>body{margin:0;font:15px/22px "Noto Sans",sans-serif;color:#1d1d1f}p{margin:0}small{font-size:13px;line-height:18px}${css}</style>${content}</html>`
}

function goods({ items, returns }: ReceiptView): string[] {
  const groups = [items, ...returns.map(each => each.items)].flatMap(each => each?.groups ?? [])
  return groups.flatMap(group =>
    group.items.map(
      item =>
        `<div class="row"><span>${text(item.name)}${item.summary ? `<br><small class="soft">${text(item.summary.split(' ·')[0])}</small>` : ''}</span><span>${text(item.amount)}</span></div>`,
    ),
  )
}

function sums({ totals }: ReceiptView): string[] {
  const lines = [...(totals?.lines ?? []), ...(totals?.total ? [totals.total] : [])]
  return lines.map(
    (line, at) =>
      `<div class="row${at === lines.length - 1 ? ' total' : ''}"><span>${text(line.label)}</span><span>${text(line.amount)}</span></div>`,
  )
}

function text(value: string | undefined): string {
  return withoutIsolates(value ?? '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
}
