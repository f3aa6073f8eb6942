import type { Rule } from '../../tools/lint/rules.ts'

/** Writes the lint's rules as a Markdown table. */
export function writeRules(rules: Readonly<Record<string, Rule>>): string {
  const rows = Object.entries(rules).map(
    ([name, { severity, what, remedy }]) => `| \`${name}\` | ${severity} | ${what} | ${remedy} |`,
  )
  return ['| Rule | | What it says | What to do |', '|---|---|---|---|', ...rows].join('\n')
}
