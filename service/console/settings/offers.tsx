import { useState } from 'preact/hooks'
import type { Offer, Store } from '../answers.ts'
import { before } from '../find/days.ts'
import { ask } from '../parts/api.ts'
import { Field, Form, useSubmit, type Values } from '../parts/form.tsx'
import { dayText, t } from '../parts/words.ts'
import { addressOf, PictureField } from './picture.tsx'
import { StoresField, storesTyped, storesWords } from './stores-field.tsx'

/** What receipts offer, with which picture, where and until when. */
export async function offersPart(signal: AbortSignal) {
  const [first, stores] = await Promise.all([ask<Offer[]>('/offers', { signal }), ask<Store[]>('/stores', { signal })])
  return <Offers first={first} stores={stores} />
}

/** Widest picture that a receipt shows, CSS px. */
const widest = 536

function Offers({ first, stores }: { first: Offer[]; stores: readonly Store[] }) {
  const [offers, setOffers] = useState(first)
  const [picture, setPicture] = useState<string>()
  const refresh = async () => setOffers(await ask<Offer[]>('/offers'))
  const add = async ({ content, from, to, width, stores: typed }: Values) => {
    const startsAt = from && new Date(`${from}T00:00`).toISOString()
    const endsAt = to && new Date(`${to}T23:59:59`).toISOString()
    const shown = picture === undefined ? {} : { picture, imageWidth: Number(width) }
    const when = { ...(startsAt && { startsAt }), ...(endsAt && { endsAt }) }
    const added = await ask<Offer>('/offers', { body: { content, ...shown, ...when, ...storesTyped(typed) } })
    setPicture(undefined)
    setOffers([...offers, added])
  }
  return (
    <>
      <section class="card">
        <Form button={t('offers.add')} work={add} empties={['content', 'stores']}>
          <Field label={t('offers.content')}>
            <textarea name="content" rows={3} required maxLength={2000} />
          </Field>
          <PictureField
            label={t('offers.pictureField')}
            value={picture}
            changed={setPicture}
            only={{
              types: ['image/png', 'image/jpeg'],
              hint: t('offers.pictureHint'),
              wrong: t('offers.pictureWrong'),
            }}
          />
          {picture !== undefined && (
            <Field label={t('offers.width')}>
              <input name="width" type="range" min={60} max={widest} defaultValue={String(widest)} />
            </Field>
          )}
          <StoresField known={stores} hint={t('offers.storesHint')} />
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
function Shown({ content, offerContentType = 'text/plain', picture, imageWidth, stores, startsAt, endsAt }: Offer) {
  const when = [startsAt && `${t('offers.from')} ${day(startsAt)}`, endsAt && `${t('offers.to')} ${day(endsAt)}`]
  const where = stores && storesWords(stores)
  return (
    <>
      {picture !== undefined && <img src={addressOf(picture) ?? ''} width={imageWidth} alt={t('offers.picture')} />}
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
