import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { putBetween, textBetween } from '../reference/write-docs.ts'
import { checkJest, checkVitest } from './goldens.ts'
import { checkLambda } from './lambda.ts'
import { checkNext } from './next.ts'
import { checkBun, checkDeno, checkEsbuild, checkNode, checkPnpm, checkTypeScript, checkYarn } from './runtimes.ts'

/** Something that programs with the packed package are built or run with. */
interface Stack {
  /** Tries it, and says what it tried, with versions. `project` is a clone with everything installed and the package packed. */
  check: (project: string) => string | Promise<string>
  /** What the check makes with it. */
  makes: readonly ('types' | 'mail' | 'PDF' | 'goldens')[]
  /** Where the documentation says how, and what to mind. */
  how: string
  mind: string
}

const both = ['mail', 'PDF'] as const

/** Each stack that is tried, by the name of its check. */
export const stacks: Readonly<Record<string, Stack>> = {
  typescript: {
    check: checkTypeScript,
    makes: ['types'],
    how: '[types](install.md#typescript)',
    mind: 'with `skipLibCheck: false` and `exactOptionalPropertyTypes`; `node20` is TypeScript 5.9 and newer',
  },
  node: { check: checkNode, makes: both, how: '', mind: 'Node.js 22.12 warns that `require` of an ES module is new' },
  vitest: { check: checkVitest, makes: ['goldens'], how: '[goldens](golden-tests.md)', mind: '' },
  jest: {
    check: checkJest,
    makes: ['goldens'],
    how: '[Jest](install.md#jest)',
    mind: '`NODE_OPTIONS=--experimental-vm-modules`; `require` on Node.js 24.9 and newer',
  },
  esbuild: {
    check: checkEsbuild,
    makes: both,
    how: '[bundlers](install.md#bundlers)',
    mind: '`--external:counterfoil`',
  },
  next: {
    check: checkNext,
    makes: both,
    how: '[Next](install.md#next)',
    mind: '`outputFileTracingIncludes`, or PDFs have no browser',
  },
  yarn: { check: checkYarn, makes: both, how: '[package managers](install.md#package-managers)', mind: '' },
  pnpm: { check: checkPnpm, makes: both, how: '[package managers](install.md#package-managers)', mind: '' },
  bun: { check: checkBun, makes: both, how: '[Bun](#bun-and-deno)', mind: "a PDF's bytes differ from Node.js's" },
  deno: { check: checkDeno, makes: both, how: '[Deno](#bun-and-deno)', mind: "a PDF's bytes differ from Node.js's" },
  lambda: {
    check: checkLambda,
    makes: both,
    how: '[AWS Lambda](#aws-lambda)',
    mind: '`sandbox: false`; 512 MB of `/tmp`, and no `/dev/shm`. AWS itself is not tried',
  },
}

/** Writes what was tried to the table of docs/recipes.md; what wasn't keeps its row. @param tried what each check said, by name */
export function writeStacks(root: string, tried: ReadonlyMap<string, string>): void {
  const file = join(root, 'docs/recipes.md')
  const page = readFileSync(file, 'utf8')
  const before = rowsOf(page)
  const rows = Object.entries(stacks).flatMap(([name, { makes, how, mind }]) => {
    const what = tried.get(name)
    if (what === undefined) return before.get(name) ?? []
    const cells = (['types', 'mail', 'PDF', 'goldens'] as const).map(each => (makes.includes(each) ? 'yes' : '–'))
    return `| \`${name}\` | ${[what, ...cells, how, mind].join(' | ')} |`
  })
  const head = ['| Check | What | Types | Mail | PDF | Goldens | How | Mind |', '|---|---|---|---|---|---|---|---|']
  writeFileSync(file, putBetween(page, 'stacks', '## What has been tried', [...head, ...rows].join('\n')))
}

/** The rows of the table, by the name of their check. */
export function rowsOf(page: string): Map<string, string> {
  const lines = (textBetween(page, 'stacks') ?? '').split('\n')
  return new Map(lines.flatMap(line => [...line.matchAll(/^\| `(\w+)` .*/g)].map(([row, name]) => [name!, row])))
}
