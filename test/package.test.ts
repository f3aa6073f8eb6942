import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishedPaths } from './support/published-paths.ts'
import { isExhaustive, thorough } from './support/scope.ts'

/** The package as it would be published, in an otherwise empty project, with only the dependencies it declares. */
describe('the published package', () => {
  const root = resolve(import.meta.dirname, '..')
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const paths = publishedPaths(root, manifest.files)
  let project: string
  let home: string

  beforeAll(() => {
    project = mkdtempSync(join(tmpdir(), 'counterfoil-package-'))
    home = join(project, 'node_modules', 'counterfoil')
    for (const path of paths) cpSync(join(root, path), join(home, path))
    for (const name of Object.keys(manifest.dependencies)) {
      mkdirSync(dirname(join(project, 'node_modules', name)), { recursive: true })
      symlinkSync(join(root, 'node_modules', name), join(project, 'node_modules', name))
    }
    writeFileSync(join(project, 'package.json'), '{"type":"module"}')
    cpSync(join(root, 'fixtures/fashion-sale.en-CA/receipt.json'), join(project, 'sale.json'))
  })

  afterAll(() => rmSync(project, { recursive: true, force: true }))

  test('contains code, templates, wording and the starter folder, nothing else', () => {
    const folders = new Set(paths.map(path => path.split('/')[0]))
    const [code, begin] = [
      ['bin', 'dist', 'locales', 'templates'],
      ['deploy', 'docs', 'examples', 'fixtures', 'service', 'till'],
    ]
    const papers = ['CHANGELOG.md', 'CONTRIBUTING.md', 'LICENSE', 'README.md', 'SECURITY.md', 'THIRD-PARTY.md']
    const pages = [...papers, 'package.json']
    expect([...folders].sort()).toEqual([...pages, ...code, ...begin].sort())
    expect(paths.filter(path => path.startsWith('service/'))).toEqual([
      'service/.env.example',
      'service/CHANGELOG.md',
      'service/README.md',
      'service/runbook.md',
    ])
    const receipts = paths.filter(path => /^fixtures\/.*\//.test(path))
    expect(receipts.length).toBeGreaterThan(25)
    expect(receipts.filter(path => !/\/(receipt|options)\.json$/.test(path))).toEqual([])
  })

  test('has every page and picture its README links to', () => {
    const targets = [...readFileSync(join(home, 'README.md'), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)\)/g)]
    expect(targets.length).toBeGreaterThan(10)
    expect(targets.map(([, target = '']) => target).filter(target => !existsSync(join(home, target)))).toEqual([])
  })

  test('brings what a mail needs: fonts in two weights, no browser, no whole libraries of which it uses a part', () => {
    // Two megabytes of it are `counterfoil/mail`, which has a copy of what it runs without Node; a language takes 0.1.
    expect(paths.reduce((sum, path) => sum + statSync(join(home, path)).size, 0)).toBeLessThan(16.5e6)
    expect(paths.filter(path => path.endsWith('.map'))).toEqual([])
    const fonts = paths.filter(path => path.endsWith('.ttf'))
    expect(fonts).toHaveLength(18)
    expect(fonts.filter(path => !/^dist\/fonts\/[\w-]+\/(?:400Regular|700Bold)\//.test(path))).toEqual([])
    const heavy = /^puppeteer|^@expo-google-fonts|^bwip-js$|^zod$|^nodemailer$/
    expect(Object.keys(manifest.dependencies).filter(name => heavy.test(name))).toEqual([])
  })

  test('runs no install script', () => {
    const run = ['preinstall', 'install', 'postinstall', 'prepare']
    expect(Object.keys(manifest.scripts).filter(name => run.includes(name))).toEqual([])
  })

  const theMail = 'Receipt from Alder & Finch: $118.65 1'

  test('renders a mail, and says what to install before it prints, without puppeteer', () => {
    expect(existsSync(join(project, 'node_modules', 'puppeteer'))).toBe(false)
    const program = `
      import { readFileSync } from 'node:fs'
      import { createEngine } from 'counterfoil'
      const engine = await createEngine()
      const mail = engine.email(readFileSync('sale.json', 'utf8'), { acceptLanguage: 'en_CA' })
      console.log(mail.subject, mail.attachments.length)
      await engine.pdf(readFileSync('sale.json', 'utf8')).catch(error => console.log(error.code, error.message))
      await engine.close()`
    writeFileSync(join(project, 'mail.mjs'), program)
    const [mail, pdf] = run(process.execPath, ['mail.mjs'], project).split('\n')
    expect(mail).toBe(theMail)
    expect(pdf).toMatch(/^browser .*`npm install puppeteer`/)
  })

  test('opens engines as before while its files are replaced', () => {
    const modules = join(project, 'node_modules')
    cpSync(join(modules, 'counterfoil'), join(modules, 'replaced'), { recursive: true })
    const program = `
      import { readFileSync, rmSync } from 'node:fs'
      import { createEngine } from 'replaced'
      const sale = readFileSync('sale.json', 'utf8')
      const before = (await createEngine()).html(sale)
      for (const part of ['dist', 'locales', 'templates']) rmSync('node_modules/replaced/' + part, { recursive: true })
      console.log((await createEngine()).html(sale) === before)`
    writeFileSync(join(project, 'replaced.mjs'), program)
    expect(run(process.execPath, ['replaced.mjs'], project).trim()).toBe('true')
  })

  thorough('renders a mail from a bundle that keeps it external, as the README says', () => {
    const rolldown = join(root, 'node_modules/.bin/rolldown')
    const options = ['--file', 'bundle.mjs', '--format', 'esm', '--platform', 'node', '--external', 'counterfoil']
    run(rolldown, ['mail.mjs', ...options], project)
    expect(run(process.execPath, ['bundle.mjs'], project).split('\n')[0]).toBe(theMail)
  })

  test('says to keep it external where its code is without its files, as in a bundle', async () => {
    const apart = join(project, 'apart')
    mkdirSync(apart)
    const code = readdirSync(join(home, 'dist')).filter(name => /\.c?js$/.test(name))
    for (const name of code) cpSync(join(home, 'dist', name), join(apart, name))
    const { createEngine } = await import(join(apart, 'index.js'))
    await expect(createEngine()).rejects.toMatchObject({
      code: 'bundle',
      message: expect.stringContaining('--external:counterfoil'),
    })
  })

  describe.runIf(isExhaustive)('says so', () => {
    test.each(['esm', 'cjs'])('in a bundle made as %s', format => {
      const program = `import { createEngine } from 'counterfoil'
      createEngine().catch(error => console.log(error.code, error.message))`
      writeFileSync(join(project, 'whole.js'), program)
      const name = format === 'esm' ? '[name].mjs' : '[name].cjs'
      const names = ['--entry-file-names', name, '--chunk-file-names', name]
      const options = ['--dir', `whole-${format}`, '--format', format, '--platform', 'node', ...names]
      run(join(root, 'node_modules/.bin/rolldown'), ['whole.js', ...options], project)
      const bundle = name.replace('[name]', `whole-${format}/whole`)
      expect(run(process.execPath, [bundle], project)).toMatch(/^bundle .*--external:counterfoil/)
    })
  })

  const command = 'node_modules/counterfoil/bin/counterfoil.js'

  test('runs its command', () => {
    const options = ['--out', 'out', '--format', 'html,text,eml']
    run(process.execPath, [command, 'render', 'sale.json', ...options], project)
    for (const file of ['sale.html', 'sale.txt', 'sale.eml'])
      expect(existsSync(join(project, 'out', file)), file).toBe(true)
  })

  test('creates a template folder', () => {
    run(process.execPath, [command, 'template', 'new', 'my-brand'], project)
    expect(readdirSync(join(project, 'my-brand')).sort()).toEqual(readdirSync(join(root, 'examples/my-brand')).sort())
  })

  // That the folder passes is tested with the commands of the README.
  thorough('creates a template folder that its lint passes', () => {
    run(process.execPath, [command, 'template', 'new', 'their-brand'], project)
    expect(run(process.execPath, [command, 'lint', 'their-brand', '--format', 'json', '--strict'], project)).toContain(
      '"findings": []',
    )
  })

  test('loads each of its entries with the dependencies that it declares', () => {
    const entries = Object.keys(manifest.exports).filter(entry => !/\*|\.json$/.test(entry))
    expect(entries.length).toBeGreaterThan(6)
    const loads = entries.map(entry => `await import(${JSON.stringify(`counterfoil${entry.slice(1)}`)})\n`)
    writeFileSync(join(project, 'entries.mjs'), loads.join(''))
    expect(run(process.execPath, ['entries.mjs'], project)).toBe('')
  })

  const bundler = ['--module', 'esnext', '--moduleResolution', 'bundler']
  const settings = [
    ...['node16', 'nodenext', 'node20'].map(name => ({ version: 'current', name, module: ['--module', name] })),
    ...['node16', 'nodenext'].map(name => ({ version: '5.4', name, module: ['--module', name] })),
    ...['current', '5.4'].map(version => ({ version, name: 'bundler', module: bundler })),
  ]

  // Today's compiler, with the setting that forgives least.
  test.each(settings.filter(({ version, name }) => isExhaustive || (version === 'current' && name === 'node16')))(
    'has types that a strict program compiles against, as $name, with TypeScript $version',
    ({ version, module }) => {
      const isCurrent = version === 'current'
      const compiler = isCurrent ? 'node_modules/typescript' : 'test/typescript-5.4/node_modules/typescript'
      const program = `
      import { createEngine, type EmailMessage, parseReceipt, ReceiptDataError, type ReceiptInput } from 'counterfoil'
      import * as stages from 'counterfoil/stages'
      import { type MessageKey } from 'counterfoil/stages'
      import { fromShopify, type OrderOptions } from 'counterfoil/from'
      import * as internal from 'counterfoil/internal'
      import { type Finding, lintTemplates } from 'counterfoil/lint'
      import * as pictures from 'counterfoil/pictures'
      import { type Golden, goldens } from 'counterfoil/testing'
      await using engine = await createEngine({ locales: { stores: { '004': 'fr-CA' } } })
      const receipt = parseReceipt('{}')
      const mail: EmailMessage = engine.email(receipt, { acceptLanguage: 'fr_CA' })
      const total: number = receipt.grandAmount
      // @ts-expect-error a card's first digits are not there after parsing
      receipt.tenders?.[0]?.creditDebit?.first6Digits satisfies string
      declare const sent: ReceiptInput
      declare const seller: OrderOptions
      engine.text(fromShopify({}, seller))
      engine.text(sent)
      // @ts-expect-error a number is no receipt
      engine.email(42)
      const findings: Finding[] = await lintTemplates('my-brand', { clients: ['gmail'] })
      const absent = { paper: undefined, acceptLanguage: undefined, variant: undefined, signal: undefined }
      const look = { brand: { color: undefined }, pdf: { fonts: undefined, paper: undefined }, locales: { default: undefined } }
      await using plain = await createEngine({ templates: undefined, links: undefined, ...look })
      const pdf = await plain.pdf(sent, absent)
      // As Hono's c.body takes it.
      declare function body(data: string | ArrayBuffer | ReadableStream | ${isCurrent ? 'Uint8Array<ArrayBuffer>' : 'Uint8Array'}): Response
      const answers: Response[] = [body(pdf), new Response(pdf)]
      const checks: Golden[] = goldens(engine, { sale: receipt }, { dir: 'goldens', papers: ['roll80'] })
      const heading: MessageKey = 'heading.total'
      // @ts-expect-error there is no such message
      const nothing: MessageKey = 'heading.nothing'
      export { answers, checks, heading, nothing, pictures, stages, internal, findings, mail, total, ReceiptDataError }`
      writeFileSync(join(project, 'types.ts'), program)
      const options = [
        '--noEmit',
        ...(isCurrent ? ['--checkers', '1'] : []),
        '--strict',
        '--exactOptionalPropertyTypes',
        '--skipLibCheck',
        'false',
        ...module,
        '--target',
        'es2022',
        '--lib',
        'es2023,esnext.disposable',
        '--types',
        'node',
        '--typeRoots',
        join(root, 'node_modules/@types'),
      ]
      expect(run(process.execPath, [join(root, compiler, 'bin/tsc'), ...options, 'types.ts'], project)).toBe('')
    },
  )

  test('has types in the syntax of TypeScript 5.4, as all the rest of it at night', () => {
    const ts = createRequire(import.meta.url)('./typescript-5.4/node_modules/typescript')
    const types = paths.filter(path => path.endsWith('.d.ts'))
    expect(types.length).toBeGreaterThan(50)
    const wrong = types.filter(path => {
      const source = ts.createSourceFile(path, readFileSync(join(home, path), 'utf8'), ts.ScriptTarget.ES2022)
      return source.parseDiagnostics.length > 0
    })
    expect([ts.version, wrong]).toEqual([expect.stringMatching(/^5\.4\./), []])
  })

  test('satisfies publint', async () => {
    const { messages } = await publint({ pkgDir: home, pack: false, strict: true })
    expect(messages).toEqual([])
  })

  // `npm pack` takes four seconds to compress what the other tests take uncompressed.
  thorough('is what npm packs, and satisfies are-the-types-wrong', () => {
    const [packed] = JSON.parse(run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', project], root))
    expect(packed.files.map(({ path }: { path: string }) => path).sort()).toEqual(paths)
    const options = ['--profile', 'esm-only', '--format', 'ascii', '--no-color']
    const types = run(join(root, 'node_modules/.bin/attw'), [join(project, packed.filename), ...options], root)
    // It resolves no entry with a wildcard.
    const entries = Object.keys(manifest.exports).filter(entry => !entry.includes('*'))
    expect(types.match(/node16 \(from ESM\): 🟢/g)).toHaveLength(entries.length)
  })
})

function run(command: string, args: string[], cwd: string): string {
  try {
    return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${command} ${args.join(' ')}\n${stdout}\n${stderr}`)
  }
}

test('all three packages have one version, and depend on that; it is what the pages tell to install', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')
  const [root, service, till, lock] = ['', 'service/', 'till/']
    .map(at => JSON.parse(read(`${at}package.json`)))
    .concat(JSON.parse(read('package-lock.json')))
  const { version } = root
  expect([service.version, service.dependencies.counterfoil, till.version, till.peerDependencies.counterfoil]).toEqual(
    Array(4).fill(version),
  )
  expect([lock.version, ...['', 'service', 'till'].map(name => lock.packages[name].version)]).toEqual(
    Array(4).fill(version),
  )
  for (const page of ['README.md', 'deploy/README.md', 'deploy/kubernetes.yaml']) {
    const named = [...read(page).matchAll(/counterfoil(?:-service)?[-:](\d+\.\d+\.\d+)/g)].map(([, found]) => found)
    expect([page, new Set(named)]).toEqual([page, new Set([version])])
  }
})
