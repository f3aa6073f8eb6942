import type { FieldShape } from '../../tools/generated/page-shape.ts'
import type { Rule } from '../../tools/lint/rules.ts'
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

/** The lint rules as a Markdown table. */
export function writeRules(rules: Readonly<Record<string, Rule>>): string {
  const rows = Object.entries(rules).map(
    ([name, { severity, where, what, why, fix }]) =>
      `| \`${name}\` | ${severity} | ${where} | ${[what, why].join(' ').trim()} | ${fix} |`,
  )
  return ['| Rule | | Where | Problem | What to do |', '|---|---|---|---|---|', ...rows].join('\n')
}

/** Puts a text between the marks `<!-- name -->` and `<!-- /name -->` of a page, or under `heading` at its end if it has no marks. */
export function putBetween(page: string, name: string, heading: string, text: string): string {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const part = `${open}\n\n${text}\n\n${close}`
  const start = page.indexOf(open)
  const end = page.indexOf(close)
  if (start < 0 || end < start) return `${page.trimEnd()}\n\n${heading}\n\n${part}\n`
  return page.slice(0, start) + part + page.slice(end + close.length)
}

/** The text between the marks. */
export function textBetween(page: string, name: string): string | undefined {
  return new RegExp(`<!-- ${name} -->\\n\\n([\\s\\S]*?)\\n\\n<!-- /${name} -->`).exec(page)?.[1]
}
