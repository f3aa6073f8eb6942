import { useId, useRef, useState } from 'preact/hooks'
import type { ToldSuppression } from '../answers.ts'
import { ask } from '../parts/api.ts'
import { t } from '../parts/words.ts'
import { suppressionWords } from './mail-words.ts'

interface AdvisedOptions {
  /** What stands in the field at first. */
  first: string
  /** What the field is, where no label says so. */
  label?: string
  /** The address to offer before anybody has typed one. */
  usual?: string | undefined
}

/** A field for an address, and what is known of the one in it, once it is typed. The person decides. */
export function useAdvisedAddress({ first, label, usual }: AdvisedOptions) {
  const adviceId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [verdict, setVerdict] = useState<AddressVerdict & { email: string }>()

  async function advise(): Promise<void> {
    const email = input.current?.value.trim() ?? ''
    // What stands here stays until the answer comes: whoever is pressing a button below must still meet it.
    if (email === '') return setVerdict(undefined)
    const found = await ask<AddressVerdict>('/addresses/check', { body: { email } })
    if (input.current?.value.trim() === email) setVerdict({ ...found, email })
  }

  const take = (meant: string) => {
    if (!input.current) return
    input.current.value = meant
    input.current.focus()
    void advise().catch(() => {})
  }
  const doubt = verdict && doubtOf(verdict)
  const meant = verdict ? verdict.meant : usual
  const field = (
    <input
      ref={input}
      name="email"
      type="text"
      inputmode="email"
      defaultValue={first}
      required
      autocomplete="off"
      autocapitalize="none"
      spellcheck={false}
      dir="ltr"
      aria-label={label}
      aria-describedby={adviceId}
      onChange={() => void advise().catch(() => {})}
    />
  )
  const advice = (
    <div class="advice" id={adviceId} role="status">
      {doubt && <p class="notice doubt">{doubt}</p>}
      {meant !== undefined && (
        <button class="quiet" type="button" onClick={() => take(meant)}>
          {t('act.meant', { address: meant })}
        </button>
      )}
    </div>
  )
  return { input, verdict, setVerdict, advise, field, advice }
}

/** What is known of an address before a mail is sent to it. */
interface AddressVerdict {
  status: 'malformed' | 'suppressed' | 'noMail' | 'fine'
  suppression?: ToldSuppression
  /** The address that was probably meant. */
  meant?: string
}

const doubts = { malformed: 'act.malformed', noMail: 'act.noMail', fine: undefined } as const

/** What is wrong with an address, in words; undefined if nothing is known. */
function doubtOf({ status, suppression }: AddressVerdict): string | undefined {
  if (status === 'suppressed') return suppression && suppressionWords(suppression)
  const doubt = doubts[status]
  return doubt && t(doubt)
}
