import type { ComponentChildren } from 'preact'
import type { Problems, SilentTill } from '../answers.ts'
import { placeOf } from '../find/criteria.ts'
import { ask, Failure } from '../parts/api.ts'
import { Card, Moment, PartNote, TillName } from '../parts/elements.tsx'
import { refusalWords } from '../parts/refusals.ts'
import { addressOf, type Page } from '../parts/router.ts'
import { number, t, timeText } from '../parts/words.ts'
import { mailsPart } from './mails.tsx'

type Row<Kind extends 'refused' | 'warned'> = Problems[Kind][number]

/** What is beside the mails: a list each, with an address of its own. */
const parts = ['silent', 'refused', 'warned'] as const

/** What goes wrong, and what to do about it: mails to work through, and what else needs a look. */
export const problemsPage: Page = async (place, session, signal) => {
  const part = parts.find(each => each === place.path[1])
  if (place.path[1] !== undefined && part === undefined) throw new Failure(404, {}, undefined)
  const [others, mails] = await Promise.all([
    ask<Problems>('/problems', { signal }),
    part === undefined && mailsPart(place, session, signal),
  ])
  const { counts } = others
  return {
    title: t('problems.title'),
    content: (
      <>
        <nav class="tabs few" aria-label={t('problems.parts')}>
          <Tab href={addressOf(['problems'])} isHere={part === undefined} words={t('mail.title')} />
          {parts.map(each => (
            <Tab
              key={each}
              href={addressOf(['problems', each])}
              isHere={part === each}
              words={t(`problems.${each}`)}
              count={counts[each]}
            />
          ))}
        </nav>
        {part === undefined ? mails : <OtherPart part={part} {...others} />}
      </>
    ),
  }
}

function Tab(props: { href: string; isHere: boolean; words: string; count?: number }) {
  const { href, isHere, words, count = 0 } = props
  return (
    <a href={href} aria-current={isHere ? 'page' : undefined}>
      {words} {count > 0 && <span class="badge doubt">{number(count)}</span>}
    </a>
  )
}

function OtherPart({ part, days, refused, warned, silent, counts }: Problems & { part: (typeof parts)[number] }) {
  const rows = {
    silent: () => silent.map(SilentRow),
    refused: () => refused.map(RefusedRow),
    warned: () => warned.map(WarnedRow),
  }
  return (
    <>
      {part !== 'silent' && <p class="hint">{t('problems.days', { count: days })}</p>}
      <Section kind={part} rows={rows[part]()} count={counts[part]} />
    </>
  )
}

const words = {
  silent: ['problems.silent', 'problems.silentHint', 'problems.noneSilent'],
  refused: ['problems.refused', 'problems.refusedHint', 'problems.noneRefused'],
  warned: ['problems.warned', 'problems.warnedHint', 'problems.noneWarned'],
} as const

function Section({ kind, rows, count }: { kind: keyof typeof words; rows: ComponentChildren[]; count: number }) {
  const [title, hint, none] = words[kind]
  return (
    <Card kind="problems" title={t(title)}>
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

function RefusedRow({ field, message, shape, at }: Row<'refused'>) {
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
function WarnedRow({ field, message, receipts, tills, tillCount, receiptId, at }: Row<'warned'>) {
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
