import { icon } from '../frame/icons.ts'
import { ask, Failure } from '../parts/api.ts'
import { make, newId, on } from '../parts/dom.ts'
import { failureWords } from '../parts/failure.ts'
import { t } from '../parts/words.ts'

interface Verdict {
  status: 'malformed' | 'bounced' | 'noMail' | 'fine'
  meant?: string
}

/**
 * The form that sends a receipt again, to the same or a corrected address. It says what is known of the address before, but leaves
 * the decision to the person at the desk.
 *
 * @param sent called once the mail is queued
 */
export function sendForm(receiptId: string, address: string, sent: () => void): HTMLElement {
  const titleId = newId()
  const adviceId = newId()
  const input = make('input', {
    type: 'text',
    inputmode: 'email',
    value: address,
    required: true,
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: 'false',
    dir: 'ltr',
    'aria-describedby': adviceId,
  })
  const look = make(
    'select',
    {},
    make('option', { value: '' }, t('variant.receipt')),
    make('option', { value: 'gift' }, t('variant.gift')),
  )
  const advice = make('div.advice', { id: adviceId, role: 'status' })
  const state = make('p.state', { role: 'alert' })
  const button = make('button.main', { type: 'submit' }, icon('mail'), t('act.send'))
  const form = make(
    'form.send',
    {},
    make('label.field', {}, t('act.address'), input),
    advice,
    make('label.field', {}, t('act.what'), look),
    state,
    button,
    make('p.hint', {}, t('act.sendHint')),
  )
  let asked = ''
  on(input, 'change', () => void advise().catch(() => {}))
  on(form, 'submit', async event => {
    event.preventDefault()
    button.disabled = true
    state.textContent = ''
    try {
      const variant = look.value && `?variant=${look.value}`
      await ask(`/receipts/${receiptId}/email${variant}`, { body: { customerEmailAddress: input.value.trim() } })
      state.textContent = t('act.queued', { address: input.value.trim() })
      state.className = 'state done'
      sent()
    } catch (error) {
      state.className = 'state'
      state.textContent = wordsOf(error, look.value)
    } finally {
      button.disabled = false
    }
  })
  return make('section.card', { 'aria-labelledby': titleId }, make('h2', { id: titleId }, t('act.sendTitle')), form)

  async function advise(): Promise<void> {
    const email = input.value.trim()
    asked = email
    advice.replaceChildren()
    if (email === '') return
    const { status, meant } = await ask<Verdict>('/addresses/check', { body: { email } })
    if (asked !== email) return
    const words = {
      malformed: t('act.malformed'),
      bounced: t('act.bounced'),
      noMail: t('act.noMail'),
      fine: undefined,
    }[status]
    if (words !== undefined) advice.append(make('p.notice.doubt', {}, words))
    if (meant !== undefined) advice.append(suggestion(meant))
  }

  function suggestion(meant: string): HTMLElement {
    const take = make('button.quiet', { type: 'button' }, t('act.meant', { address: meant }))
    on(take, 'click', () => {
      input.value = meant
      input.focus()
      void advise().catch(() => {})
    })
    return take
  }
}

function wordsOf(error: unknown, variant: string): string {
  if (error instanceof Failure && error.status === 422)
    return t(variant === 'gift' && 'variant' in error.fields ? 'act.noGift' : 'act.malformed')
  if (error instanceof Failure && error.status === 429) return t('act.tooMany')
  return failureWords(error)
}
