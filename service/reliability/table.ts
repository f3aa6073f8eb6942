import type { Finding } from './finding.ts'

/** A finding as a Markdown table. */
export function tableOf({ columns, rows }: Pick<Finding, 'columns' | 'rows'>): string {
  const widths = columns.map((name, column) => Math.max(3, name.length, ...rows.map(row => row[column]?.length ?? 0)))
  return [columns, widths.map(width => '-'.repeat(width)), ...rows]
    .map(line => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
    .join('\n')
}
