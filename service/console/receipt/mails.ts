import { icon, type Picture } from '../frame/icons.ts'
import { ask } from '../parts/api.ts'
import { make, newId } from '../parts/dom.ts'
import { moment } from '../parts/time.ts'
import { known, t } from '../parts/words.ts'
import { type Attempt, attemptWords, type Mail, statusWords } from './mail-words.ts'

const pictures: Readonly<Record<Mail['status'], Picture>> = {
  sent: 'check',
  queued: 'clock',
  held: 'clock',
  failed: 'warning',
  canceled: 'cross',
}

/** How often to look again while a mail is on its way, milliseconds, and how many times. */
const pace = 1500
const looks = 40

/** The mails of a receipt, newest first, which follow those on their way. */
export function mailList(receiptId: string, signal: AbortSignal) {
  const titleId = newId()
  const list = make('ol.mails')
  const news = make('p.unseen', { role: 'status' })
  const element = make(
    'section.card',
    { 'aria-labelledby': titleId },
    make('h2', { id: titleId }, t('mail.title')),
    list,
    news,
  )
  let timer: ReturnType<typeof setTimeout> | undefined
  signal.addEventListener('abort', () => clearTimeout(timer))
  let before = ''

  async function refresh(left = looks): Promise<void> {
    clearTimeout(timer)
    const mails = (await ask<Mail[]>(`/receipts/${receiptId}/deliveries`, { signal })).toReversed()
    const state = JSON.stringify(mails)
    if (state !== before) show(mails)
    before = state
    const isMoving = mails.some(({ status, nextAttemptAt }) => status === 'queued' && isSoon(nextAttemptAt))
    if (isMoving && left > 0) timer = setTimeout(() => void refresh(left - 1).catch(() => {}), pace)
  }

  function show(mails: Mail[]): void {
    const [newest] = mails
    if (before !== '' && newest) news.textContent = `${newest.customerEmailAddress}: ${statusWords(newest)}`
    list.replaceChildren(...mails.map(mailItem))
    if (mails.length === 0) list.replaceChildren(make('li.hint', {}, t('mail.none')))
  }

  return { element, refresh }
}

function mailItem(mail: Mail): HTMLElement {
  const { status, customerEmailAddress, kind, variant, createdAt, attempts } = mail
  const look = variant === undefined ? undefined : known(`variant.${variant}`)
  return make(
    `li.mail.${status}`,
    {},
    make('span.state', {}, icon(pictures[status])),
    make(
      'div',
      {},
      make('p.to', {}, make('bdi', {}, customerEmailAddress)),
      make('p', {}, statusWords(mail)),
      make(
        'p.hint',
        {},
        t(kind === 'resend' ? 'mail.again' : 'mail.first'),
        ' · ',
        ...(look === undefined ? [] : [look, ' · ']),
        moment(createdAt),
      ),
      attempts.length > 0 &&
        make('details', {}, make('summary', {}, t('mail.attempts', { count: attempts.length })), tries(attempts)),
    ),
  )
}

function tries(attempts: readonly Attempt[]): HTMLElement {
  return make(
    'ol.attempts',
    {},
    ...attempts
      .toReversed()
      .map(attempt =>
        make(
          'li',
          {},
          moment(attempt.startedAt),
          make('p', {}, attemptWords(attempt)),
          (attempt.code !== undefined || attempt.detail !== undefined) &&
            make('code', { dir: 'ltr' }, attempt.detail || attempt.code || ''),
        ),
      ),
  )
}

function isSoon(nextAttemptAt: string | undefined): boolean {
  return nextAttemptAt === undefined || Date.parse(nextAttemptAt) < Date.now() + 60_000
}
