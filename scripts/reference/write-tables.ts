import type { FieldShape } from '../../tools/generated/page-shape.ts'
import { ownFields, type ReadType } from './read-types.ts'

/** Writes the reference as Markdown: a heading and a table for each type. */
export function writeTables(types: Record<string, ReadType>): string {
  return Object.entries(types)
    .map(([name, type]) => {
      const { base } = type
      const intro = [type.doc, base && `All fields of ${link(base)}, and:`].filter(Boolean).join(' ')
      return [`### ${name}`, intro, table(Object.entries(ownFields(type, types)))].filter(Boolean).join('\n\n')
    })
    .join('\n\n')
}

function table(fields: [string, FieldShape][]): string {
  const rows = fields.map(([name, field]) => `| \`${name}\` | ${kind(field)} | ${field.doc} | ${presence(field)} |`)
  return ['| Field | Type | Description | Always present? |', '|---|---|---|---|', ...rows].join('\n')
}

function kind({ type, many }: FieldShape): string {
  const words: Record<string, string> = { text: 'text', number: 'number', boolean: 'boolean' }
  const one = words[type] ?? link(type)
  if (!many) return one
  return many === 'list' ? `list of ${one}` : `${one}, by name`
}

function presence({ optional, many }: FieldShape): string {
  if (optional) return 'no'
  return many ? 'yes; may be empty' : 'yes'
}

function link(type: string): string {
  return `[${type}](#${type.toLowerCase().replace('.', '')})`
}
