import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { otherEntries, writeApi } from '../scripts/reference/write-api.ts'
import { textBetween } from '../scripts/reference/write-docs.ts'
import { isExhaustive } from './support/scope.ts'

const execute = promisify(execFile)
const root = resolve(import.meta.dirname, '..')
const [page, recipes] = ['docs/api.md', 'docs/recipes.md'].map(path => readFileSync(join(root, path), 'utf8')) as [
  string,
  string,
]
const project = mkdtempSync(join(tmpdir(), 'counterfoil-api-'))
mkdirSync(join(project, 'node_modules'))
symlinkSync(root, join(project, 'node_modules/counterfoil'))
symlinkSync(join(root, 'node_modules/fastify'), join(project, 'node_modules/fastify'))
copyFileSync(join(root, 'fixtures/fashion-sale.en-CA/receipt.json'), join(project, 'sale.json'))
afterAll(() => rmSync(project, { recursive: true }))

test('it names every value of every entry', async () => {
  const own = Object.keys(await import('../src/index.ts')).map(name => ['counterfoil', name])
  const others = await Promise.all(
    Object.entries(otherEntries).map(async ([entry, path]) =>
      Object.keys(await import(`../${path}`)).map(name => [entry, name]),
    ),
  )
  const all = [...own, ...others.flat()]
  expect(all.length).toBeGreaterThan(60)
  const reference = textBetween(page, 'reference') ?? ''
  const nameless = all.filter(([entry, name]) => {
    const part = reference.split(`### ${entry}\n`).at(-1)?.split('\n### ')[0] ?? ''
    const text = entry === 'counterfoil' ? reference : part
    return !new RegExp(`(?:### |\\| \`|- \`)${name}\\b`).test(text)
  })
  expect(nameless).toEqual([])
})

const all = [...`${page}\n${recipes}`.matchAll(/^## (.*)\n[^#]*?^```js\n([\s\S]*?)^```/gm)].map(([, title, code]) => ({
  title,
  code: code!,
}))

test('docs/api.md and docs/recipes.md have programs', () => expect(all.length).toBeGreaterThan(12))

/** All but most of those that start a browser, which takes longer than all else. What they ask of it, others ask as well. */
const programs = all.filter(
  ({ title, code }) => isExhaustive || title === 'A PDF, an image' || !/\.(?:pdf|image|merge)\(/.test(code),
)

/** Mail services, as far as a recipe asks them: each answers with what it was asked. */
const asked: { url: string; body: string }[] = []
const services = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', part => parts.push(part))
  request.on('end', () => {
    asked.push({ url: request.url ?? '', body: Buffer.concat(parts).toString() })
    response.writeHead(request.url === '/sendgrid' ? 202 : 200).end('{}')
  })
})
beforeAll(() => new Promise<void>(done => void services.listen(0, '127.0.0.1', done)))
afterAll(() => new Promise(done => services.close(done)))

/** What stands before the output of each program. */
const start = '\u0001\n'

/** Runs programs one after the other in a process, which ends by itself. @returns what each printed */
async function printedBy(codes: readonly string[]): Promise<string[]> {
  const files = codes.map((code, at) => {
    const file = `./program-${at}.mjs`
    writeFileSync(join(project, file), code)
    return file
  })
  const runs = files.map(file => `process.stdout.write(${JSON.stringify(start)})\nawait import('${file}')\n`)
  writeFileSync(join(project, 'programs.mjs'), runs.join(''))
  const at = `http://127.0.0.1:${(services.address() as AddressInfo).port}`
  const addresses = { RESEND_URL: `${at}/resend`, POSTMARK_URL: `${at}/postmark`, SENDGRID_URL: `${at}/sendgrid` }
  const env = { ...process.env, ...addresses }
  const { stdout } = await execute(process.execPath, ['programs.mjs'], { cwd: project, encoding: 'utf8', env })
  return stdout.split(start).slice(1)
}

let together: Promise<string[]> | undefined

test.each(programs.map((program, at) => ({ ...program, at })))(
  'the program of "$title" prints what its comments say',
  async ({ code, at }) => {
    together ??= isExhaustive ? undefined : printedBy(programs.map(program => program.code))
    const printed = together ? (await together)[at]! : (await printedBy([code]))[0]!
    const beside = [...code.matchAll(/console\.log\(.*\) \/\/ (.*)$/gm)].map(([, line]) => line)
    const atEnd =
      /((?:\n\/\/ .*)+)\n$/
        .exec(code)?.[1]
        ?.trim()
        .split('\n')
        .map(line => line.slice(3)) ?? []
    const said = [...beside, ...atEnd]
    expect(said.length).toBeGreaterThan(0)
    expect(
      printed
        .trim()
        .replaceAll(/[\u00a0\u202f]/g, ' ')
        .split('\n'),
    ).toEqual(said)
  },
)

test('each mail service gets the picture that the mail shows, by its own name for it', () => {
  expect(asked.map(({ url }) => url).sort()).toEqual(['/postmark', '/resend', '/sendgrid'])
  const names = { '/resend': 'content_id', '/postmark': 'ContentID', '/sendgrid': 'content_id' } as Record<
    string,
    string
  >
  for (const { url, body } of asked) {
    const sent = JSON.parse(body)
    const [picture] = sent.attachments ?? sent.Attachments
    const cid: string = picture[names[url] ?? ''].replace(/^cid:/, '')
    expect(body).toContain(`src=\\"cid:${cid}\\"`)
    expect(sent.subject ?? sent.Subject).toContain('Alder & Finch')
  }
})

test('its reference is that of the exports; npm run reference writes it', () => {
  expect(textBetween(page, 'reference')).toBe(writeApi())
})
