import { useId, useRef, useState } from 'preact/hooks'
import { ask, Failure, WordedError } from '../parts/api.ts'
import { Card, Icon } from '../parts/elements.tsx'
import { Choice, Field, useSubmit } from '../parts/form.tsx'
import { t } from '../parts/words.ts'

/** What is known of an address before a mail is sent to it. */
interface Verdict {
  status: 'malformed' | 'bounced' | 'noMail' | 'fine'
  /** The address that was probably meant. */
  meant?: string
}

const doubts = { malformed: 'act.malformed', bounced: 'act.bounced', noMail: 'act.noMail', fine: undefined } as const

/**
 * The form that sends a receipt again, to the same or a corrected address. It says what is known of the address before, but leaves
 * the decision to the person at the desk.
 *
 * @param sent called once the mail is queued
 */
export function SendForm(props: { receiptId: string; address: string; sent: () => void }) {
  const { receiptId, address, sent } = props
  const adviceId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [verdict, setVerdict] = useState<Verdict>()
  const { isBusy, state, onSubmit } = useSubmit(async ({ email = '', variant = '' }) => {
    const body = { customerEmailAddress: email.trim() }
    await ask(`/receipts/${receiptId}/email${variant && `?variant=${variant}`}`, { body }).catch(error => {
      throw refusalOf(error, variant)
    })
    sent()
    return t('act.queued', { address: email.trim() })
  })

  async function advise(): Promise<void> {
    const email = input.current?.value.trim() ?? ''
    setVerdict(undefined)
    if (email === '') return
    const found = await ask<Verdict>('/addresses/check', { body: { email } })
    if (input.current?.value.trim() === email) setVerdict(found)
  }

  const take = (meant: string) => {
    if (!input.current) return
    input.current.value = meant
    input.current.focus()
    void advise().catch(() => {})
  }
  const doubt = verdict && doubts[verdict.status]
  const meant = verdict?.meant
  return (
    <Card title={t('act.sendTitle')}>
      <form class="send" onSubmit={onSubmit}>
        <Field label={t('act.address')}>
          <input
            ref={input}
            name="email"
            type="text"
            inputmode="email"
            defaultValue={address}
            required
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            dir="ltr"
            aria-describedby={adviceId}
            onChange={() => void advise().catch(() => {})}
          />
        </Field>
        <div class="advice" id={adviceId} role="status">
          {doubt && <p class="notice doubt">{t(doubt)}</p>}
          {meant !== undefined && (
            <button class="quiet" type="button" onClick={() => take(meant)}>
              {t('act.meant', { address: meant })}
            </button>
          )}
        </div>
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
          {t('act.send')}
        </button>
        <p class="hint">{t('act.sendHint')}</p>
      </form>
    </Card>
  )
}

function refusalOf(error: unknown, variant: string): unknown {
  if (!(error instanceof Failure)) return error
  const { status, fields } = error
  if (status === 422)
    return new WordedError(t(variant === 'gift' && 'variant' in fields ? 'act.noGift' : 'act.malformed'))
  return status === 429 ? new WordedError(t('act.tooMany')) : error
}
