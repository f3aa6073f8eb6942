import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = ['src', 'tools'].flatMap(house =>
  readdirSync(join(root, house), { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.ts'))
    .map(path => join(house, path))
    .filter(path => !path.startsWith('tools/page/')),
)

/** The stages in the order in which a receipt passes them, then the tools; each may import those before it. */
const order = [
  ...'package-root errors node-version options standards barcode receipt from reading structured locale view document email|pdf brand merchant stages engine mail internal index'
    .split(' ')
    .map(stages => stages.split('|').map(stage => `src/${stage}`)),
  ...'trace lint goldens studio cli'.split(' ').map(tool => [`tools/${tool}`]),
]

interface Import {
  from: string
  to: string
}

const imports = files.flatMap(importsOf)

function importsOf(from: string): Import[] {
  const all = sourceOf(from).matchAll(/(?:\bfrom |\bimport\(|\bimport |createRequire\(import\.meta\.url\)\()'([^']+)'/g)
  return Array.from(all, ([, to]) => ({ from, to: to! }))
}

test('imports point one way, from a stage to those before it', () => {
  const inside = imports.filter(({ to }) => to.startsWith('.'))
  const wrong = inside
    .map(({ from, to }) => ({ from, to: normalize(join(dirname(from), to)) }))
    .filter(({ from, to }) => !isGenerated(from) && !isGenerated(to) && !to.startsWith('locales/'))
    .filter(({ from, to }) => stageOf(to) !== stageOf(from) && rankOf(to) >= rankOf(from))
  expect(inside.length).toBeGreaterThan(200)
  expect(wrong).toEqual([])
})

test('one file of each stage begins with what the stage is for', () => {
  const folders = order.flat().filter(stage => stage !== 'src/mail' && files.some(path => path.startsWith(`${stage}/`)))
  const stages = folders.filter(stage => stage.startsWith('src/'))
  const heads = files.flatMap(path => /^\/\/ Stage `(\w+)`: /.exec(readFileSync(join(root, path), 'utf8'))?.[1] ?? [])
  expect(heads.sort()).toEqual(stages.map(stage => stage.slice(4)).sort())
})

test('generated files are data: they import types only', () => {
  const generated = files.filter(isGenerated)
  expect(generated.length).toBeGreaterThan(4)
  for (const path of generated) expect(sourceOf(path), path).not.toMatch(/^import (?!type )/m)
})

describe('outside libraries', () => {
  const { dependencies, peerDependencies } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  )
  const importers = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    if (to.startsWith('.') || to.startsWith('node:') || to.startsWith('counterfoil')) continue
    // They stand in for the one place, where there is no Node.
    if (from.startsWith('src/mail/without-node/')) continue
    const name = to
      .split('/')
      .slice(0, to.startsWith('@') ? 2 : 1)
      .join('/')
    importers.set(name, (importers.get(name) ?? new Set()).add(from))
  }

  test.each([...importers])('%s is imported in one place', (name, by) => {
    expect([...by], name).toHaveLength(1)
  })

  test('exactly those in package.json are used', () => {
    expect(Object.keys(dependencies).filter(name => !importers.has(name))).toEqual([])
    // In the bundles, so an install needn't bring them.
    const bundled = { 'bwip-js': true, fflate: true, 'libphonenumber-js': true, qr: true, zod: true }
    const known = { ...dependencies, ...peerDependencies, ...bundled }
    expect([...importers.keys()].filter(name => !(name in known)).sort()).toEqual([])
  })

  test('optional ones are loaded lazily, by what prints and by testers’ tools only', () => {
    const optional = [...importers].filter(([name]) => name in peerDependencies)
    const names = optional.map(([name]) => name).sort()
    expect(names).toEqual(['@hyzyla/pdfium', 'nodemailer', 'pixelmatch', 'puppeteer', 'zxing-wasm'])
    for (const [name, by] of optional) {
      for (const path of by) {
        expect(path, name).toMatch(name === 'puppeteer' ? /^src\/pdf\/browser\// : /^tools\/(goldens|studio)\//)
        const atOnce = new RegExp(`^(?:import|export) (?!type )(?:[\\w\\s{},*]+ from )?'${name}`, 'm')
        expect(sourceOf(path), `${path} imports ${name} at once`).not.toMatch(atOnce)
      }
    }
  })
})

test('only what runs a browser depends on clock, host or chance', () => {
  const pure = files.filter(path => /^src\/(?!pdf\/(browser\/|print\.ts$))/.test(path))
  expect(pure.length).toBeGreaterThan(160)
  for (const path of pure) {
    expect(sourceOf(path), path).not.toMatch(
      /Date\.now|new Date\(\)|Math\.random|process\.(env|cwd|platform|hrtime)|performance\./,
    )
  }
})

describe('rooms', () => {
  /** Folders of a stage, which know nothing of their neighbors but those listed. */
  const neighbors: Record<string, string[]> = {
    'barcode/drawing': [],
    'barcode/symbol': [],
    'locale/format': [],
    'locale/resolve': [],
    'locale/words': ['locale/resolve'],
    'pdf/browser': ['pdf/fonts'],
    'pdf/file': [],
    'pdf/fonts': [],
    'pdf/file/access': ['pdf/file'],
    'pdf/file/backward': ['pdf/file'],
    'pdf/merge': ['pdf/file', 'pdf/file/access'],
    'pdf/tags': ['pdf/file', 'pdf/file/backward'],
    'receipt/check': ['receipt/schema', 'receipt/tidy'],
    'receipt/data': ['receipt/schema', 'receipt/tidy'],
    'receipt/schema': ['receipt/card-data'],
    'receipt/tidy': ['receipt/card-data', 'receipt/schema'],
    'standards/codes': [],
  }

  test.each(Object.entries(neighbors))('%s imports of its stage: %j', (room, known) => {
    const [stage = ''] = room.split('/')
    const used = imports
      .filter(({ from, to }) => dirname(from) === `src/${room}` && to.startsWith('.'))
      .map(({ from, to }) => dirname(normalize(join(dirname(from), to))).replace(/^src\//, ''))
      .filter(folder => folder.startsWith(`${stage}/`) && folder !== room)
    expect([...new Set(used)].sort()).toEqual(known)
  })

  test('our own tags have one door', () => {
    const inside = /^src\/pdf\/tags\//
    const entries = imports
      .filter(({ from, to }) => to.startsWith('.') && !inside.test(from))
      .map(({ from, to }) => [from, normalize(join(dirname(from), to))])
      .filter(([, to]) => inside.test(to!))
    expect(entries).toEqual([['src/pdf/finish-pdf.ts', 'src/pdf/tags/add-tags.ts']])
  })

  test('no room has more than about a dozen files', () => {
    const counts = Map.groupBy(files, dirname)
    const full = [...counts].filter(([, { length }]) => length > 14)
    expect(full.map(([room]) => room)).toEqual([])
  })
})

test('texts are normalized in one place, which does so in linear time', () => {
  const houses = ['src', 'tools', 'service/src', 'till/src'].flatMap(house =>
    readdirSync(join(root, house), { recursive: true, encoding: 'utf8' }).map(path => join(house, path)),
  )
  const normalizing = houses.filter(path => path.endsWith('.ts') && /\.normalize\(/.test(sourceOf(path)))
  expect(normalizing.sort()).toEqual([
    // A password of at most 500 characters, as it was always hashed.
    'service/src/people/passwords.ts',
    // Of one character each.
    'src/locale/format/ems.ts',
    'src/pdf/tags/letters.ts',
    'src/receipt/card-data/mask-text.ts',
    'src/standards/normal-form.ts',
    // The till knows no code of the engine; a slip's texts are normalized already.
    'till/src/paper/letters.ts',
  ])
})

describe('what amounts mean is read once, by the ledger', () => {
  const drawing = files.filter(path => /^src\/(view|structured)\//.test(path))
  const counting = readdirSync(join(root, 'service/src/statistics/counting'), { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.ts'))
    .map(path => join('service/src/statistics/counting', path))
  const amount = 'grandAmount|grossAmount|netAmount|totalAmount|changeDue|tenderApplied|serviceCharge|tip'

  test('what draws takes from reading the ledger, sums, and words of it', () => {
    const used = drawing.flatMap(path =>
      Array.from(sourceOf(path).matchAll(/^import (?!type )\{([^}]+)\} from '[^']*\/reading\/[^']+'/gm)).flatMap(
        ([, names = '']) => names.split(',').map(name => name.trim()),
      ),
    )
    const known =
      'amountOf areDepositsSaid currenciesOf documentKind isBalanceSuperseded lineAsSent micros readBase readLedger shownAmount storeCountryOf sum sumOf'
    expect([...new Set(used)].filter(name => name && !name.startsWith('type ')).sort()).toEqual(known.split(' '))
    const doors = drawing.filter(path => /\breadLedger\(/.test(sourceOf(path)))
    expect(doors.sort()).toEqual([
      'src/structured/ekabs/ekabs.ts',
      'src/structured/poslog/poslog.ts',
      'src/view/present.ts',
    ])
  })

  test('a door looks at nothing of the receipt as sent', () => {
    for (const path of ['src/structured/ekabs/ekabs.ts', 'src/structured/poslog/poslog.ts'])
      expect(sourceOf(path).match(/\bsent\b[.,)]/g), path).toEqual(['sent)'])
  })

  test('the view takes totals from it', () => {
    const naming = drawing.filter(path => path.startsWith('src/view/') && /\bgrandAmount\b/.test(sourceOf(path)))
    expect(naming).toEqual(['src/view/gift/gift-receipt.ts'])
  })

  test('statistics take from reading the ledger, and what it is in the books', () => {
    const doors = (name: string) => counting.filter(path => new RegExp(`\\b${name}\\(`).test(sourceOf(path)))
    const receipt = (name: string) => join('service/src/statistics/counting/receipt', name)
    expect(doors('readLedger')).toEqual([receipt('books.ts')])
    expect(doors('saleTotal')).toEqual([receipt('books.ts')])
    expect(doors('paidNow')).toEqual([receipt('parts.ts')])
    // Amounts of a line come from reading, too.
    for (const path of counting) expect(sourceOf(path), path).not.toMatch(/\b(price|line\.total|item\.total)\b/)
  })

  test('statistics look at nothing of the receipt as sent but whether an amount was', () => {
    for (const path of counting)
      expect(
        sourceOf(path).match(/\b(?:receipt|sent)\.(?:gross|net|grand)Amount(?! !== undefined)/g) ?? [],
        path,
      ).toEqual([])
    const books = sourceOf('service/src/statistics/counting/receipt/books.ts')
    const parts = sourceOf('service/src/statistics/counting/receipt/parts.ts')
    expect(books).toContain('} = ledger.receipt')
    expect(parts).toContain('const { receipt, column } = ledger')
    expect(`${books}${parts}`).not.toMatch(/\bsent\.\w/)
  })

  test.each([...drawing, ...counting])('%s decides no sign by itself', path => {
    const source = sourceOf(path)
    expect(source).not.toMatch(new RegExp(`Math\\.(abs|sign)\\([^)]*\\b(${amount})\\b`))
    expect(source).not.toMatch(new RegExp(`\\b(${amount})\\b(\\s*\\?\\? 0\\))?\\s*[<>]=?\\s*0\\b`))
    expect(source).not.toMatch(new RegExp(`-(receipt|sent)\\.(${amount})\\b`))
  })
})

test('every export of all workspaces has a doc comment', () => {
  const product = ['src', 'tools', 'service/src', 'service/console', 'till/src'].flatMap(house =>
    readdirSync(join(root, house), { recursive: true, encoding: 'utf8' }).map(path => join(house, path)),
  )
  const exported =
    /(\*\/\n(?:\/\/.*\n)*)?^export (?:async |abstract )*(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm
  const all = product
    .filter(path => /\.tsx?$/.test(path) && !isGenerated(path))
    .flatMap(path =>
      Array.from(readFileSync(join(root, path), 'utf8').matchAll(exported), ([, doc, name]) => ({
        name: `${path}: ${name}`,
        isBare: !doc,
      })),
    )
  // The first of an overloaded function's has it.
  const firsts = [...Map.groupBy(all, ({ name }) => name).values()].flatMap(([first]) => first ?? [])
  expect(firsts.length).toBeGreaterThan(2000)
  expect(firsts.filter(({ isBare }) => isBare).map(({ name }) => name)).toEqual([])
})

test('an exported type’s name has one meaning in its workspace', () => {
  const houses = { engine: ['src', 'tools'], service: ['service/src', 'service/console'], till: ['till/src'] }
  // The page names what an answer holds as the server names what it is made of.
  const twoSides = ['Attempt', 'Session', 'SilentTill']
  for (const [house, folders] of Object.entries(houses)) {
    const types = folders
      .flatMap(folder =>
        readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(at => join(folder, at)),
      )
      .filter(path => /\.tsx?$/.test(path) && !isGenerated(path))
      .flatMap(path =>
        Array.from(
          sourceOf(path).matchAll(/^(export )?(?:interface|type|class) (\w+)/gm),
          ([, exported, name = '']) => ({
            ...{ name, path },
            isExported: exported !== undefined,
          }),
        ),
      )
    const twice = [...Map.groupBy(types, ({ name }) => name)].filter(
      ([name, all]) => all.length > 1 && all.some(({ isExported }) => isExported) && !twoSides.includes(name),
    )
    expect([house, twice.map(([name, all]) => [name, ...all.map(({ path }) => path)])]).toEqual([house, []])
  }
})

test('no file imports itself through others', () => {
  expect(cyclesIn(files)).toEqual([])
})

describe('the pages, which a browser runs', () => {
  const pages = ['service/console', 'tools/page'].map(page => ({
    page,
    parts: readdirSync(join(root, page), { recursive: true, encoding: 'utf8' })
      .filter(path => /\.tsx?$/.test(path))
      .map(path => join(page, path)),
  }))

  test.each(pages)('$page: no file imports itself through others', ({ parts }) => {
    expect(parts.length).toBeGreaterThan(20)
    expect(cyclesIn(parts)).toEqual([])
  })

  test.each(pages)(
    '$page takes types of its server, and nothing that runs but lists and what needs nothing',
    ({ page, parts }) => {
      const server = new RegExp(`^(?!${page}/|tools/page/parts/)(?:service|tools)/`)
      const running = parts.flatMap(from =>
        [...sourceOf(from).matchAll(/^(?:import|export) (?!type )[^']*? from '(\.[^']+)'/gm)]
          .map(([, to]) => normalize(join(dirname(from), to!)))
          .filter(to => server.test(to)),
      )
      expect(
        running.filter(
          to =>
            !/^service\/src\/(?:basics\/reasons|people\/(?:languages|roles)|merchants\/key-scopes|delivery\/(?:webhooks\/payload|suppression\/kinds)|operations\/fleet\/states|statistics\/(?:answers\/pairs|tables\/columns|day-end\/sheet))\.ts$/.test(
              to,
            ),
        ),
      ).toEqual([])
      for (const taken of new Set(running))
        expect([taken, sourceOf(taken).match(/^import (?!type )/m)]).toEqual([taken, null])
    },
  )
})

function cyclesIn(all: readonly string[]): string[] {
  const graph = Map.groupBy(
    all.flatMap(importsOf).filter(({ to }) => to.startsWith('.')),
    ({ from }) => from,
  )
  const done = new Set<string>()
  const cycles: string[] = []
  function walk(file: string, path: readonly string[]): void {
    if (path.includes(file)) cycles.push([...path, file].join(' → '))
    else if (!done.has(file))
      for (const { to } of graph.get(file) ?? []) walk(normalize(join(dirname(file), to)), [...path, file])
    done.add(file)
  }
  for (const file of all) walk(file, [])
  return cycles
}

function isGenerated(path: string): boolean {
  return dirname(path).endsWith('/generated')
}

function sourceOf(path: string): string {
  return readFileSync(join(root, path), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
}

function stageOf(path: string): string {
  return path
    .split('/')
    .slice(0, 2)
    .join('/')
    .replace(/\.[jt]s$/, '')
}

function rankOf(path: string): number {
  const rank = order.findIndex(stages => stages.includes(stageOf(path)))
  if (rank < 0) throw new Error(`${path} belongs to no stage`)
  return rank
}
