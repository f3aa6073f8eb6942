import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { reasonOf } from '../basics/errors/fault.ts'
import { zoneOf } from '../merchants/merchant-settings.ts'
import { listMerchants, type Merchant } from '../merchants/merchants.ts'
import { type Grouping, groupings } from '../statistics/answers/answer-shape.ts'
import { type ExportFormat, exportDay, exportFormats, exportHeader } from '../statistics/answers/csv.ts'
import { dateOf, dayOf } from '../statistics/answers/periods.ts'
import { createFold } from '../statistics/folding/fold.ts'
import { daysOf, rebuildStatistics } from '../statistics/rebuilding/rebuild.ts'
import { createRecounts, isRecounted } from '../statistics/rebuilding/recounting.ts'
import {
  type Arguments,
  type CommandContext,
  CommandError,
  type CommandForm,
  type CommandOutput,
  knownMerchant,
  runCommand,
  UsageError,
} from './run-command.ts'

const form = {
  name: 'statistics',
  actions: {
    rebuild: '[--merchant <id>] [--from <date>]',
    export: '<merchant> [--from <date>] [--to <date>] [--by <group>] [--format <csv|ndjson>] [--out <folder>]',
  },
  remark: `\`rebuild\` counts all receipts anew, day by day; the service may run, and it may be stopped and go on \`--from\` a day. \`export\`
writes figures by the hour and by store, or \`--by\` ${Object.keys(groupings).join(', ')} (items and categories by the day), to one file
a day in \`--out\`; run again, it goes on, and writes the last seven days anew. Set DATABASE_URL or DATA_DIR as for the service.`,
} satisfies CommandForm

type Options = Arguments['options']

/**
 * The `statistics` command: counts receipts anew, exports figures. Returns the exit code.
 *
 * @throws StartError if the settings or the database are unusable, UsageError if the command is typed wrong
 */
export function statisticsCommand(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  output: CommandOutput,
): Promise<number> {
  return runCommand(form, args, environment, output, async ({ action, words, options }, around) => {
    const { db } = around.database
    if (action === 'export') return exportAll(await knownMerchant(db, words.merchant ?? ''), options, around, output)
    const chosen = options.merchant === undefined ? undefined : await knownMerchant(db, String(options.merchant))
    for (const merchant of chosen ? [chosen] : await listMerchants(db)) await rebuild(merchant, options, around, output)
  })
}

async function rebuild(
  { id }: Pick<Merchant, 'id'>,
  options: Options,
  around: CommandContext,
  { stderr }: CommandOutput,
) {
  const { db } = around.database
  const onDay = (day: number, receipts: number) =>
    receipts > 0 && stderr.write(`${id} ${dateOf(day)}: ${receipts} receipts\n`)
  const recounts = createRecounts(db, Date.now)
  await recounts.plan()
  const from = dayIn('from', options.from)
  const receipts = await rebuildStatistics({ db, fold: createFold(db, Date.now), now: Date.now, onDay }, id, from)
  if (from === undefined) await recounts.finish(id)
  around.show({ merchantId: id, receipts })
}

/** Days whose figures still change: receipts arrive late, mails are tried again. */
const unsettled = 7

async function exportAll(
  merchant: Merchant,
  options: Options,
  { database: { db } }: CommandContext,
  output: CommandOutput,
) {
  const by = groupingOf(options.by)
  const format = formatOf(options.format)
  const from = dayIn('from', options.from) ?? Number.NEGATIVE_INFINITY
  const to = dayIn('to', options.to) ?? Number.POSITIVE_INFINITY
  const days = (await daysOf(db, merchant.id)).filter(day => day >= from && day <= to)
  const folder = options.out === undefined ? undefined : String(options.out)
  if (await isRecounted(db, merchant.id))
    output.stderr.write(
      'Receipts are being counted anew after an upgrade: until then days have figures by earlier rules. Export again afterwards, to an empty folder.\n',
    )
  const { data = output.stdout } = output
  if (folder === undefined) data.write(exportHeader(by, format))
  const today = Math.floor(Date.now() / 86_400_000)
  let written = 0
  for (const day of days) {
    const file = folder && join(folder, `${merchant.id}-${by}-${dateOf(day)}.${format}`)
    if (file && day < today - unsettled && existsSync(file)) continue
    const text = await exportDay(db, { merchantId: merchant.id, day, by, shownZone: zoneOf(merchant.settings), format })
    if (text === '') continue
    written += 1
    if (file === undefined) data.write(text)
    else writeWhole(file, exportHeader(by, format) + text)
  }
  output.stderr.write(`Exported: days ${written} of ${days.length}\n`)
}

/** A file that is there completely or not at all. */
function writeWhole(file: string, text: string): void {
  try {
    mkdirSync(join(file, '..'), { recursive: true })
    const unfinished = `${file}.tmp`
    const opened = openSync(unfinished, 'w', 0o600)
    try {
      writeSync(opened, text)
      fsyncSync(opened)
    } finally {
      closeSync(opened)
    }
    renameSync(unfinished, file)
  } catch (error) {
    throw new CommandError(`${file} can't be written (${reasonOf(error)}).`)
  }
}

function groupingOf(value: string | boolean | undefined): Grouping {
  const by = String(value ?? 'store')
  if (!Object.hasOwn(groupings, by)) throw new UsageError(`--by must be one of ${Object.keys(groupings).join(', ')}`)
  return by as Grouping
}

function formatOf(value: string | boolean | undefined): ExportFormat {
  const format = exportFormats.find(known => known === (value ?? 'csv'))
  if (!format) throw new UsageError(`--format must be one of ${exportFormats.join(', ')}`)
  return format
}

function dayIn(name: string, value: string | boolean | undefined): number | undefined {
  if (value === undefined) return undefined
  const day = dayOf(String(value))
  if (day === undefined) throw new UsageError(`--${name} must be a date such as 2026-11-21`)
  return day
}
