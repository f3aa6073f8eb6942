import { useState } from 'preact/hooks'
import { eventTypes } from '../../src/delivery/webhooks/payload.ts'
import type { Webhook } from '../answers.ts'
import { ask } from '../parts/api.ts'
import { Card } from '../parts/elements.tsx'
import { Field, Form, openDialog, SecretText, Tick, type Values } from '../parts/form.tsx'
import { t, timeText } from '../parts/words.ts'
import { readShop, saveShop } from './shop.tsx'
import { eventWords, Log } from './webhook-log.tsx'

/** Where the merchant's own systems are told what happens: add one, try it, see what it answers. */
export async function webhooksPart(signal: AbortSignal) {
  const [first, { settings }] = await Promise.all([ask<Webhook[]>('/webhooks', { signal }), readShop(signal)])
  return <Webhooks first={first} contact={settings.contactEmail ?? ''} />
}

interface Shown {
  id: string
  secret: string
}

function Webhooks({ first, contact }: { first: Webhook[]; contact: string }) {
  const [webhooks, setWebhooks] = useState(first)
  const [fresh, setFresh] = useState<Shown>({ id: '', secret: '' })
  const refresh = async () => setWebhooks(await ask<Webhook[]>('/webhooks'))
  const show = async (shown: Shown) => {
    setFresh(shown)
    await refresh()
  }
  const add = async (values: Values) => show(await ask<Shown>('/webhooks', { body: sentOf(values) }))
  const saveContact = ({ contact: address = '' }: Values) =>
    saveShop(({ settings: { contactEmail: _, ...rest } }) => ({
      settings: { ...rest, ...(address !== '' && { contactEmail: address.trim() }) },
    }))
  return (
    <>
      <p class="hint">{t('webhooks.hint')}</p>
      {webhooks.map(webhook => (
        <WebhookCard
          key={webhook.id}
          of={webhook}
          secret={fresh.id === webhook.id ? fresh.secret : ''}
          refresh={refresh}
          show={show}
        />
      ))}
      <Card title={t('webhooks.add')}>
        <Form button={t('webhooks.add')} work={add} empties={['url']}>
          <WebhookFields />
        </Form>
      </Card>
      <Card title={t('webhooks.contactTitle')}>
        <Form button={t('settings.save')} work={saveContact} done={t('settings.saved')}>
          <Field label={t('webhooks.contact')} hint={t('webhooks.contactHint')}>
            <input name="contact" type="email" maxLength={254} defaultValue={contact} autocomplete="email" />
          </Field>
        </Form>
      </Card>
    </>
  )
}

/** What is decided about a webhook. */
function WebhookFields({ of: webhook }: { of?: Webhook }) {
  return (
    <>
      <Field label={t('webhooks.url')} hint={t('webhooks.urlHint')}>
        <input
          name="url"
          type="url"
          required
          maxLength={2000}
          autocomplete="off"
          spellcheck={false}
          dir="ltr"
          defaultValue={webhook?.url ?? ''}
          placeholder="https://shop.example.com/webhooks"
        />
      </Field>
      <fieldset class="stores">
        <legend>{t('webhooks.events')}</legend>
        {eventTypes.map(type => (
          <Tick key={type} name={type} label={eventWords(type)} isOn={webhook?.events.includes(type) ?? true} />
        ))}
      </fieldset>
      <Tick name="customer" label={t('webhooks.customer')} isOn={webhook?.customerData ?? false} />
    </>
  )
}

function sentOf({ url = '', customer, ...ticked }: Values) {
  return { url: url.trim(), events: eventTypes.filter(type => ticked[type] === 'on'), customerData: customer === 'on' }
}

interface WebhookProps {
  of: Webhook
  /** A new one to show; empty if there is none. */
  secret: string
  refresh: () => Promise<void>
  show: (shown: Shown) => Promise<void>
}

function WebhookCard({ of: webhook, secret, refresh, show }: WebhookProps) {
  const { id, url, active, customerData, events } = webhook
  const [tests, setTests] = useState(0)
  const name = nameOf(webhook)
  const path = `/webhooks/${id}`
  const test = async () => {
    await ask(`${path}/test`, { method: 'POST' })
    setTests(tests + 1)
  }
  const turn = async () => {
    await ask(path, { method: 'PUT', body: { active: !active } })
    await refresh()
  }
  return (
    <Card title={<bdi>{name}</bdi>} kind="webhook">
      <p>
        <State of={webhook} />
      </p>
      <p>
        <code dir="ltr" class="address">
          {url}
        </code>
      </p>
      <p class="hint">
        {events.map(eventWords).join(' · ')}
        {customerData && ` · ${t('webhooks.customer')}`}
      </p>
      {secret !== '' && <SecretText text={secret} words={t('webhooks.once')} />}
      <div class="buttons">
        <button type="button" aria-label={t('webhooks.testOne', { name })} onClick={test}>
          {t('webhooks.test')}
        </button>
        <button type="button" aria-label={t('webhooks.changeOne', { name })} onClick={() => change(webhook, refresh)}>
          {t('webhooks.change')}
        </button>
        <button type="button" aria-label={t('webhooks.secretOne', { name })} onClick={() => renew(webhook, show)}>
          {t('webhooks.secret')}
        </button>
        <button
          type="button"
          aria-label={`${t(active ? 'webhooks.turnOff' : 'webhooks.turnOn')}: ${name}`}
          onClick={turn}
        >
          {t(active ? 'webhooks.turnOff' : 'webhooks.turnOn')}
        </button>
        <button
          class="danger"
          type="button"
          aria-label={t('webhooks.removeOne', { name })}
          onClick={() => remove(webhook, refresh)}
        >
          {t('webhooks.remove')}
        </button>
      </div>
      <Log key={tests} path={path} isOpen={tests > 0} isOn={active} />
    </Card>
  )
}

/** Its host: an address may be long, and differ only at its end. */
function nameOf({ url }: Webhook): string {
  return URL.canParse(url) ? new URL(url).host : url
}

function State({ of: { failingSince, offAt, offReason, active } }: { of: Webhook }) {
  if (!active)
    return (
      <span class="badge wrong">
        {t(`webhooks.off.${offReason ?? 'hand'}`, { time: offAt === undefined ? '' : timeText(offAt) })}
      </span>
    )
  if (failingSince !== undefined)
    return <span class="badge doubt">{t('webhooks.failing', { time: timeText(failingSince) })}</span>
  return <span class="badge">{t('webhooks.on')}</span>
}

function change(webhook: Webhook, done: () => Promise<void>): void {
  openDialog({
    title: t('webhooks.changeOne', { name: nameOf(webhook) }),
    content: <WebhookFields of={webhook} />,
    button: t('settings.save'),
    async work(values) {
      await ask(`/webhooks/${webhook.id}`, { method: 'PUT', body: sentOf(values) })
      await done()
    },
  })
}

function renew(webhook: Webhook, show: (shown: Shown) => Promise<void>): void {
  openDialog({
    title: t('webhooks.secretOne', { name: nameOf(webhook) }),
    content: <p>{t('webhooks.secretText')}</p>,
    button: t('webhooks.secret'),
    work: async () => show(await ask<Shown>(`/webhooks/${webhook.id}/secret`, { method: 'POST' })),
  })
}

function remove(webhook: Webhook, done: () => Promise<void>): void {
  openDialog({
    title: t('webhooks.removeOne', { name: nameOf(webhook) }),
    content: <p>{t('webhooks.removeText')}</p>,
    button: t('webhooks.remove'),
    isDanger: true,
    async work() {
      await ask(`/webhooks/${webhook.id}`, { method: 'DELETE' })
      await done()
    },
  })
}
