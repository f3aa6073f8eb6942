import { useLayoutEffect } from 'preact/hooks'
import { useSubmit } from '../parts/form.tsx'
import { t } from '../parts/words.ts'
import { useAdvisedAddress } from '../receipt/advised-address.tsx'

interface AddressFormProps {
  /** The address that didn't work, or the one that was probably meant. */
  address: string
  send: (emailAddress: string) => Promise<void>
  cancel: () => void
}

/** A row's form to send its receipt to another address. */
export function AddressForm({ address, send, cancel }: AddressFormProps) {
  const { input, field, advice } = useAdvisedAddress({ first: address, label: t('problems.another') })
  const { isBusy, state, onSubmit } = useSubmit(({ email = '' }) => send(email.trim()))
  // At once: a key may be pressed before the next frame.
  useLayoutEffect(() => input.current?.select(), [])

  return (
    <form class="correct" onSubmit={onSubmit} onKeyDown={({ key }) => key === 'Escape' && cancel()}>
      <div class="line">
        {field}
        <button class="main" type="submit" disabled={isBusy}>
          {t('act.send')}
        </button>
        <button class="quiet" type="button" onClick={cancel}>
          {t('act.cancel')}
        </button>
      </div>
      {advice}
      {state}
    </form>
  )
}
