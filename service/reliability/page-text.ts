import { type Part, parts } from './finding.ts'
import type { Recorded } from './record.ts'
import { tableOf } from './table.ts'

/** docs/reliability.md with these findings. */
export function pageOf(records: readonly Recorded[]): string {
  const byPart = Map.groupBy(records, ({ part }) => part)
  const sections = parts.flatMap(part => {
    const found = byPart.get(part)
    return found ? [sectionOf(part, found)] : []
  })
  return `${intro}\n${sections.join('\n')}`
}

function sectionOf(part: Part, found: readonly Recorded[]): string {
  const { title, words } = texts[part]
  const tables = [...Map.groupBy(found, ({ columns }) => columns.join('|')).values()].map(same =>
    tableOf({ columns: same[0]?.columns ?? [], rows: same.flatMap(({ rows }) => rows) }),
  )
  const ran = found.map(
    ({ command, date, minutes, machine, kept }) =>
      `- \`${command}\`: ${date}, ${minutes} min, ${machine}${kept ? '' : ' — **a promise was broken**'}`,
  )
  return `## ${title}\n\n${words}\n\n${tables.join('\n\n')}\n\n${ran.join('\n')}\n`
}

const intro = `# Reliability

<!-- Written by \`npm run reliability\`. -->

What the service promises, tried by breaking it. The figures are those of the last run of each scenario; the command below each table repeats it. Without \`--seed\` a new seed is drawn
and printed. A run ends with 1 if a promise is broken.
`

const texts: Readonly<Record<Part, { title: string; words: string }>> = {
  kills: { title: 'Killed', words: '' },
  database: { title: 'The database fails', words: '' },
  faults: { title: 'Faults', words: '' },
  clients: { title: 'Clients', words: '' },
  fuzz: { title: 'Receipts nobody thought of', words: '' },
  http: { title: 'Requests nobody thought of', words: '' },
  soak: { title: 'For long', words: '' },
}
