/**
 * `npm run demo`: every fixture as mail, text, `.eml` and PDF in `out/`, and `out/index.html` to look at them all.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { writeEml } from '../src/email/eml.ts'
import { createEngine, type EngineOptions, type Paper, type PdfOptions } from '../src/index.ts'

const out = 'out'
rmSync(out, { recursive: true, force: true })
mkdirSync(out)

const shown: Shown[] = []
for (const name of readdirSync('fixtures').filter(folder => existsSync(join('fixtures', folder, 'receipt.json')))) {
  const options = readOptions(join('fixtures', name))
  await using engine = await createEngine(options.engine)
  const sent = readFileSync(join('fixtures', name, 'receipt.json'), 'utf8')
  const mail = engine.email(sent, options.receipt)
  const write = (ending: string, content: string | Uint8Array) => writeFileSync(join(out, name + ending), content)
  write('.html', engine.html(sent, options.receipt))
  write('.txt', mail.text)
  write('.eml', await writeEml(mail, { to: 'customer@example.com' }))
  write('.pdf', await engine.pdf(sent, options.receipt))
  shown.push({ name, subject: mail.subject, bytes: Buffer.byteLength(mail.html), paper: options.receipt.paper ?? 'a4' })
  process.stdout.write(`${name}\n`)
}
writeFileSync(join(out, 'index.html'), gallery(shown))
process.stdout.write(`\nOpen ${join(out, 'index.html')} in a browser.\n`)

interface Shown {
  name: string
  subject: string
  bytes: number
  paper: Paper
}

/** A fixture's language is behind the dot of its name; what the engine is told besides is in `options.json`. */
function readOptions(folder: string): { engine: EngineOptions; receipt: PdfOptions } {
  const file = join(folder, 'options.json')
  const { paper, offers, locales, brand } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const [, acceptLanguage] = basename(folder).split('.')
  return {
    engine: { ...(locales && { locales }), ...(brand && { brand }), pdf: { processes: 1, missingGlyphs: 'replace' } },
    receipt: { ...(acceptLanguage && { acceptLanguage }), ...(paper && { paper }), ...(offers && { offers }) },
  }
}

function gallery(all: readonly Shown[]): string {
  const cards = all.map(
    ({ name, subject, bytes, paper }) => `<section><h2>${name}</h2><p>${escapeHtml(subject)}</p>
<p><a href="${name}.html">mail</a> (${Math.ceil(bytes / 1024)} KB) · <a href="${name}.txt">text</a> · <a href="${name}.eml">.eml</a> · <a href="${name}.pdf">PDF, ${paper}</a></p>
<iframe src="${name}.html" title="${name}" loading="lazy"></iframe></section>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Counterfoil: receipts</title>
<style>
:root { color-scheme: light dark } body { font: 15px/22px system-ui, sans-serif; margin: 32px }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(400px, 1fr)); gap: 32px }
h1 { font-size: 24px } h2 { font-size: 18px; margin: 0 } p { margin: 4px 0; color: GrayText }
iframe { width: 100%; height: 640px; border: 1px solid #8884; border-radius: 8px; background: #f3f1ec }
</style></head><body><h1>Receipts of ${all.length} shops</h1><main>
${cards.join('\n')}
</main></body></html>
`
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
}
