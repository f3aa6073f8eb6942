import type { Speech } from '../../merchants/speech.ts'
import type { ShownDayEnd } from '../../statistics/day-end/answer.ts'
import { countedRows, dayWords, notCountedRows, partTables, signedNotes } from '../../statistics/day-end/sheet.ts'
import type { Sheet, SheetSection } from './sheet.ts'

/** A day-end in words: each register, then the store, as a till's own report has them. */
export function dayEndSheet(day: ShownDayEnd, speech: Speech): Sheet {
  const { say } = speech
  const { storeId, storeName, total, registers, notCounted, notCountedCount, signed } = day
  const counted = signed ? countedRows(signed.cash, speech) : []
  const sections: SheetSection[] = [
    ...registers.map(part => ({
      heading: say('dayEnd.register', { register: part.workstationId ?? '' }),
      tables: partTables(part, speech),
    })),
    ...(registers.length === 1 ? [] : [{ heading: say('dayEnd.whole'), tables: partTables(total, speech) }]),
    ...(counted.length === 0 ? [] : [{ tables: [{ title: say('dayEnd.part.cash'), rows: counted }] }]),
    ...(notCountedCount === 0
      ? []
      : [
          {
            tables: [
              {
                title: say('dayEnd.notCounted', { count: notCountedCount }),
                rows: notCountedRows(notCounted.slice(0, mostNamed), speech),
              },
            ],
          },
        ]),
  ]
  return {
    ...{ language: speech.language, direction: speech.direction },
    title: say('dayEnd.title'),
    about: [storeName === '' || storeName === storeId ? storeId : `${storeName} (${storeId})`, dayWords(day, speech)],
    sections: registers.length === 0 ? [] : sections,
    notes: registers.length === 0 ? [say('dayEnd.none')] : signedNotes(day, speech),
  }
}

/** Receipts that are named on paper and in a mail: more is a matter of the console. */
const mostNamed = 20
