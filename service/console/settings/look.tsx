import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { papers } from '../../../src/pdf/paper.ts'
import { looks } from '../../../src/view/variant.ts'
import { elementOf } from '../../../tools/page/parts/dom.tsx'
import type { ShopSettings } from '../answers.ts'
import { Choice, Field, Form, Tick } from '../parts/form.tsx'
import { frameRights } from '../parts/seen.tsx'
import { t } from '../parts/words.ts'
import { PictureField } from './picture.tsx'
import { readShop, saveShop, withoutAbsent } from './shop.tsx'

const densities = ['comfortable', 'dense'] as const

/** The look of receipts, with a preview that follows every change. */
export async function lookPart(signal: AbortSignal) {
  const { name, settings } = await readShop(signal)
  return <Look name={name} settings={settings} />
}

/** Milliseconds without a change until there is a new preview. */
const previewPause = 300

/** What the form shows. */
type Draft = ReturnType<typeof draftOf>

function draftOf(name: string, { brand = {}, variant = 'modern', paper = 'a4' }: ShopSettings) {
  const { color = '#1f5c4d', corner = 12, density = 'comfortable', logo, logoDark, logoWidth, footer = [] } = brand
  const standsAlone = brand.logoStandsAlone === true
  const lines = [footer].flat().join('\n')
  return { name, variant, paper, color, corner, density, logo, logoDark, logoWidth, standsAlone, footer: lines }
}

/** What is typed into a field. */
type Typed = { currentTarget: { value: string } }

function Look({ name, settings }: { name: string; settings: ShopSettings }) {
  const [draft, setDraft] = useState(draftOf(name, settings))
  const preview = useRef<HTMLDivElement>(null)
  const isFirst = useRef(true)
  const put = (changes: Partial<Draft>) => setDraft(before => ({ ...before, ...changes }))
  const text = (name: 'name' | 'color' | 'footer') => ({
    value: draft[name],
    onInput: (event: Typed) => put({ [name]: event.currentTarget.value }),
  })
  const size = (name: 'logoWidth' | 'corner', value: number) => ({
    value,
    onInput: (event: Typed) => put({ [name]: Number(event.currentTarget.value) }),
  })
  const choice = (name: 'variant' | 'density' | 'paper') => ({
    value: draft[name],
    changed: (value: string) => put({ [name]: value }),
  })
  useLayoutEffect(() => {
    const show = () => preview.current && showPreview(preview.current, changed(settings, draft, settings))
    const timer = setTimeout(show, isFirst.current ? 0 : previewPause)
    isFirst.current = false
    return () => clearTimeout(timer)
  }, [draft])
  const save = () => saveShop(shop => ({ name: draft.name, settings: changed(shop.settings, draft, settings) }))
  // A logo without a width has its own, up to the widest.
  const width = draft.logoWidth ?? (settings.brand?.logo ? 200 : 120)
  return (
    <div class="receipt look">
      <div class="preview" ref={preview} />
      <section class="card">
        <Form button={t('settings.save')} work={save} done={t('settings.saved')}>
          <Field label={t('look.name')}>
            <input required maxLength={100} {...text('name')} />
          </Field>
          <PictureField label={t('look.logo')} value={draft.logo} changed={logo => put({ logo, logoWidth: width })} />
          <PictureField label={t('look.logoDark')} value={draft.logoDark} changed={logoDark => put({ logoDark })} />
          <Field label={t('look.logoWidth')}>
            <input type="range" min={24} max={200} {...size('logoWidth', width)} />
          </Field>
          <Tick label={t('look.logoAlone')} isOn={draft.standsAlone} changed={standsAlone => put({ standsAlone })} />
          <Field label={t('look.look')}>
            <Choice options={looks.map(each => [each, t(`variant.${each}`)])} {...choice('variant')} />
          </Field>
          <Field label={t('look.color')}>
            <input type="color" {...text('color')} />
          </Field>
          <Field label={t('look.corner')}>
            <input type="range" min={0} max={24} {...size('corner', draft.corner)} />
          </Field>
          <Field label={t('look.density')}>
            <Choice options={densities.map(each => [each, t(`look.${each}`)])} {...choice('density')} />
          </Field>
          <Field label={t('look.footer')}>
            <textarea rows={3} maxLength={2000} {...text('footer')} />
          </Field>
          <Field label={t('look.paper')}>
            <Choice options={papers.map(each => [each, t(`paper.${each}`)])} {...choice('paper')} />
          </Field>
        </Form>
      </section>
    </div>
  )
}

/** The settings with what the form shows. @param opened the settings when the form was opened */
function changed(before: ShopSettings, draft: Draft, opened: ShopSettings): ShopSettings {
  const { variant, paper, color, corner, density, logo, logoDark, logoWidth, standsAlone } = draft
  const footer = draft.footer
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
  // Without a logo of its own, a shop may have one in its template folder, which width and the rest are for.
  const isRemoved = opened.brand?.logo !== undefined && logo === undefined
  const logos = isRemoved
    ? { logo: undefined, logoDark: undefined, logoWidth: undefined, logoStandsAlone: undefined }
    : { logo, logoDark, logoWidth, logoStandsAlone: standsAlone || undefined }
  const brand = { ...before.brand, color, corner, density, footer: footer.length > 0 ? footer : undefined, ...logos }
  return { ...before, variant, paper, brand: withoutAbsent(brand) as NonNullable<ShopSettings['brand']> }
}

let previews = 0

/**
 * Shows the newest receipt with settings that aren't saved, in a frame that a form fills, because a logo is too long for an address.
 * Each preview has a frame of its own, which takes the place of the one before once it is there: nothing flickers, and going back
 * leaves the page.
 */
function showPreview(place: HTMLElement, settings: ShopSettings): void {
  previews += 1
  const name = `preview${previews}`
  const frame = elementOf<HTMLIFrameElement>(
    <iframe class="paper" name={name} title={t('look.preview')} sandbox={frameRights} />,
  )
  place.append(frame)
  // Only now, because an empty frame is loaded at once.
  frame.addEventListener('load', () => {
    while (place.firstChild !== frame) place.firstChild?.remove()
  })
  const form = elementOf<HTMLFormElement>(
    <form method="post" action="/console/api/preview" target={name} hidden>
      <input type="hidden" name="settings" value={JSON.stringify(settings)} />
    </form>,
  )
  place.append(form)
  form.submit()
  form.remove()
}
