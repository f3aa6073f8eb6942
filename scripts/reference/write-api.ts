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
    '## Other entries',
    'Each is imported by its name. Their types are in the package.',
    ...Object.entries(otherEntries).map(([name, path]) => entryText(name, path)),
  ].join('\n\n')
}

/** What is imported besides `counterfoil`. `counterfoil/from` is in docs/platforms.md; `counterfoil/internal` is for our service, without promise. */
export const otherEntries: Readonly<Record<string, string>> = {
  'counterfoil/stages': 'src/stages.ts',
  'counterfoil/lint': 'tools/lint/lint.ts',
  'counterfoil/testing': 'tools/goldens/testing.ts',
  'counterfoil/pictures': 'tools/goldens/pictures/pdf-pages.ts',
}

/** An entry's functions and constants as a table. */
function entryText(name: string, path: string): string {
  const rows = valuesOf(path).map(each => `| \`${inCell(headOf(each))}\` | ${inCell(docOf(each.node))} |`)
  return [`### ${name}`, ['| | |', '|---|---|', ...rows].join('\n')].join('\n\n')
}

/** What a program can call or read of an entry: its own, and what it passes on. */
function valuesOf(entry: string): Exported[] {
  const statements: Node[] = statementsOf(readFileSync(entry, 'utf8')).filter(
    (each: Node) => each.type === 'ExportNamedDeclaration' && each.exportKind === 'value',
  )
  return statements.flatMap(({ source, specifiers, declaration }: Node) => {
    if (!source) return [declaredIn(entry, nameOf(declaration))]
    const passed = specifiers.filter(({ exportKind }: Node) => exportKind !== 'type')
    return passed.map(({ exported }: Node) => declaredIn(join(dirname(entry), source.value), exported.name))
  })
}

const nameOf = (declaration: Node): string => (declaration.id ?? declaration.declarations[0].id).name

/** A function's parameters and result, or a constant's name. */
function headOf({ name, node, code }: Exported): string {
  if (!/Function/.test(node.type)) return name
  const end = node.returnType?.end ?? node.body?.start ?? node.end
  return code.slice(node.id.start, end).replace(/\s+/g, ' ')
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
export function exportsOf(entry: string): Exported[] {
  return statementsOf(readFileSync(entry, 'utf8')).flatMap((statement: Node) => {
    if (statement.type !== 'ExportNamedDeclaration' || !statement.source) return []
    const path = join(dirname(entry), statement.source.value)
    return statement.specifiers.map(({ exported }: Node) => declaredIn(path, exported.name))
  })
}

function declaredIn(path: string, name: string): Exported {
  const code = readFileSync(path, 'utf8')
  const found = statementsOf(code).find(({ declaration }) => declaration && nameOf(declaration) === name)
  if (!found) throw new Error(`${path} doesn't declare ${name}; export it from the file that does`)
  return { name, path, code, node: { ...found.declaration, leadingComments: found.leadingComments } }
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
    const { name } = base.expression
    const from = new RegExp(`\\b${name}\\b[^;]*? from '(\\.[^']+)'`).exec(code)?.[1]
    if (exported.has(name) || !from) named.push(`\`${written}\``)
    else {
      const declared = declaredIn(join(dirname(path), from), name)
      let text = fieldsOf(declared, exported).at(-1)!
      for (const [at, given] of (base.typeArguments?.params ?? []).entries())
        text = text.replaceAll(
          new RegExp(`\\b${declared.node.typeParameters.params[at].name.name}\\b`, 'g'),
          code.slice(given.start, given.end),
        )
      rows.push(...text.split('\n').slice(2))
    }
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
