import { make, on } from '../parts/dom.ts'
import { choice, field, form, tick } from '../parts/form.ts'
import { t } from '../parts/words.ts'
import { pictureField } from './picture.ts'
import { previewFrame } from './preview.ts'
import type { Part } from './settings.ts'
import { readShop, type ShopSettings, saveShop, withoutAbsent } from './shop.ts'

const looks = ['modern', 'classic', 'compact'] as const
const densities = ['comfortable', 'dense'] as const
const papers = ['a4', 'letter', 'roll80', 'roll58'] as const

/** The look of receipts, with a preview that follows every change. */
export const lookPart: Part = async (_session, signal) => {
  const { name, settings } = await readShop(signal)
  const { brand = {} } = settings
  const shopName = make('input', { value: name, required: true, maxlength: 100 })
  const color = make('input', { type: 'color', value: brand.color ?? '#1f5c4d' })
  const corner = make('input', { type: 'range', min: 0, max: 24, value: brand.corner ?? 12 })
  const density = choice(
    brand.density ?? 'comfortable',
    densities.map(each => [each, t(`look.${each}`)] as const),
  )
  const look = choice(
    settings.variant ?? 'modern',
    looks.map(each => [each, t(`variant.${each}`)] as const),
  )
  const footer = make('textarea', { rows: 3, maxlength: 2000 }, [brand.footer ?? []].flat().join('\n'))
  const paper = choice(
    settings.paper ?? 'a4',
    papers.map(each => [each, t(`paper.${each}`)] as const),
  )
  const preview = previewFrame()
  const showLater = (wait = 300) => {
    clearTimeout(timer)
    timer = setTimeout(() => preview.show(changed(settings)), wait)
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  // A logo without a width has its own, up to the widest.
  const width = make('input', { type: 'range', min: 24, max: 200, value: brand.logoWidth ?? (brand.logo ? 200 : 120) })
  let logoWidth = brand.logoWidth
  const takeWidth = () => {
    logoWidth = Number(width.value)
  }
  on(width, 'input', takeWidth)
  const logo = pictureField(t('look.logo'), brand.logo, () => {
    takeWidth()
    showLater()
  })
  const logoDark = pictureField(t('look.logoDark'), brand.logoDark, () => showLater())
  const alone = tick(t('look.logoAlone'), brand.logoStandsAlone === true)
  const changed = (before: ShopSettings): ShopSettings => {
    const lines = footer.value
      .split('\n')
      .map(line => line.trim())
      .filter(Boolean)
    const drawn = {
      ...before.brand,
      color: color.value,
      corner: Number(corner.value),
      density: density.value as 'dense',
      footer: lines.length > 0 ? lines : undefined,
      ...logos(),
    }
    return {
      ...before,
      variant: look.value,
      paper: paper.value,
      brand: withoutAbsent(drawn) as NonNullable<ShopSettings['brand']>,
    }
  }
  /** Without a logo of its own, a shop may have one in its template folder, which width and the rest are for. */
  const logos = () => {
    const isRemoved = brand.logo !== undefined && logo.value() === undefined
    if (isRemoved) return { logo: undefined, logoDark: undefined, logoWidth: undefined, logoStandsAlone: undefined }
    const standsAlone = alone.input.checked || undefined
    return { logo: logo.value(), logoDark: logoDark.value(), logoWidth, logoStandsAlone: standsAlone }
  }
  const button = make('button.main', { type: 'submit' }, t('settings.save'))
  const fields = [
    field(t('look.name'), shopName),
    logo.element,
    logoDark.element,
    field(t('look.logoWidth'), width),
    alone.element,
    field(t('look.look'), look),
    field(t('look.color'), color),
    field(t('look.corner'), corner),
    field(t('look.density'), density),
    field(t('look.footer'), footer),
    field(t('look.paper'), paper),
  ]
  const save = () => saveShop(shop => ({ name: shopName.value, settings: changed(shop.settings) }))
  const element = form(fields, button, save, t('settings.saved'))
  on(element, 'input', () => showLater())
  signal.addEventListener('abort', () => clearTimeout(timer))
  // Once the page is there: a form that isn't sends nothing.
  showLater(0)
  return [make('div.receipt.look', {}, preview.element, make('section.card', {}, element))]
}
