import { reportActs } from '../acts/reports.ts'
import { dayEndActs } from '../acts/statistics/day-end.ts'
import { tableActs } from '../acts/statistics/tables.ts'
import { tableGroupings } from '../statistics/tables/columns.ts'
import { reportKinds } from '../worker/reports/schedules.ts'
import { actCommand, listOf } from './act-command.ts'
import type { Arguments } from './run-command.ts'

/** The `day-end` command: what a store took in a business day, and signing it off. */
export const dayEndCommand = actCommand({
  name: 'day-end',
  remark:
    'A day begins at midnight by the store’s clock, or at --cut-off: 04:00. --format csv, or text for a receipt printer. `sign` keeps what the day said, once. Set DATABASE_URL or DATA_DIR as for the service.',
  acts: Object.values(dayEndActs),
  forms: { showDayEnd: { input: dayTyped }, signDayEnd: { input: dayTyped } },
})

/** The `table` command: figures by store, till, person and so on, a row for each. */
export const tableCommand = actCommand({
  name: 'table',
  remark: `Groupings: ${tableGroupings.join(', ')}; each store --then-by its means of payment, taxes, people …, as docs/statistics.md says.
\`show\` is a page as JSON, \`export\` all rows as CSV, or --format jsonl. Set DATABASE_URL or DATA_DIR as for the service.`,
  acts: Object.values(tableActs),
  forms: { showTable: { input: tableTyped }, exportTable: { input: tableTyped } },
})

/** The `report` command: reports that come by themselves. */
export const reportCommand = actCommand({
  name: 'report',
  remark: `Reports: ${reportKinds.join(', ')}. Each --every day or week, --weekday 1 (Monday) to 7, --at 06:00, --to addresses separated by commas, --empty also where there is nothing
to tell. Set DATABASE_URL or DATA_DIR as for the service.`,
  acts: Object.values(reportActs),
  forms: { addReport: { input: reportTyped }, changeReport: { input: reportTyped } },
})

function dayTyped({ options: { store, register, 'cut-off': cutOff, currency, counted, ...others } }: Arguments) {
  const cash = counted === undefined ? undefined : [{ currency, counted }]
  return { ...others, storeId: store, workstationId: register, cutOff, cash }
}

function tableTyped({ options: { store, ...others } }: Arguments) {
  return { ...others, storeId: store }
}

function reportTyped({ options }: Arguments) {
  const { store, 'cut-off': cutOff, to, empty, 'no-empty': skips, on, off, ...others } = options
  return {
    ...{ ...others, storeId: store, cutOff },
    to: to === undefined ? undefined : listOf(to)?.filter(Boolean),
    skipEmpty: empty || skips ? !empty : undefined,
    active: on || off ? !off : undefined,
  }
}
