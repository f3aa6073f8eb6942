import { ask } from '../parts/api.ts'
import { make } from '../parts/dom.ts'
import { choice, field, form } from '../parts/form.ts'
import { languages } from '../parts/languages.ts'
import { t } from '../parts/words.ts'
import type { Part } from './settings.ts'
import { readShop, saveShop, withoutAbsent } from './shop.ts'

/** The language of receipts: the shop's, and that of single stores. */
export const languagesPart: Part = async (_session, signal) => {
  const [{ settings }, stores] = await Promise.all([
    readShop(signal),
    ask<{ id: string; name: string }[]>('/stores', { signal }),
  ])
  const { locales = {} } = settings
  const groups = Object.keys(locales.groups ?? {}).map(name => [name, t('languages.group', { name })] as const)
  const known = [...Object.entries(languages), ...groups]
  const options = (value = '') =>
    value === '' || known.some(([tag]) => tag === value) ? known : [...known, [value, value] as const]
  const shop = choice(locales.default ?? 'en-US', options(locales.default))
  const currency = make('input', {
    value: locales.currency ?? '',
    pattern: '[A-Z]{3}',
    maxlength: 3,
    placeholder: 'USD',
    autocapitalize: 'characters',
  })
  const zones = make(
    'datalist',
    { id: 'zones' },
    ...Intl.supportedValuesOf('timeZone').map(zone => make('option', { value: zone })),
  )
  const zone = make('input', {
    value: locales.timeZone ?? '',
    list: 'zones',
    placeholder: 'America/Toronto',
    spellcheck: 'false',
  })
  const own = stores.map(({ id, name }) => {
    const value = locales.stores?.[id] ?? ''
    return { id, name, select: choice(value, [['', t('languages.likeShop')], ...options(value)]) }
  })
  const button = make('button.main', { type: 'submit' }, t('settings.save'))
  const fields = [
    field(t('languages.shop'), shop),
    field(t('languages.currency'), currency, t('languages.currencyHint')),
    field(t('languages.zone'), zone, t('languages.zoneHint')),
    zones,
    ...(own.length === 0
      ? []
      : [
          make(
            'fieldset.stores',
            {},
            make('legend', {}, t('languages.stores')),
            ...own.map(({ name, select }) => field(name, select)),
          ),
        ]),
  ]
  const save = () =>
    saveShop(({ settings: before }) => {
      const chosen = own
        .filter(({ select }) => select.value !== '')
        .map(({ id, select }) => [id, select.value] as const)
      const others = Object.entries(before.locales?.stores ?? {}).filter(([id]) => !own.some(store => store.id === id))
      const places = Object.fromEntries([...others, ...chosen])
      return {
        settings: {
          ...before,
          locales: withoutAbsent({
            ...before.locales,
            default: shop.value,
            currency: currency.value,
            timeZone: zone.value,
            stores: Object.keys(places).length > 0 ? places : undefined,
          }) as NonNullable<typeof before.locales>,
        },
      }
    })
  return [make('section.card', {}, form(fields, button, save, t('settings.saved')))]
}
