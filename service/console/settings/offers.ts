import { ask } from '../parts/api.ts'
import { make, on } from '../parts/dom.ts'
import { field, form } from '../parts/form.ts'
import { dayText } from '../parts/time.ts'
import { t } from '../parts/words.ts'
import type { Part } from './settings.ts'

interface Offer {
  id: string
  content: string
  offerContentType?: string
  stores?: string[]
  startsAt?: string
  endsAt?: string
}

/** What receipts offer, and until when. */
export const offersPart: Part = async (_session, signal) => {
  const list = make('ul.cards')
  const content = make('textarea', { rows: 3, required: true, maxlength: 2000 })
  const from = make('input', { type: 'date' })
  const to = make('input', { type: 'date' })
  const button = make('button.main', { type: 'submit' }, t('offers.add'))
  const dates = make('div.pair', {}, field(t('offers.from'), from), field(t('offers.to'), to))
  const adding = form([field(t('offers.content'), content), dates], button, async () => {
    const startsAt = from.value && new Date(`${from.value}T00:00`).toISOString()
    const endsAt = to.value && new Date(`${to.value}T23:59:59`).toISOString()
    await ask('/offers', { body: { content: content.value, ...(startsAt && { startsAt }), ...(endsAt && { endsAt }) } })
    content.value = ''
    await refresh()
  })
  await refresh()
  return [make('section.card', {}, adding), list]

  async function refresh(): Promise<void> {
    const offers = await ask<Offer[]>('/offers', { signal })
    list.replaceChildren(...offers.map(item))
    if (offers.length === 0) list.replaceChildren(make('li.empty', {}, t('offers.none')))
  }

  function item({ id, content: text, offerContentType = 'text/plain', stores, startsAt, endsAt }: Offer): HTMLElement {
    const remove = make('button.danger', { type: 'button' }, t('offers.remove'))
    on(remove, 'click', async () => {
      await ask(`/offers/${id}`, { method: 'DELETE' }).catch(() => {})
      await refresh()
    })
    const shown = offerContentType.startsWith('image/')
      ? make('img', { src: `data:${offerContentType};base64,${text}`, alt: t('offers.picture') })
      : make('p', { dir: 'auto' }, text)
    const when = [startsAt && `${t('offers.from')} ${day(startsAt)}`, endsAt && `${t('offers.to')} ${day(endsAt)}`]
    const where = stores && `${t('find.store')}: ${stores.join(', ')}`
    return make('li.card', {}, shown, make('p.hint', {}, [...when, where].filter(Boolean).join(' · ')), remove)
  }
}

function day(iso: string): string {
  return dayText(iso.slice(0, 10))
}
