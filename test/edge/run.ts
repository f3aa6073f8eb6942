/**
 * Makes mails in the runtimes without Node that npm has, and compares them with the engine's: `npm run edge` installs those, runs this, and
 * writes the matrix into docs/edge.md.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { createEngine } from '../../src/engine.ts'
import { readFixtures } from '../../tools/lint/fixtures.ts'
import { makings } from './made.mjs'

const here = import.meta.dirname
const dist = join(here, '../../dist')
const require = createRequire(join(here, 'package.json'))
const folder = mkdtempSync(join(tmpdir(), 'counterfoil-edge-'))
const receipts = readFixtures().map(({ receipt, acceptLanguage }) => ({
  receipt: JSON.parse(receipt) as object,
  acceptLanguage,
}))
const inside = /^(?:ar|de|en|es|fr|it|ja|pt)\b/
const sent = JSON.stringify(receipts.filter(({ acceptLanguage }) => inside.test(acceptLanguage)))

mkdirSync(join(folder, 'languages'))
copyFileSync(join(dist, 'mail.js'), join(folder, 'mail.js'))
for (const name of ['ar.js', 'ja.js']) copyFileSync(join(dist, 'mail-languages', name), join(folder, 'languages', name))
for (const name of ['made.mjs', 'worker.mjs', 'command.mjs']) copyFileSync(join(here, name), join(folder, name))
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
writeFileSync(join(folder, 'receipts.json'), sent)

const engine = await createEngine()
const expected = (JSON.parse(sent) as typeof receipts)
  .map(({ receipt, acceptLanguage }) => makings(engine, receipt, { acceptLanguage }))
  .join('\n')

const runtimes: Record<string, () => string | Promise<string>> = {
  workerd: inWorkerd,
  'Vercel Edge': inEdgeRuntime,
  Deno: () => run(require.resolve('@deno/linux-x64-glibc/deno'), ['run', '--allow-read', '--no-prompt', 'command.mjs']),
  Bun: () => run(join(require.resolve('@oven/bun-linux-x64/package.json'), '../bin/bun'), ['command.mjs']),
}

const rows: string[] = []
for (const [name, make] of Object.entries(runtimes)) {
  const text = await make()
  const [lines, wanted] = [text.trim().split('\n'), expected.split('\n')]
  const other = wanted.filter((line, at) => withoutDates(lines[at] ?? '') !== withoutDates(line))
  if (lines.length !== wanted.length || other.length > 0)
    throw new Error(`${name} makes other mails than Node: ${other.length}`)
  const same = wanted.filter((line, at) => lines[at] === line).length
  const { version } = JSON.parse(readFileSync(manifestOf(name), 'utf8')) as { version: string }
  const rest =
    same < wanted.length ? `; ${wanted.length - same} differ only in how its CLDR data writes dates and times` : ''
  rows.push(`| ${name} ${version} | ${same} of ${wanted.length} receipts are Node's, byte for byte${rest} |`)
  console.log(rows.at(-1), createHash('sha256').update(text.trim()).digest('hex').slice(0, 8))
}
await runRecipe()
rmSync(folder, { recursive: true, force: true })
writeMatrix()

/** A runtime's version of CLDR, not ours, says which space stands in a time, and what between day and time: lines break, and hashes differ. */
function withoutDates(line: string): string {
  return line
    .replace(/"X-Entity-Ref-ID":"\w+"/, '')
    .replaceAll(/(?:[\u202f\u00a0 ]|\\n)+/g, ' ')
    .replaceAll(/(?<=\d{4}) a las (?=\d)/g, ', ')
}

function manifestOf(name: string): string {
  const packages: Record<string, string> = {
    workerd: 'workerd',
    'Vercel Edge': '@edge-runtime/vm',
    Deno: '@deno/linux-x64-glibc',
    Bun: '@oven/bun-linux-x64',
  }
  const path = join(here, 'node_modules', packages[name] ?? '', 'package.json')
  if (!existsSync(path)) throw new Error(`${path} isn't installed; run npm run edge`)
  return path
}

function run(program: string, options: string[]): string {
  return execFileSync(program, options, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 })
}

async function inWorkerd(): Promise<string> {
  const { Miniflare } = require('miniflare')
  const names = ['worker.mjs', 'mail.js', 'made.mjs', 'languages/ar.js', 'languages/ja.js']
  const worker = new Miniflare({
    modules: names.map(path => ({ type: 'ESModule', path, contents: readFileSync(join(folder, path), 'utf8') })),
    compatibilityDate: '2026-07-01',
  })
  try {
    return await (await worker.dispatchFetch('http://localhost/', { method: 'POST', body: sent })).text()
  } finally {
    await worker.dispose()
  }
}

/** The Worker of docs/recipes.md, as pasted: a receipt goes through its queue to a mail API. */
async function runRecipe(): Promise<void> {
  const recipes = readFileSync(join(here, '../../docs/recipes.md'), 'utf8')
  const [, source = ''] = /## Cloudflare Worker[\s\S]*?```ts\n([\s\S]*?)```/.exec(recipes) ?? []
  const code = stripTypeScriptTypes(source)
    .replace("'counterfoil/mail'", "'./mail.js'")
    .replace("'counterfoil/mail/languages/ja'", "'./languages/ja.js'")
  const { Miniflare, Response } = require('miniflare')
  const { promise, resolve } = Promise.withResolvers<{
    to: string
    subject: string
    attachments: { content: string }[]
  }>()
  const names = ['mail.js', 'languages/ja.js']
  const worker = new Miniflare({
    modules: [
      { type: 'ESModule', path: 'worker.mjs', contents: code },
      ...names.map(path => ({ type: 'ESModule', path, contents: readFileSync(join(folder, path), 'utf8') })),
    ],
    compatibilityDate: '2026-07-01',
    bindings: { MAIL_KEY: 'key' },
    queueProducers: { RECEIPTS: 'receipts' },
    queueConsumers: { receipts: { maxBatchTimeout: 0 } },
    outboundService: async (request: Request) => {
      resolve((await request.json()) as never)
      return new Response('{}')
    },
  })
  try {
    const receipt = receipts.find(each => 'customer' in each.receipt)?.receipt as { customer: { emailAddress: string } }
    const post = (body: string) => worker.dispatchFetch('http://localhost/', { method: 'POST', body })
    const refused = await post('{}')
    const taken = await post(JSON.stringify(receipt))
    const sent = await promise
    const wanted = engine.email(receipt as never)
    if (refused.status !== 422 || taken.status !== 202)
      throw new Error(`The recipe answers ${refused.status}, ${taken.status}`)
    if (sent.to !== receipt.customer.emailAddress || sent.attachments.length !== wanted.attachments.length)
      throw new Error('The recipe sends another mail')
    const images = wanted.attachments.map(({ content }) => content.toString('base64'))
    if (images.join() !== sent.attachments.map(({ content }) => content).join())
      throw new Error('The recipe sends other images')
    rows.push('| workerd, running the Worker of recipes.md | refuses `{}`, mails a receipt through its queue |')
  } finally {
    await worker.dispose()
  }
}

/** As one script: the sandbox has no modules. */
async function inEdgeRuntime(): Promise<string> {
  const { EdgeVM } = require('@edge-runtime/vm')
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({ input: join(folder, 'worker.mjs'), platform: 'neutral' })
  const { output } = await bundle.generate({ format: 'iife', name: 'worker' })
  await bundle.close()
  const vm = new EdgeVM({ codeGeneration: { strings: false, wasm: false } })
  vm.evaluate(output[0].code)
  const response = vm.evaluate(
    `worker.default ? worker.default.fetch(new Request('http://localhost/', { method: 'POST', body: ${JSON.stringify(sent)} })) : worker.fetch(new Request('http://localhost/', { method: 'POST', body: ${JSON.stringify(sent)} }))`,
  )
  return (await response).text()
}

/** The table between its marks in docs/edge.md. */
function writeMatrix(): void {
  const path = join(here, '../../docs/edge.md')
  const size = Math.round(gzipSync(readFileSync(join(dist, 'mail.js'))).length / 1000)
  const table = `| Runtime | Checked |\n|---|---|\n${rows.join('\n')}\n\n\`counterfoil/mail\` is ${size} KB, gzipped.`
  const text = readFileSync(path, 'utf8')
  const written = text.replace(/(?<=<!-- matrix -->\n)[\s\S]*?(?=<!-- end -->)/, () => `${table}\n`)
  if (!written.includes(table)) throw new Error(`${path} has no place for the matrix`)
  writeFileSync(path, written)
}
