import { useEffect, useRef, useState } from 'preact/hooks'
import type { Attempt, Mail } from '../answers.ts'
import { ask, Failure, WordedError } from '../parts/api.ts'
import { Card, Icon, Moment, mailPictures } from '../parts/elements.tsx'
import { Choice, Field, useSubmit } from '../parts/form.tsx'
import { known, t } from '../parts/words.ts'
import { useAdvisedAddress } from './advised-address.tsx'
import { attemptWords, statusWords } from './mail-words.ts'

/** Milliseconds until mails on their way are looked at again, and how many times. */
const pollPause = 1500
const maxPolls = 40

interface MailsProps {
  receiptId: string
  /** The mails when the page was opened. */
  first: readonly Mail[]
  /** Where the receipt would go; empty if there is no address. */
  address: string
  /** Nothing is sent there. */
  isSuppressed: boolean
  maySend: boolean
}

/** The mails of a receipt, newest first, which follow those on their way; and the form that sends another. */
export function MailsAndSending({ receiptId, first, address, isSuppressed, maySend }: MailsProps) {
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
      void refresh()
        .catch(() => {})
        .then(() => setPollsLeft(pollsLeft - 1))
    const timer = setTimeout(poll, pollPause)
    return () => clearTimeout(timer)
  }, [mails, pollsLeft])

  /** Shows the mail that was just sent. */
  function follow(triesLeft = maxPolls): void {
    void refresh().then(
      () => setPollsLeft(maxPolls),
      () => triesLeft > 0 && setTimeout(follow, pollPause, triesLeft - 1),
    )
  }

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
          isBad={isSuppressed || isRefused(address, first)}
          isFirst={mails.length === 0}
          sent={follow}
        />
      )}
    </>
  )
}

/** Whether the last mail to an address shows that another one must be asked for. */
function isRefused(address: string, mails: readonly Mail[]): boolean {
  const last = mails.findLast(({ customerEmailAddress }) => customerEmailAddress === address)
  if (last?.remedy !== undefined) return last.remedy === 'ask_address'
  return last?.status === 'failed' && /^5/.test(last.attempts.at(-1)?.code ?? '')
}

function MailItem(mail: Mail) {
  const { status, customerEmailAddress, kind, variant, createdAt, attempts, report } = mail
  const look = variant === undefined ? undefined : known(`variant.${variant}`)
  return (
    <li class={`mail ${status}`}>
      <span class="state">
        <Icon name={mailPictures[status]} />
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
            <Attempts attempts={attempts} report={report} />
          </details>
        )}
      </div>
    </li>
  )
}

function Attempts({ attempts, report }: Pick<Mail, 'report'> & { attempts: readonly Attempt[] }) {
  return (
    <ol class="attempts">
      {report && (
        <li>
          <Moment iso={report.receivedAt} />
          <p>{t('mail.report')}</p>
          {report.words !== '' && <code dir="ltr">{report.words}</code>}
        </li>
      )}
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

/**
 * The form that sends a receipt again, to the same or a corrected address. It says what is known of the address before, but leaves
 * the decision to the person at the desk: an address that nothing is sent to is lifted first.
 *
 * @param props.isBad mails don't arrive at the address, so another one is asked for
 * @param props.isFirst nothing was sent before
 * @param props.sent called once the mail is queued
 */
function SendForm(props: { receiptId: string; address: string; isBad: boolean; isFirst: boolean; sent: () => void }) {
  const { receiptId, address, isBad, isFirst, sent } = props
  const { verdict, setVerdict, advise, field, advice } = useAdvisedAddress({
    first: isBad ? '' : address,
    usual: isBad ? address : undefined,
  })
  const { isBusy, state, onSubmit } = useSubmit(async ({ email = '', variant = '' }) => {
    const body = { customerEmailAddress: email.trim() }
    if (verdict?.status === 'suppressed' && verdict.email === email.trim()) {
      await ask('/suppressions/lift', { body: { emailAddress: verdict.email } })
      setVerdict({ email: verdict.email, status: 'fine' })
    }
    await ask(`/receipts/${receiptId}/email${variant && `?variant=${variant}`}`, { body }).catch(error => {
      // Nobody has looked at the address before: now the button lifts it.
      if (isSuppressed(error)) void advise()
      throw refusalOf(error, variant)
    })
    sent()
    return t('act.queued', { address: email.trim() })
  })

  return (
    <Card title={t(isFirst ? 'act.sendFirst' : 'act.sendTitle')}>
      <form class="send" onSubmit={onSubmit}>
        <Field label={t('act.address')}>{field}</Field>
        {advice}
        <Field label={t('act.what')}>
          <Choice
            name="variant"
            value=""
            options={[
              ['', t('variant.receipt')],
              ['gift', t('variant.gift')],
            ]}
          />
        </Field>
        {state}
        <button class="main" type="submit" disabled={isBusy}>
          <Icon name="mail" />
          {t(verdict?.status === 'suppressed' ? 'act.lift' : 'act.send')}
        </button>
        <p class="hint">{t('act.sendHint')}</p>
      </form>
    </Card>
  )
}

/** Whether the service said that nothing is sent to the address. */
function isSuppressed(error: unknown): boolean {
  return error instanceof Failure && /^is suppressed\b/.test(error.fields.customerEmailAddress ?? '')
}

function refusalOf(error: unknown, variant: string): unknown {
  if (!(error instanceof Failure)) return error
  const { status, fields } = error
  if (isSuppressed(error)) return new WordedError(t('mail.suppressed'))
  if (status === 422)
    return new WordedError(t(variant === 'gift' && 'variant' in fields ? 'act.noGift' : 'act.malformed'))
  return status === 429 ? new WordedError(t('act.tooMany')) : error
}
