import type { ComponentChildren } from 'preact'
import type { Problems, SilentTill } from './answers.ts'
import { placeOf } from './find/criteria.ts'
import { ask } from './parts/api.ts'
import { Card, Moment, PartNote, TillName } from './parts/elements.tsx'
import { refusalWords } from './parts/refusals.ts'
import { addressOf, type Page } from './parts/router.ts'
import { number, t, timeText } from './parts/words.ts'
import { attemptWords } from './receipt/mail-words.ts'

type ProblemRow<Kind extends 'failed' | 'refused' | 'warned'> = Problems[Kind][number]

/** What goes wrong, and what to do about it. */
export const problemsPage: Page = async (_place, _session, signal) => {
  const { days, refused, warned, failed, silent, counts } = await ask<Problems>('/problems', { signal })
  return {
    title: t('problems.title'),
    content: (
      <>
        <p class="hint">{t('problems.days', { count: days })}</p>
        <Section kind="silent" rows={silent.map(SilentRow)} count={counts.silent} />
        <Section kind="failed" rows={failed.map(FailedRow)} count={counts.failed} />
        <Section kind="refused" rows={refused.map(RefusedRow)} count={counts.refused} />
        <Section kind="warned" rows={warned.map(WarnedRow)} count={counts.warned} />
      </>
    ),
  }
}

const words = {
  silent: ['problems.silent', 'problems.silentHint', 'problems.noneSilent'],
  failed: ['problems.failed', 'problems.failedHint', 'problems.noneFailed'],
  refused: ['problems.refused', 'problems.refusedHint', 'problems.noneRefused'],
  warned: ['problems.warned', 'problems.warnedHint', 'problems.noneWarned'],
} as const

function Section({ kind, rows, count }: { kind: keyof typeof words; rows: ComponentChildren[]; count: number }) {
  const [title, hint, none] = words[kind]
  const heading = [t(title), count > 0 && <span class="badge doubt">{number(count)}</span>]
  return (
    <Card kind="problems" title={heading}>
      {count === 0 ? <p class="fine">{t(none)}</p> : <p class="hint">{t(hint)}</p>}
      {count > 0 && <ul class="problem-rows">{rows}</ul>}
      <PartNote shown={rows.length} total={count} />
    </Card>
  )
}

function SilentRow(till: SilentTill) {
  const { storeId, since, lastDay, missing } = till
  return (
    <li>
      <p class="what">
        <TillName {...till} />
      </p>
      <p>{t('problems.since', { time: timeText(since), missing })}</p>
      <a href={placeOf({ store: storeId, from: lastDay, to: lastDay })}>{t('problems.last')}</a>
    </li>
  )
}

function FailedRow({ emailAddress, receiptId, number, code, at }: ProblemRow<'failed'>) {
  return (
    <li>
      <p class="what">
        <bdi>{emailAddress}</bdi>
      </p>
      <p>
        {attemptWords({ number: 1, startedAt: at, endedAt: at, outcome: 'failed', code })}{' '}
        <span class="hint">
          <Moment iso={at} />
        </span>
      </p>
      <a href={addressOf(['receipts', receiptId])}>{t('receipt.title', { number })}</a>
    </li>
  )
}

function RefusedRow({ field, message, shape, at }: ProblemRow<'refused'>) {
  const words = refusalWords(message)
  return (
    <li>
      <p class="what">
        <code dir="ltr">{field}</code>
      </p>
      <p {...(words === message && { lang: 'en', dir: 'ltr' })}>{words}</p>
      <p class="hint">
        <bdi>{t('problems.sent', { value: shape || t('problems.missing') })}</bdi>
        {' · '}
        <Moment iso={at} />
      </p>
    </li>
  )
}

/** What a till's software must send differently, from which tills it comes, and one of the receipts. */
function WarnedRow({ field, message, receipts, tills, tillCount, receiptId, at }: ProblemRow<'warned'>) {
  const more = tillCount - tills.length
  return (
    <li>
      <p class="what">
        <code dir="ltr">{field || '…'}</code>
      </p>
      <p lang="en" dir="ltr">
        {message}
      </p>
      <p class="hint">
        {t('problems.warnedReceipts', { count: receipts })}
        {' · '}
        <Moment iso={at} />
      </p>
      <ul class="tills">
        {tills.map(till => (
          <li key={`${till.storeId} ${till.register}`}>
            {till.storeId === '' ? (
              t('problems.otherTills')
            ) : (
              <>
                <bdi>{till.storeName || till.storeId}</bdi>
                {' · '}
                {t('problems.register', { register: till.register })}
              </>
            )}{' '}
            <span class="hint">({number(till.receipts)})</span>
          </li>
        ))}
        {more > 0 && <li>{t('problems.moreTills', { count: more })}</li>}
      </ul>
      <a href={addressOf(['receipts', receiptId])}>{t('problems.example')}</a>
    </li>
  )
}
