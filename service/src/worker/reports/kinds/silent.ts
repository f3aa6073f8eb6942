import { wholeReach } from '../../../basics/reach.ts'
import { type NamedSilentTill, readSilentTills } from '../../../statistics/silent-tills.ts'
import type { ReportForm } from './kind.ts'

/** Tills that have stopped sending. */
interface SilentFacts {
  tills: Pick<NamedSilentTill, 'storeId' | 'storeName' | 'register' | 'since' | 'missing'>[]
  count: number
}

/** Tills that a report names. */
const mostNamed = 200

/** The tills that are silent at the report's time, those first that lack most. */
export const silentKind: ReportForm<SilentFacts> = {
  async gather(db, { merchant: { id }, schedule, slot: { at } }) {
    const all = await readSilentTills(db, wholeReach(id), at)
    const own = all.filter(({ storeId }) => schedule.store_id === '' || storeId === schedule.store_id)
    const tills = own.slice(0, mostNamed).map(({ storeId, storeName, register, since, missing }) => {
      return { storeId, storeName, ...(register !== undefined && { register }), since, missing }
    })
    return { tills, count: own.length }
  },
  isEmpty: ({ count }) => count === 0,
  sheet({ tills, count }, speech) {
    const { say, time, number, language, direction } = speech
    const rows = tills.map(({ storeId, storeName, register, since, missing }) => ({
      name: `${storeName || storeId} · ${register === undefined ? say('problems.allRegisters') : say('problems.register', { register })}`,
      value: say('problems.since', { time: time(since), missing }),
    }))
    const isPart = count > tills.length
    return {
      ...{ language, direction, title: say('problems.silent'), about: [] },
      sections: rows.length === 0 ? [] : [{ tables: [{ title: `${say('problems.silent')}: ${number(count)}`, rows }] }],
      notes: [
        say(rows.length === 0 ? 'problems.noneSilent' : 'problems.silentHint'),
        ...(isPart ? [say('list.part', { shown: tills.length, total: count })] : []),
      ],
    }
  },
  placeOf: () => 'problems/silent',
}
