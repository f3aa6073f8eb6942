import type { Shop, ShopSettings, Store } from '../answers.ts'
import { ask } from '../parts/api.ts'
import { Choice, Field, Form, Tick, type Values } from '../parts/form.tsx'
import { languages } from '../parts/languages.ts'
import { t } from '../parts/words.ts'

/** What is saved now. */
export function readShop(signal?: AbortSignal): Promise<Shop> {
  return ask<Shop>('/settings', signal ? { signal } : {})
}

/** Saves changes on top of what is saved by then, so that two parts of the settings don't undo each other. */
export async function saveShop(change: (shop: Shop) => { name?: string; settings: ShopSettings }): Promise<void> {
  const shop = await readShop()
  const { name = shop.name, settings } = change(shop)
  await ask('/settings', { method: 'PUT', body: { name, settings: withoutAbsent(settings) } })
}

/** Without what is empty: absent settings have their defaults. */
export function withoutAbsent<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined && each !== '')) as Value
}

/** The language of receipts: the shop's, and that of single stores. */
export async function languagesPart(signal: AbortSignal) {
  const [{ settings }, stores] = await Promise.all([readShop(signal), ask<Store[]>('/stores', { signal })])
  const { locales = {} } = settings
  const groups = Object.keys(locales.groups ?? {}).map(name => [name, t('languages.group', { name })] as const)
  const known = [...Object.entries(languages().receipts), ...groups]
  const options = (value = '') =>
    value === '' || known.some(([tag]) => tag === value) ? known : [...known, [value, value] as const]

  const save = ({ language, currency, zone, ...chosen }: Values) =>
    saveShop(({ settings: before }) => {
      const listed = stores.map(({ id }) => id)
      const others = Object.entries(before.locales?.stores ?? {}).filter(([id]) => !listed.includes(id))
      const own = listed.flatMap(id => (chosen[`store ${id}`] ? [[id, chosen[`store ${id}`]] as const] : []))
      const places = Object.fromEntries([...others, ...own])
      return {
        settings: {
          ...before,
          locales: withoutAbsent({
            ...before.locales,
            default: language,
            currency,
            timeZone: zone,
            stores: Object.keys(places).length > 0 ? places : undefined,
          }) as NonNullable<ShopSettings['locales']>,
        },
      }
    })

  return (
    <section class="card">
      <Form button={t('settings.save')} work={save} done={t('settings.saved')}>
        <Field label={t('languages.shop')}>
          <Choice name="language" value={locales.default ?? 'en-US'} options={options(locales.default)} />
        </Field>
        <Field label={t('languages.currency')} hint={t('languages.currencyHint')}>
          <input
            name="currency"
            defaultValue={locales.currency ?? ''}
            pattern="[A-Z]{3}"
            maxLength={3}
            placeholder="USD"
            autocapitalize="characters"
          />
        </Field>
        <Field label={t('languages.zone')} hint={t('languages.zoneHint')}>
          <input
            name="zone"
            defaultValue={locales.timeZone ?? ''}
            list="zones"
            placeholder="America/Toronto"
            spellcheck={false}
          />
        </Field>
        <datalist id="zones">
          {Intl.supportedValuesOf('timeZone').map(zone => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
        {stores.length > 0 && (
          <fieldset class="stores">
            <legend>{t('languages.stores')}</legend>
            {stores.map(({ id, name }) => {
              const value = locales.stores?.[id] ?? ''
              return (
                <Field key={id} label={name}>
                  <Choice
                    name={`store ${id}`}
                    value={value}
                    options={[['', t('languages.likeShop')], ...options(value)]}
                  />
                </Field>
              )
            })}
          </fieldset>
        )}
      </Form>
    </section>
  )
}

/** Whom mails are from, what is in them, and how long receipts are kept. */
export async function mailPart(signal: AbortSignal) {
  const { name, settings, mailFrom } = await readShop(signal)

  const save = ({ sender = '', days, data, ...ticked }: Values) =>
    saveShop(({ settings: { retentionDays: _, sender: __, attachData: ___, ...rest } }) => ({
      settings: {
        ...rest,
        attachPdf: 'attach' in ticked,
        ...(isDataFile(data) && { attachData: data }),
        marketing: 'marketing' in ticked,
        markCopies: 'copies' in ticked,
        ...(sender.trim() !== '' && { sender: { name: sender.trim() } }),
        ...(days && { retentionDays: Number(days) }),
      },
    }))

  const address = t('mailing.address', { address: settings.sender?.address ?? mailFrom })
  return (
    <section class="card">
      <Form button={t('settings.save')} work={save} done={t('settings.saved')}>
        <Field label={t('mailing.sender')} hint={address}>
          <input name="sender" defaultValue={settings.sender?.name ?? ''} placeholder={name} maxLength={100} />
        </Field>
        <Tick name="attach" label={t('mailing.attach')} isOn={settings.attachPdf === true} />
        <Field label={t('mailing.data')}>
          <Choice
            name="data"
            value={settings.attachData === true ? 'receipt' : settings.attachData || ''}
            options={[['', t('mailing.dataNone')], ...Object.entries(dataFiles)]}
          />
        </Field>
        <Tick name="marketing" label={t('mailing.marketing')} isOn={settings.marketing !== false} />
        <Tick name="copies" label={t('mailing.copies')} isOn={settings.markCopies === true} />
        <Field label={t('mailing.retention')} hint={t('mailing.retentionHint')}>
          <input name="days" type="number" min={1} max={36_500} defaultValue={settings.retentionDays ?? ''} />
        </Field>
      </Form>
    </section>
  )
}

/** Names of the formats, which are the same in all languages. */
const dataFiles = { receipt: 'JSON', ekabs: 'EKaBS', poslog: 'POSLog' } satisfies Record<DataFile, string>

type DataFile = Exclude<ShopSettings['attachData'], boolean | undefined>

function isDataFile(name: string | undefined): name is DataFile {
  return name !== undefined && name in dataFiles
}
