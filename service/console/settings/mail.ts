import { make } from '../parts/dom.ts'
import { field, form, tick } from '../parts/form.ts'
import { t } from '../parts/words.ts'
import type { Part } from './settings.ts'
import { readShop, saveShop } from './shop.ts'

/** Whom mails are from, what is in them, and how long receipts are kept. */
export const mailPart: Part = async (_session, signal) => {
  const { name, settings, mailFrom } = await readShop(signal)
  const sender = make('input', { value: settings.sender?.name ?? '', placeholder: name, maxlength: 100 })
  const attach = tick(t('mailing.attach'), settings.attachPdf === true)
  const marketing = tick(t('mailing.marketing'), settings.marketing !== false)
  const copies = tick(t('mailing.copies'), settings.markCopies === true)
  const days = make('input', { type: 'number', min: 1, max: 36_500, value: settings.retentionDays ?? '' })
  const button = make('button.main', { type: 'submit' }, t('settings.save'))
  const fields = [
    field(t('mailing.sender'), sender, t('mailing.address', { address: settings.sender?.address ?? mailFrom })),
    attach.element,
    marketing.element,
    copies.element,
    field(t('mailing.retention'), days, t('mailing.retentionHint')),
  ]
  const save = () =>
    saveShop(({ settings: before }) => {
      const { retentionDays: _, sender: __, ...rest } = before
      return {
        settings: {
          ...rest,
          attachPdf: attach.input.checked,
          marketing: marketing.input.checked,
          markCopies: copies.input.checked,
          ...(sender.value.trim() !== '' && { sender: { name: sender.value.trim() } }),
          ...(days.value !== '' && { retentionDays: Number(days.value) }),
        },
      }
    })
  return [make('section.card', {}, form(fields, button, save, t('settings.saved')))]
}
