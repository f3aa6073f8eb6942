import { placeOf } from '../find/find.ts'
import { ask } from '../parts/api.ts'
import { make, newId } from '../parts/dom.ts'
import { partNote } from '../parts/part-note.ts'
import { addressOf } from '../parts/router.ts'
import { moment, timeText } from '../parts/time.ts'
import type { Page } from '../parts/view.ts'
import { number, t } from '../parts/words.ts'
import { attemptWords } from '../receipt/mail-words.ts'

interface Problems {
  days: number
  refused: { field: string; message: string; shape: string; at: string }[]
  warned: {
    field: string
    message: string
    receipts: number
    tills: { storeId: string; storeName: string; register: string; receipts: number }[]
    tillCount: number
    receiptId: string
    at: string
  }[]
  failed: { emailAddress: string; receiptId: string; number: string; code: string; at: string }[]
  /** How many there are; fewer may be listed. */
  counts: Record<'refused' | 'warned' | 'failed' | 'silent', number>
  silent: { storeId: string; storeName: string; register?: string; since: string; lastDay: string; missing: number }[]
}

/** What goes wrong, and what to do about it. */
export const problemsPage: Page = async (_place, _session, signal) => {
  const { days, refused, warned, failed, silent, counts } = await ask<Problems>('/problems', { signal })
  return {
    title: t('problems.title'),
    content: [
      make('p.hint', {}, t('problems.days', { count: days })),
      section('silent', silent.map(silentRow), counts.silent),
      section('failed', failed.map(failedRow), counts.failed),
      section('refused', refused.map(refusedRow), counts.refused),
      section('warned', warned.map(warnedRow), counts.warned),
    ],
  }
}

const words = {
  silent: ['problems.silent', 'problems.silentHint', 'problems.noneSilent'],
  failed: ['problems.failed', 'problems.failedHint', 'problems.noneFailed'],
  refused: ['problems.refused', 'problems.refusedHint', 'problems.noneRefused'],
  warned: ['problems.warned', 'problems.warnedHint', 'problems.noneWarned'],
} as const

function section(kind: keyof typeof words, rows: HTMLElement[], count: number): HTMLElement {
  const [title, hint, none] = words[kind]
  const titleId = newId()
  return make(
    'section.card.problems',
    { 'aria-labelledby': titleId },
    make('h2', { id: titleId }, t(title), count > 0 && make('span.badge.doubt', {}, number(count))),
    count === 0 ? make('p.fine', {}, t(none)) : make('p.hint', {}, t(hint)),
    count > 0 && make('ul.problem-rows', {}, ...rows),
    ...partNote(rows.length, count),
  )
}

function silentRow({ storeId, storeName, register, since, lastDay, missing }: Problems['silent'][number]): HTMLElement {
  const which = register === undefined ? t('problems.allRegisters') : t('problems.register', { register })
  return make(
    'li',
    {},
    make('p.what', {}, make('bdi', {}, storeName || storeId), ' · ', which),
    make('p', {}, t('problems.since', { time: timeText(since), missing })),
    make('a', { href: placeOf({ store: storeId, from: lastDay, to: lastDay }) }, t('problems.last')),
  )
}

function failedRow({ emailAddress, receiptId, number, code, at }: Problems['failed'][number]): HTMLElement {
  const words = attemptWords({ number: 1, startedAt: at, endedAt: at, outcome: 'failed', code })
  return make(
    'li',
    {},
    make('p.what', {}, make('bdi', {}, emailAddress)),
    make('p', {}, words, ' ', make('span.hint', {}, moment(at))),
    make('a', { href: addressOf(['receipts', receiptId]) }, t('receipt.title', { number })),
  )
}

function refusedRow({ field, message, shape, at }: Problems['refused'][number]): HTMLElement {
  return make(
    'li',
    { dir: 'auto' },
    make('p.what', {}, make('code', { dir: 'ltr' }, field)),
    make('p', { lang: 'en' }, message),
    make(
      'p.hint',
      {},
      make('bdi', {}, t('problems.sent', { value: shape || t('problems.missing') })),
      ' · ',
      moment(at),
    ),
  )
}

/** What a till's software must send differently, from which tills it comes, and one of the receipts. */
function warnedRow(cause: Problems['warned'][number]): HTMLElement {
  const { field, message, receipts, tills, tillCount, receiptId, at } = cause
  const more = tillCount - tills.length
  return make(
    'li',
    {},
    make('p.what', {}, make('code', { dir: 'ltr' }, field || '…')),
    make('p', { lang: 'en', dir: 'ltr' }, message),
    make('p.hint', {}, t('problems.warnedReceipts', { count: receipts }), ' · ', moment(at)),
    make(
      'ul.tills',
      {},
      ...tills.map(till => make('li', {}, ...tillWords(till))),
      more > 0 && make('li', {}, t('problems.moreTills', { count: more })),
    ),
    make('a', { href: addressOf(['receipts', receiptId]) }, t('problems.example')),
  )
}

function tillWords({ storeId, storeName, register, receipts }: Problems['warned'][number]['tills'][number]) {
  const count = make('span.hint', {}, `(${number(receipts)})`)
  if (storeId === '') return [t('problems.otherTills'), ' ', count]
  return [make('bdi', {}, storeName || storeId), ' · ', t('problems.register', { register }), ' ', count]
}
