import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { ask } from '../parts/api.ts'
import { useSubmit } from '../parts/form.tsx'
import { t } from '../parts/words.ts'
import { type AddressVerdict, doubtOf } from '../receipt/mails.tsx'

interface AddressFormProps {
  /** The address that didn't work, or the one that was probably meant. */
  address: string
  send: (emailAddress: string) => Promise<void>
  cancel: () => void
}

/** A row's form to send its receipt to another address. It says what is known of the address, and leaves the decision to the person. */
export function AddressForm({ address, send, cancel }: AddressFormProps) {
  const adviceId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [verdict, setVerdict] = useState<AddressVerdict>()
  const { isBusy, state, onSubmit } = useSubmit(({ email = '' }) => send(email.trim()))
  // At once: a key may be pressed before the next frame.
  useLayoutEffect(() => input.current?.select(), [])

  async function advise(): Promise<void> {
    const email = input.current?.value.trim() ?? ''
    setVerdict(undefined)
    if (email === '') return
    const found = await ask<AddressVerdict>('/addresses/check', { body: { email } })
    if (input.current?.value.trim() === email) setVerdict(found)
  }

  const take = (meant: string) => {
    if (!input.current) return
    input.current.value = meant
    input.current.focus()
    void advise().catch(() => {})
  }
  const doubt = verdict && doubtOf(verdict)
  const meant = verdict?.meant
  return (
    <form class="correct" onSubmit={onSubmit} onKeyDown={({ key }) => key === 'Escape' && cancel()}>
      <div class="line">
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
          aria-label={t('problems.another')}
          aria-describedby={adviceId}
          onChange={() => void advise().catch(() => {})}
        />
        <button class="main" type="submit" disabled={isBusy}>
          {t('act.send')}
        </button>
        <button class="quiet" type="button" onClick={cancel}>
          {t('act.cancel')}
        </button>
      </div>
      <div class="advice" id={adviceId} role="status">
        {doubt && <p class="notice doubt">{doubt}</p>}
        {meant !== undefined && (
          <button class="quiet" type="button" onClick={() => take(meant)}>
            {t('act.meant', { address: meant })}
          </button>
        )}
      </div>
      {state}
    </form>
  )
}
