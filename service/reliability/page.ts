import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Finding, type Part, parts } from './finding.ts'
import { type Recorded, readRecords } from './record.ts'

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
  const ran = found
    .flatMap(({ runs }) => runs)
    .map(
      ({ command, date, minutes, machine, kept }) =>
        `- \`${command}\`: ${date}, ${minutes} min, ${machine}${kept ? '' : ' — **a promise was broken**'}`,
    )
  return `## ${title}\n\n${words}\n\n${tables.join('\n\n')}\n\n${ran.join('\n')}\n`
}

const intro = `# Reliability

<!-- Written by \`npm run reliability\`. -->

What the service promises, tried by breaking it. Under each table stand the commands that repeat it, with the size and seed of its last run. Without
\`--seed\` a seed is drawn and printed; the run ends with 1 if a promise is broken. Sizes are options: \`--cycles\` (kills and faults), \`--samples\` (made-up
receipts; a fiftieth of them as PDFs), \`--requests\`, \`--mails\` (a twentieth as PDFs), \`--seconds\`. \`--only\` picks scenarios, and \`--point\` one of their kills or
faults, by a part of the name. A full run takes hours of two cores:

\`\`\`sh
npm run reliability -- --cycles 200 --samples 1000000 --requests 100000 --mails 100000 --seconds 300
\`\`\`

Times depend on the machine, which was busy with other work; counts don't. \`npm test\` plays short runs of some with a fixed seed.

**What this can't show:** a power failure (a killed process loses no written page, a machine can: the service waits for fsync, which is up to disk and
controller), a disk that lies, several machines, and months.
`

const texts: Readonly<Record<Part, { title: string; words: string }>> = {
  kills: {
    title: 'Killed',
    words: `A process of the service ends with SIGKILL in the middle of what it does, and the next one starts at once. The till sends again what got no answer, with
the same \`requestId\`. After every 50 kills the whole database is audited: every receipt that got its 200 is stored, every mail came, no row is without its
other half; after folds and cleanups, the statistics are row by row what a recount of the receipts gives, and after folds what the till sold. Whatever isn't
is *astray*. A mail may come again, with the same Message-ID, only if it was being sent when a process was killed: *mailed again* is at most the number of
interrupted attempts, *at most*.

| killed | how |
|---|---|
| before, after the commit | of a receipt's transaction; on PostgreSQL also with the commit on its way |
| before DATA | the mail server has the addresses, and doesn't answer |
| after DATA | the mail server has the mail, and its answer is never read |
| before the mark | the answer is read, and the mail not yet marked as sent |
| in a PDF | the browser is printing a mail's PDF |
| in a migration | up to five times on each of many databases of migration 003, at any statement |
| in a cleanup | at any statement while expired receipts are erased, or the merchant's old versions and their appearances forgotten |
| in a fold | at any statement while what receipts and mails add to the statistics is folded into their rows, from its removal to the commit |

*Listening again* is from the start to the open port, with the code already loaded.`,
  },
  database: {
    title: 'The database fails',
    words: `An api and a worker on PostgreSQL, with the settings they have in production, and four tills that post one receipt after the other and wait up to 10 s
for an answer. What got no 200 is not sent again here, so each receipt that did is looked for. *Well again* is when a new receipt was accepted and both
processes were ready, after the fault was over; connections that a black hole left dead are given up after 35 s (\`query_timeout\`). A mail may come again only if
its attempt was interrupted (*at most*). No process of the service may end.`,
  },
  faults: {
    title: 'Faults',
    words: `One process on the embedded database, a till that posts five receipts a second, and a fault of 8 to 40 seconds. *Well again* is when a new receipt was accepted
and its mail came, after the fault was over; *all mails* includes those that were put off.

- The full disk is a tmpfs of 24 MiB under the data folder, filled to the last byte; only root may mount it. Anybody may play the other one: \`prlimit\` lets no
  file of the process grow.
- Descriptors: \`prlimit\` leaves the process three.
- Browsers: their processes get SIGKILL, SIGSTOP, or an address space of nothing, while PDFs are asked for. A job whose browser died is printed again by another.
- Simulated days: the service's own clock is moved; timers and the system's clock are not.`,
  },
  clients: {
    title: 'Clients',
    words: 'Many requests for the same thing at once, and clients that never finish theirs.',
  },
  fuzz: {
    title: 'Receipts nobody thought of',
    words: `Made of the published schema and the shipped receipts: values of every kind, wrong types, strange keys, broken JSON and bytes, templates' and mail servers' own
syntax. A sample becomes a whole mail, or is refused with a reason for each field (\`ReceiptDataError\`); anything else is a defect, and so is a second of work (of processor time, where the machine was busy). One
sample in ten hides a card number, grouped by any of ten separators, in a text that is searched for them; its digits must be in no mail and no PDF. Links lead to a
server on loopback that counts who asks: nobody may. Of the PDFs, those with a card number and one in twenty are read as a reader would.

\`node --expose-gc test/fuzz/main.ts --count 1 --seed <seed>\` repeats one sample.`,
  },
  http: {
    title: 'Requests nobody thought of',
    words: `Made of the OpenAPI document, for every operation but PDFs: wrong types, lengths, encodings, credentials, headers and methods, bodies that are cut, packed, endless or
nested, and one in twenty bytes that are no HTTP at all. No answer may be a 5xx, each must be one that the document describes for the operation (or about HTTP
itself: 431, and 404 for a path that can't be decoded), and each error an \`ErrorResponse\`.`,
  },
  soak: {
    title: 'For long',
    words: `Receipts of five lines. Resident memory is flat if the median of the last third is at most 5 % and 8 MiB above that of the second; the first is warming up. Clients, mail
server, database and service shared the two cores.`,
  },
}

/** A finding as a Markdown table. */
export function tableOf({ columns, rows }: Pick<Finding, 'columns' | 'rows'>): string {
  const widths = columns.map((name, column) => Math.max(3, name.length, ...rows.map(row => row[column]?.length ?? 0)))
  return [columns, widths.map(width => '-'.repeat(width)), ...rows]
    .map(line => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
    .join('\n')
}

const file = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url))

/** Writes docs/reliability.md with the last finding of each scenario. */
export function writePage(): void {
  writeFileSync(file, pageOf(readRecords()))
}
