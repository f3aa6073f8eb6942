import { useEffect, useRef, useState } from 'preact/hooks'
import type { Attempt, Mail } from '../answers.ts'
import { ask } from '../parts/api.ts'
import { Card, Icon, Moment, type Picture } from '../parts/elements.tsx'
import { known, t } from '../parts/words.ts'
import { attemptWords, statusWords } from './mail-words.ts'
import { SendForm } from './send.tsx'

const pictures: Readonly<Record<Mail['status'], Picture>> = {
  sent: 'check',
  queued: 'clock',
  held: 'clock',
  failed: 'warning',
  canceled: 'cross',
  withheld: 'cross',
}

/** Milliseconds until mails on their way are looked at again, and how many times. */
const pollPause = 1500
const maxPolls = 40

interface MailsProps {
  receiptId: string
  /** The mails when the page was opened. */
  first: readonly Mail[]
  /** Where the receipt went, or would have gone. */
  address: string
  maySend: boolean
}

/** The mails of a receipt, newest first, which follow those on their way; and the form that sends another. */
export function MailsAndSending({ receiptId, first, address, maySend }: MailsProps) {
  const [mails, setMails] = useState(first.toReversed())
  const [news, setNews] = useState('')
  const [pollsLeft, setPollsLeft] = useState(maxPolls)
  const latest = useRef(JSON.stringify(mails))

  async function refresh(): Promise<void> {
    const found = (await ask<Mail[]>(`/receipts/${receiptId}/deliveries`)).toReversed()
    const state = JSON.stringify(found)
    const [newest] = found
    if (state === latest.current) return
    latest.current = state
    setMails(found)
    if (newest) setNews(`${newest.customerEmailAddress}: ${statusWords(newest)}`)
  }

  useEffect(() => {
    const isMoving = mails.some(({ status, nextAttemptAt }) => status === 'queued' && isSoon(nextAttemptAt))
    if (!isMoving || pollsLeft === 0) return
    const poll = () =>
      void refresh().then(
        () => setPollsLeft(pollsLeft - 1),
        () => {},
      )
    const timer = setTimeout(poll, pollPause)
    return () => clearTimeout(timer)
  }, [mails, pollsLeft])

  return (
    <>
      <Card title={t('mail.title')}>
        <ol class="mails">
          {mails.map(mail => (
            <MailItem key={mail.id} {...mail} />
          ))}
          {mails.length === 0 && <li class="hint">{t('mail.none')}</li>}
        </ol>
        <p class="unseen" role="status">
          {news}
        </p>
      </Card>
      {maySend && (
        <SendForm
          receiptId={receiptId}
          address={address}
          sent={() => void refresh().then(() => setPollsLeft(maxPolls))}
        />
      )}
    </>
  )
}

function MailItem(mail: Mail) {
  const { status, customerEmailAddress, kind, variant, createdAt, attempts } = mail
  const look = variant === undefined ? undefined : known(`variant.${variant}`)
  return (
    <li class={`mail ${status}`}>
      <span class="state">
        <Icon name={pictures[status]} />
      </span>
      <div>
        <p class="to">
          <bdi>{customerEmailAddress}</bdi>
        </p>
        <p>{statusWords(mail)}</p>
        <p class="hint">
          {t(kind === 'resend' ? 'mail.again' : 'mail.first')}
          {' · '}
          {look !== undefined && `${look} · `}
          <Moment iso={createdAt} />
        </p>
        {attempts.length > 0 && (
          <details>
            <summary>{t('mail.attempts', { count: attempts.length })}</summary>
            <Attempts attempts={attempts} />
          </details>
        )}
      </div>
    </li>
  )
}

function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  return (
    <ol class="attempts">
      {attempts.toReversed().map(attempt => (
        <li key={attempt.number}>
          <Moment iso={attempt.startedAt} />
          <p>{attemptWords(attempt)}</p>
          {(attempt.code ?? attempt.detail) !== undefined && <code dir="ltr">{attempt.detail || attempt.code}</code>}
        </li>
      ))}
    </ol>
  )
}

function isSoon(nextAttemptAt: string | undefined): boolean {
  return nextAttemptAt === undefined || Date.parse(nextAttemptAt) < Date.now() + 60_000
}
