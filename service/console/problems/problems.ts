import { placeOf } from '../find/find.ts'
import { ask } from '../parts/api.ts'
import { make, newId } from '../parts/dom.ts'
import { addressOf } from '../parts/router.ts'
import { moment, timeText } from '../parts/time.ts'
import type { Page } from '../parts/view.ts'
import { t } from '../parts/words.ts'
import { attemptWords } from '../receipt/mail-words.ts'

interface Problems {
  days: number
  refused: { field: string; message: string; shape: string; at: string }[]
  failed: { emailAddress: string; receiptId: string; number: string; code: string; at: string }[]
  silent: { storeId: string; storeName: string; register?: string; since: string; lastDay: string; missing: number }[]
}

/** What goes wrong, and what to do about it. */
export const problemsPage: Page = async (_place, _session, signal) => {
  const { days, refused, failed, silent } = await ask<Problems>('/problems', { signal })
  return {
    title: t('problems.title'),
    content: [
      make('p.hint', {}, t('problems.days', { count: days })),
      section(t('problems.silent'), t('problems.silentHint'), silent.map(silentRow), t('problems.noneSilent')),
      section(t('problems.failed'), t('problems.failedHint'), failed.map(failedRow), t('problems.noneFailed')),
      section(t('problems.refused'), t('problems.refusedHint'), refused.map(refusedRow), t('problems.noneRefused')),
    ],
  }
}

function section(title: string, hint: string, rows: HTMLElement[], none: string): HTMLElement {
  const titleId = newId()
  return make(
    'section.card.problems',
    { 'aria-labelledby': titleId },
    make('h2', { id: titleId }, title, rows.length > 0 && make('span.badge.doubt', {}, String(rows.length))),
    rows.length === 0 ? make('p.fine', {}, none) : make('p.hint', {}, hint),
    rows.length > 0 && make('ul.problem-rows', {}, ...rows),
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
