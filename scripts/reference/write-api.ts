import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { docLinesOf, type Node, statementsOf } from './read-types.ts'

/** Writes the reference of `counterfoil` as Markdown: each export of `src/index.ts` with its declaration and what its comments say. */
export function writeApi(): string {
  const exported = exportsOf('src/index.ts')
  const functions = exported.filter(({ node }) => /Function/.test(node.type))
  const errors = exported.filter(({ node }) => node.type === 'ClassDeclaration')
  const types = exported.filter(each => !functions.includes(each) && !errors.includes(each))
  return [
    '## Functions',
    ...functions.map(functionText),
    '## Errors',
    errors.map(({ name, node }) => `- \`${name}\`: ${docOf(node)}`).join('\n'),
    '## Types',
    ...types.map(each => typeText(each, new Set(exported.map(({ name }) => name)))),
    ...entries.map(entry => entryText(entry, new Set(exported.map(({ name }) => name)))),
  ].join('\n\n')
}

/** The other entries whose values are listed; those of `counterfoil/from` are in platforms.md. */
const entries = [
  {
    name: 'counterfoil/stages',
    path: 'src/stages.ts',
    about: 'The stages of `createEngine`, each usable alone, in order.',
  },
  {
    name: 'counterfoil/lint',
    path: 'tools/lint/lint.ts',
    about: 'What `counterfoil lint` finds in a template folder.',
  },
  {
    name: 'counterfoil/testing',
    path: 'tools/goldens/testing.ts',
    about: 'Golden tests of your own templates ([golden-tests.md](golden-tests.md)).',
  },
  {
    name: 'counterfoil/pictures',
    path: 'tools/goldens/pictures/pdf-pages.ts',
    about: 'Pages of a PDF as pictures, and how they differ.',
  },
] as const

/** An entry's values in a table: functions by their signatures. */
function entryText({ name, path, about }: (typeof entries)[number], before: ReadonlySet<string>): string {
  const rows = valuesOf(path)
    .filter(each => !before.has(each.name))
    .map(({ name, node, code }) => {
      const isFunction = /Function/.test(node.type)
      const signature = isFunction ? code.slice(node.start, node.returnType?.end ?? node.body.start) : name
      const written = signature.replace(/^(?:async )?function /, '').replace(/\s+/g, ' ')
      return `| \`${inCell(written)}\` | ${inCell(docOf(node).split('\n\n')[0] ?? '')} |`
    })
  return `## ${name}\n\n${about}\n\n${['| | |', '|---|---|', ...rows].join('\n')}`
}

/** What an entry exports, or declares and exports, that isn't a type. */
function valuesOf(path: string): Exported[] {
  const code = readFileSync(path, 'utf8')
  const own = statementsOf(code).flatMap(({ type, declaration, leadingComments, source }: Node): Exported[] => {
    if (type !== 'ExportNamedDeclaration' || source || !declaration) return []
    const declared: Node[] = declaration.declarations ?? [declaration]
    return declared.map(node => ({ name: node.id.name, path, code, node: { ...node, leadingComments } }))
  })
  return [...own, ...exportsOf(path, 'values')].filter(({ node }) => !/^TS(?:Interface|TypeAlias)/.test(node.type))
}

/** An exported name, and its declaration. */
export interface Exported {
  name: string
  node: Node
  /** The file that declares it, and its text. */
  path: string
  code: string
}

/** What an entry exports from its own files. */
export function exportsOf(entry: string, kind: 'all' | 'values' = 'all'): Exported[] {
  return statementsOf(readFileSync(entry, 'utf8')).flatMap((statement: Node) => {
    if (statement.type !== 'ExportNamedDeclaration' || !statement.source) return []
    const path = join(dirname(entry), statement.source.value)
    const specifiers = statement.specifiers.filter(
      (each: Node) => kind === 'all' || (statement.exportKind !== 'type' && each.exportKind !== 'type'),
    )
    return specifiers.map(({ local, exported }: Node) => ({ ...declaredIn(path, local.name), name: exported.name }))
  })
}

function declaredIn(path: string, name: string): Exported {
  const code = readFileSync(path, 'utf8')
  const statements = statementsOf(code)
  for (const { declaration, leadingComments, source, specifiers = [] } of statements) {
    const node = [declaration, ...(declaration?.declarations ?? [])].find(each => each?.id?.name === name)
    if (node) return { name, path, code, node: { ...node, leadingComments } }
    const from = source && specifiers.find(({ exported }: Node) => exported?.name === name)
    if (from) return declaredIn(join(dirname(path), source.value), from.local.name)
  }
  throw new Error(`${path} doesn't declare ${name}; export it from the file that does`)
}

/** A function's signature, and what its comment says. */
export function functionText({ name, node, code }: Exported): string {
  const end = node.returnType?.end ?? node.body.start
  const signature = code.slice(node.start, end).replace(/\s+/g, ' ')
  return `### ${name}\n\n\`\`\`ts\n${signature}\n\`\`\`\n\n${docOf(node)}`
}

/** What is in other pages, or in the type alone because it is long. */
const elsewhere: Readonly<Record<string, string>> = {
  ReceiptView: 'Its fields are in [templates.md](templates.md#receiptview).',
  ReceiptInput: 'Its fields are in [receipt.md](receipt.md); `counterfoil/receipt.schema.json` is their JSON Schema.',
  ReceiptData: '',
}

function typeText({ name, node, path, code }: Exported, exported: ReadonlySet<string>): string {
  const about = [`### ${name}`, docOf(node)]
  if (name in elsewhere) return [...about, elsewhere[name]].filter(Boolean).join('\n\n')
  if (node.type !== 'TSInterfaceDeclaration')
    return [
      ...about,
      `\`\`\`ts\ntype ${name} = ${code.slice(node.typeAnnotation.start, node.typeAnnotation.end)}\n\`\`\``,
    ].join('\n\n')
  return [...about, ...fieldsOf({ name, node, path, code }, exported)].filter(Boolean).join('\n\n')
}

/** The fields of an interface; those of a base that is exported, too, are where that is described. */
function fieldsOf({ node, path, code }: Exported, exported: ReadonlySet<string>): string[] {
  const rows: string[] = node.body.body.map((member: Node) => row(member, code))
  const named: string[] = []
  for (const base of node.extends ?? []) {
    const written = code.slice(base.start, base.end)
    const from = new RegExp(`\\b${written}\\b[^;]*? from '(\\.[^']+)'`).exec(code)?.[1]
    if (exported.has(written) || !from) named.push(`\`${written}\``)
    else
      rows.push(
        ...fieldsOf(declaredIn(join(dirname(path), from), written), exported)
          .at(-1)!
          .split('\n')
          .slice(2),
      )
  }
  const table = ['| | |', '|---|---|', ...rows].join('\n')
  return named.length > 0 ? [`All of ${named.join(' and ')}, and:`, table] : [table]
}

function row(member: Node, code: string): string {
  const declared = code.slice(member.start, member.end).replace(/ \| undefined$/, '')
  return `| \`${inCell(declared)}\` | ${inCell(docOf(member))} |`
}

function inCell(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|')
}

/** A declaration's doc comment, as paragraphs. */
function docOf(node: Node): string {
  return docLinesOf(node)
    .replace(/^@throws /gm, 'Throws ')
    .replace(/^@returns /gm, 'Returns ')
    .replace(/^@param (\S+) /gm, '- `$1`: ')
}
