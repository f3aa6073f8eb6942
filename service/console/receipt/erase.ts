import { icon } from '../frame/icons.ts'
import { ask } from '../parts/api.ts'
import { askInDialog } from '../parts/dialog.ts'
import { make, on } from '../parts/dom.ts'
import { failureWords } from '../parts/failure.ts'
import { t } from '../parts/words.ts'

const reasons = ['customer', 'mistake', 'test'] as const

/** The button that erases a receipt, once it is told why. */
export function eraseButton(receiptId: string, number: string, erased: () => void): HTMLElement {
  return on(make('button.danger', { type: 'button' }, icon('trash'), t('act.erase')), 'click', () => {
    const options = reasons.map(reason => make('option', { value: reason }, t(`act.reason.${reason}`)))
    const reason = make('select', { required: true }, make('option', { value: '' }), ...options)
    const reference = make('input', { maxlength: 100, pattern: '[^@]*', autocomplete: 'off' })
    const state = make('p.state', { role: 'alert' })
    const button = make('button.danger', { type: 'submit' }, t('act.eraseButton'))
    const content = [
      make('p', {}, t('act.eraseText')),
      make('label.field', {}, t('act.reasonLabel'), reason),
      make('label.field', {}, t('act.reference'), reference),
      state,
    ]
    askInDialog(t('act.eraseTitle', { number }), content, button, async () => {
      try {
        const body = { reason: reason.value, ...(reference.value && { reference: reference.value }) }
        await ask(`/receipts/${receiptId}/erase`, { body })
        erased()
      } catch (error) {
        state.textContent = failureWords(error)
        throw error
      }
    })
  }) as HTMLElement
}
