import { useState } from 'preact/hooks'
import type { Offer } from '../answers.ts'
import { before } from '../find/dates.ts'
import { ask } from '../parts/api.ts'
import { Field, Form, useSubmit, type Values } from '../parts/form.tsx'
import { dayText, t } from '../parts/words.ts'

/** What receipts offer, and until when. */
export async function offersPart(signal: AbortSignal) {
  return <Offers first={await ask<Offer[]>('/offers', { signal })} />
}

function Offers({ first }: { first: Offer[] }) {
  const [offers, setOffers] = useState(first)
  const refresh = async () => setOffers(await ask<Offer[]>('/offers'))
  const add = async ({ content, from, to }: Values) => {
    const startsAt = from && new Date(`${from}T00:00`).toISOString()
    const endsAt = to && new Date(`${to}T23:59:59`).toISOString()
    const body = { content, ...(startsAt && { startsAt }), ...(endsAt && { endsAt }) }
    const added = await ask<Offer>('/offers', { body })
    setOffers([...offers, added])
  }
  return (
    <>
      <section class="card">
        <Form button={t('offers.add')} work={add} empties={['content']}>
          <Field label={t('offers.content')}>
            <textarea name="content" rows={3} required maxLength={2000} />
          </Field>
          <div class="pair">
            <Field label={t('offers.from')}>
              <input name="from" type="date" />
            </Field>
            <Field label={t('offers.to')}>
              <input name="to" type="date" />
            </Field>
          </div>
        </Form>
      </section>
      <ul class="cards">
        {offers.map(offer => (
          <li key={offer.id} class="card">
            <Shown {...offer} />
            <Remove id={offer.id} refresh={refresh} />
          </li>
        ))}
        {offers.length === 0 && <li class="empty">{t('offers.none')}</li>}
      </ul>
    </>
  )
}

/** An offer, and when and where it is made. */
function Shown({ content, offerContentType = 'text/plain', stores, startsAt, endsAt }: Offer) {
  const when = [startsAt && `${t('offers.from')} ${day(startsAt)}`, endsAt && `${t('offers.to')} ${day(endsAt)}`]
  const where = stores && `${t('find.store')}: ${stores.join(', ')}`
  return (
    <>
      {offerContentType.startsWith('image/') ? (
        <img src={`data:${offerContentType};base64,${content}`} alt={t('offers.picture')} />
      ) : (
        <p dir="auto">{content}</p>
      )}
      <p class="hint">{[...when, where].filter(Boolean).join(' · ')}</p>
    </>
  )
}

/** A moment's day on this device's clock, by which the days of an offer are entered, too. */
function day(iso: string): string {
  return dayText(before(new Date(iso), 0))
}

/** Removes an offer. Whether it is there is known afterward, whatever came of it. */
function Remove({ id, refresh }: { id: string; refresh: () => Promise<void> }) {
  const { isBusy, state, onSubmit } = useSubmit(() => ask(`/offers/${id}`, { method: 'DELETE' }).finally(refresh))
  return (
    <form class="send-row" onSubmit={onSubmit}>
      <button class="danger" type="submit" disabled={isBusy}>
        {t('offers.remove')}
      </button>
      {state}
    </form>
  )
}
