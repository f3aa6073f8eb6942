import { useEffect, useState } from 'preact/hooks'
import type { WebhookLog, WebhookMessage } from '../answers.ts'
import { before } from '../find/days.ts'
import { ask } from '../parts/api.ts'
import { Moment, TableHead } from '../parts/elements.tsx'
import { Field, openDialog, useAct } from '../parts/form.tsx'
import { addressOf } from '../parts/router.ts'
import { known, t, timeText } from '../parts/words.ts'

/** What an event is called. */
export function eventWords(type: string): string {
  return known(`webhooks.event.${type.replace(/\.(\w)/, (_, letter: string) => letter.toUpperCase())}`) ?? type
}

interface LogProps {
  path: string
  isOpen: boolean
  /** The webhook is on, so that messages can be sent again. */
  isOn: boolean
}

/** What a webhook was told, and what it answered: read once it is opened. */
export function Log({ path, isOpen: isOpenAtFirst, isOn }: LogProps) {
  const [messages, setMessages] = useState<WebhookMessage[]>([])
  const [next, setNext] = useState<number>()
  const [isRead, setIsRead] = useState(false)
  const [said, setSaid] = useState('')
  /** How often it is looked again, unasked. Whoever reads what is older stays there. */
  const [looks, setLooks] = useState(mostLooks)
  const {
    isBusy,
    state: failure,
    act: read,
  } = useAct(async (from?: number) => {
    if (from !== undefined) setLooks(0)
    const page = await ask<WebhookLog>(`${path}/messages${from === undefined ? '' : `?before=${from}`}`)
    setMessages(known => (from === undefined ? page.messages : [...known, ...page.messages]))
    setNext(page.next)
    setIsRead(true)
  })
  useEffect(() => {
    // The answer to a test comes within a second or two.
    const timer = isOpenAtFirst ? setTimeout(() => void read(), answerMs) : undefined
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (isBusy || looks === 0 || !messages.some(isUnderway)) return
    const timer = setTimeout(() => {
      setLooks(looks - 1)
      void read()
    }, answerMs)
    return () => clearTimeout(timer)
  }, [isBusy, messages])
  const again = async (body: { messageId: string } | { since: string }) => {
    const { count } = await ask<{ count: number }>(`${path}/redeliveries`, { body })
    setSaid(t('webhooks.sentAgain', { number: count }))
    setLooks(mostLooks)
    await read()
  }
  const resending = useAct(again)
  const opened = (isOpen: boolean) => {
    if (isOpen && !isRead && !isBusy && !isOpenAtFirst) void read()
  }
  return (
    <details open={isOpenAtFirst} onToggle={event => opened(event.currentTarget.open)}>
      <summary>{t('webhooks.log')}</summary>
      {isRead && messages.length === 0 && <p class="hint">{t('webhooks.noMessages')}</p>}
      <table class="rows stacked" hidden={messages.length === 0}>
        <caption class="unseen">{t('webhooks.log')}</caption>
        <TableHead columns={(['when', 'what', 'answer', 'again'] as const).map(each => t(`webhooks.column.${each}`))} />
        <tbody>
          {messages.map(message => (
            <Row
              key={message.id}
              of={message}
              again={isOn ? () => resending.act({ messageId: message.id }) : undefined}
            />
          ))}
        </tbody>
      </table>
      <div class="buttons">
        {next !== undefined && (
          <button type="button" disabled={isBusy} onClick={() => void read(next)}>
            {t('webhooks.older')}
          </button>
        )}
        {isOn && messages.length > 0 && (
          <button type="button" onClick={() => sinceDay(again)}>
            {t('webhooks.since')}
          </button>
        )}
      </div>
      {failure}
      {resending.state}
      <p class="state done" role="status">
        {said}
      </p>
    </details>
  )
}

/** Milliseconds until an answer is looked for. */
const answerMs = 1500

/** How often: most answers come at once, and what waits for an earlier message may wait for days. */
const mostLooks = 5

/** Whether a message is on its way, or about to be. */
function isUnderway({ status, nextAttemptAt }: WebhookMessage): boolean {
  return status === 'waiting' && (nextAttemptAt === undefined || Date.parse(nextAttemptAt) <= Date.now() + answerMs)
}

function Row({ of: message, again }: { of: WebhookMessage; again: (() => Promise<void>) | undefined }) {
  const { type, receiptId, createdAt, status, nextAttemptAt, attempts } = message
  const last = attempts.at(-1)
  return (
    <tr>
      <td class="date">
        <Moment iso={createdAt} />
      </td>
      <td>
        {receiptId === undefined ? (
          eventWords(type)
        ) : (
          <a href={addressOf(['receipts', receiptId])}>{eventWords(type)}</a>
        )}
        <code class="under type" dir="ltr">
          {type}
        </code>
      </td>
      <td data-label={t('webhooks.column.answer')}>
        <span class={badges[status]}>{t(`webhooks.status.${status}`)}</span>
        {last && (
          <span class="under">
            {last.status === undefined ? (known(`webhooks.noAnswer.${last.code}`) ?? last.code) : `HTTP ${last.status}`}
            {` · ${timeText(last.at)}`}
          </span>
        )}
        {last !== undefined && last.answer !== '' && (
          <code class="under" dir="auto">
            {last.answer}
          </code>
        )}
        {nextAttemptAt !== undefined && attempts.length > 0 && (
          <span class="under">{t('webhooks.next', { time: timeText(nextAttemptAt) })}</span>
        )}
      </td>
      <td class="end">
        {again && status !== 'waiting' && type !== 'webhook.test' && (
          <button
            type="button"
            aria-label={t('webhooks.againOne', { what: eventWords(type), time: timeText(createdAt) })}
            onClick={again}
          >
            {t('webhooks.again')}
          </button>
        )}
      </td>
    </tr>
  )
}

const badges = { waiting: 'badge doubt', delivered: 'badge', failed: 'badge wrong' } as const

function sinceDay(again: (choice: { since: string }) => Promise<void>): void {
  openDialog({
    title: t('webhooks.since'),
    content: (
      <>
        <p>{t('webhooks.sinceText')}</p>
        <Field label={t('find.from')}>
          <input
            name="day"
            type="date"
            required
            min={before(new Date(), keptDays)}
            defaultValue={before(new Date(), 1)}
          />
        </Field>
      </>
    ),
    button: t('webhooks.again'),
    work: ({ day = '' }) => again({ since: new Date(`${day}T00:00:00`).toISOString() }),
  })
}

/** Days that messages are kept. */
const keptDays = 14
