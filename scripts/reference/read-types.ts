import { readFileSync } from 'node:fs'
import { parse } from '@babel/parser'
import type { FieldShape } from '../../tools/generated/page-shape.ts'

/** A type that templates use, read from its source. */
export interface ReadType {
  doc: string
  /** The type it extends; the base's fields are in `fields`, too. */
  base?: string
  fields: Record<string, FieldShape>
}

/** Files with types that templates use. */
const sources = [
  'src/view/receipt-view.ts',
  'src/reading/kind.ts',
  'src/document/images.ts',
  'src/document/brand-values.ts',
  'src/document/render.ts',
]

/** A field's node and the type that declares it. */
interface Member {
  owner: string
  member: Node
}

/**
 * Reads the types that templates use, starting with `MailPage` and `PrintPage`. An object inside a type becomes a separate type
 * named by its path: `ItemsView.columns`.
 *
 * @throws Error for a type that templates can't use, such as a union of objects
 */
export function readTypes(): Record<string, ReadType> {
  const declared = new Map(sources.flatMap(declarations).map(node => [node.id.name as string, node]))
  const read: Record<string, ReadType> = {}
  for (const page of ['MailPage', 'PrintPage']) interfaceOf(page)
  return read

  function interfaceOf(name: string): void {
    if (read[name]) return
    const node = declared.get(name)
    const [base, ...omitted] = parentOf(node)
    read[name] = { doc: docOf(node), ...(base && !omitted.length && { base }), fields: {} }
    read[name].fields = fieldsOf(membersOf(name))
  }

  function membersOf(name: string): Member[] {
    const node = declared.get(name)
    const [base, ...omitted] = parentOf(node)
    const inherited = base ? membersOf(base).filter(({ member }) => !omitted.includes(member.key.name)) : []
    return [...inherited, ...node.body.body.map((member: Node) => ({ owner: name, member }))]
  }

  function fieldsOf(members: Member[]): Record<string, FieldShape> {
    return Object.fromEntries(
      members.map(({ owner, member }) => {
        const { name } = member.key
        const doc = docOf(member)
        const { choices, ...shape } = shapeOf(member.typeAnnotation.typeAnnotation, `${owner}.${name}`)
        const field = { ...shape, ...(member.optional && { optional: true as const }) }
        return [
          name,
          { ...field, ...(choices && { choices }), doc: choices ? `${doc} One of ${choices.join(', ')}.`.trim() : doc },
        ]
      }),
    )
  }

  function shapeOf(node: Node, path: string): Pick<FieldShape, 'type' | 'many'> & { choices?: string[] } {
    switch (node.type) {
      case 'TSStringKeyword':
        return { type: 'text' }
      case 'TSNumberKeyword':
        return { type: 'number' }
      case 'TSBooleanKeyword':
        return { type: 'boolean' }
      case 'TSArrayType':
        return { ...shapeOf(node.elementType, path), many: 'list' }
      case 'TSTypeOperator':
        if (node.operator === 'readonly') return shapeOf(node.typeAnnotation, path)
        break
      case 'TSTypeLiteral':
        read[path] = { doc: '', fields: {} }
        read[path].fields = fieldsOf(node.members.map((member: Node) => ({ owner: path, member })))
        return { type: path }
      case 'TSUnionType':
        if (!node.types.every((each: Node) => typeof each.literal?.value === 'string')) break
        return { type: 'text', choices: node.types.map((each: Node) => each.literal.value) }
      case 'TSTypeReference':
        return referredTo(node, path)
    }
    throw new Error(`${path}: templates cannot use a ${node.type}`)
  }

  function referredTo(node: Node, path: string) {
    const { name } = node.typeName
    if (name === 'Record') return { ...shapeOf(node.typeArguments.params[1], path), many: 'record' as const }
    const alias = declared.get(name)
    if (alias?.type === 'TSTypeAliasDeclaration') return shapeOf(alias.typeAnnotation, path)
    if (!alias) throw new Error(`${path}: the type ${name} is in none of ${sources.join(', ')}`)
    interfaceOf(name)
    return { type: name as string }
  }
}

/** A type's fields, without those of its base. */
export function ownFields({ base, fields }: ReadType, types: Record<string, ReadType>): Record<string, FieldShape> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !base || !(name in types[base]!.fields)))
}

function declarations(file: string): Node[] {
  return statementsOf(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'))
    .filter((node: Node) => /^TS(Interface|TypeAlias)Declaration$/.test(node.declaration?.type))
    .map((node: Node) => Object.assign(node.declaration, { leadingComments: node.leadingComments }))
}

/** `extends MailPage` or `extends Omit<ReceiptView, 'images'>`: the base's name, then omitted fields. */
function parentOf(node: Node): string[] {
  const [parent] = node.extends ?? []
  if (!parent) return []
  if (parent.expression.name !== 'Omit') return [parent.expression.name]
  const [from, left] = parent.typeArguments.params
  const omitted = left.type === 'TSUnionType' ? left.types : [left]
  return [from.typeName.name, ...omitted.map((each: Node) => each.literal.value)]
}

function docOf(node: Node): string {
  return docLinesOf(node).replace(/\s+/g, ' ')
}

/** A declaration's doc comment, without its stars. */
export function docLinesOf({ leadingComments }: Node): string {
  const comment: string = leadingComments?.at(-1)?.value ?? ''
  if (!comment.startsWith('*')) return ''
  return comment.replace(/^\*|^[ \t]*\* ?|[ \t]+$/gm, '').trim()
}

/** A node of Babel's syntax tree. */
// biome-ignore lint/suspicious/noExplicitAny: the parser's types are one union of all nodes, told apart by their `type`
export type Node = any

/** The statements of a TypeScript file, with the places of all nodes. */
export function statementsOf(code: string): Node[] {
  return parse(code, { sourceType: 'module', plugins: ['typescript'] }).program.body
}
