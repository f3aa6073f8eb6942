import { wholeReach } from '../../basics/reach.ts'
import { namesOfPeople } from '../../console/people.ts'
import { listStores } from '../../receipts/listing.ts'
import { dateOf } from '../../statistics/answers/periods.ts'
import { dayAsked, type ShownDayEnd, showDayEnd } from '../../statistics/day-end/answer.ts'
import { dayWords, partTables } from '../../statistics/day-end/sheet.ts'
import { dayEndSheet } from '../day-end-sheet.ts'
import { daysOf, type Kind, type ReportAbout } from './kind.ts'

/** Business days of a store, or of all that had receipts. */
interface DayEndFacts {
  days: ShownDayEnd[]
  /** Whether it is one day of one store, of which all is told. */
  isOne: boolean
}

/** The business days that ended before the report's time. */
export const dayEndKind: Kind<DayEndFacts> = {
  async gather(db, { merchant: { id }, schedule, slot }) {
    const { store_id: only, cut_off: cutOff } = schedule
    const stores = only === '' ? (await listStores(db, wholeReach(id))).map(store => store.id) : [only]
    const isOne = only !== '' && schedule.every === 'day'
    const days: ShownDayEnd[] = []
    for (const storeId of stores)
      for (const day of daysBefore(schedule, slot)) {
        const about = dayAsked(wholeReach(id), { storeId, cutOff, date: dateOf(day) })
        const shown = await showDayEnd(db, about, merchantId => namesOfPeople(db, merchantId))
        // Numbers of receipts stay in the console, and of many days only the sums are told.
        if (isOne) days.push({ ...shown, notCounted: [] })
        else if (shown.registers.length > 0) days.push({ ...shown, notCounted: [], registers: [] })
      }
    return { days, isOne }
  },
  isEmpty: ({ days, isOne }) => (isOne ? days.every(({ registers }) => registers.length === 0) : days.length === 0),
  sheet({ days, isOne }, speech) {
    const { say, language, direction } = speech
    const [first] = days
    if (isOne && first) return dayEndSheet(first, speech)
    const [title, about] = [say('dayEnd.title'), first ? [spanWords(days, speech)] : []]
    const sections = days.map(day => ({
      heading: `${day.storeName || day.storeId}, ${dayWords(day, speech)}`,
      tables: partTables(day.total, speech)
        .map(table => ({ ...table, rows: table.rows.filter(({ isSum }) => isSum) }))
        .filter(({ rows }) => rows.length > 0),
    }))
    return { language, direction, title, about, sections, notes: first ? [] : [say('dayEnd.none')] }
  },
  placeOf({ days: [first] }) {
    if (!first) return 'day-end'
    return `day-end?${new URLSearchParams({ store: first.storeId, day: first.date, from: first.cutOff })}`
  },
}

function spanWords(days: readonly ShownDayEnd[], speech: Parameters<Kind<DayEndFacts>['sheet']>[1]): string {
  const dates = days.map(({ date }) => date).sort()
  const [from = '', to = ''] = [dates[0], dates.at(-1)]
  return from === to ? speech.day(from) : `${speech.day(from)} – ${speech.day(to)}`
}

/** Days that were over at the slot: by its clock, the next one had begun. */
function daysBefore(schedule: ReportAbout['schedule'], { day }: ReportAbout['slot']): number[] {
  const last = day - (schedule.minute >= schedule.cut_off ? 1 : 2)
  return Array.from({ length: daysOf(schedule) }, (_, back) => last - back).reverse()
}
