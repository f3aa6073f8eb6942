import { server } from '../calls/server.ts'
import { byId, debounced, make } from '../parts/dom.ts'
import { createLogoField } from './logo-field.ts'
import { createSectionList } from './section-list.ts'

export interface BrandPanel {
  /** Reads `brand.json` again. */
  refresh(): Promise<void>
}

/** What the package uses where `brand.json` says nothing. */
const usual = { color: '#1f5c4d', corner: 12, density: 'comfortable', variant: 'modern' }

/**
 * The brand as controls. Each change is written into `brand.json` at once, and the renderings follow as after every save. Without
 * a template folder, it says how to make one.
 *
 * @param sections the names of all sections, in the package's order
 */
export function createBrandPanel(folder: string | null, sections: readonly string[]): BrandPanel {
  const panel = byId('side-brand')
  if (folder === null) {
    panel.append(
      make('p.hint', {}, 'To change a brand, make a template folder and open the studio with it:'),
      make('pre.frame', {}, 'npx counterfoil template new my-brand\nnpx counterfoil studio my-brand'),
    )
    return { refresh: async () => {} }
  }
  const problem = make('p.problem', { role: 'alert' })
  const color = make('input', { type: 'color', id: 'brand-color' })
  const dark = make('input', { type: 'color', id: 'brand-color-dark' })
  const usualDark = make('button.plain', { type: 'button' }, 'Automatic')
  const corner = make('input', { type: 'range', id: 'brand-corner', min: 0, max: 24 })
  const density = choices('brand-density', ['comfortable', 'dense'])
  const look = choices('brand-variant', ['modern', 'classic', 'compact'])
  const alone = make('input', { type: 'checkbox', id: 'brand-alone' })
  const logo = createLogoField('Logo', 'logo', picture => void putLogo('logo', picture))
  const logoDark = createLogoField('Logo for dark mode', 'logoDark', picture => void putLogo('logoDark', picture))
  const order = createSectionList(sections, list => void save({ sections: list }))

  panel.append(
    row('Color', color),
    row('Color in the dark', dark, usualDark),
    logo.element,
    logoDark.element,
    make('label.check', {}, alone, 'The logo says the name'),
    row('Corner', corner),
    row('Density', density),
    row('Look', look),
    order.element,
    problem,
  )

  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work()
      problem.textContent = ''
    } catch (error) {
      problem.textContent = (error as Error).message
    }
    await refresh()
  }

  const save = (changes: Record<string, unknown>) => attempt(() => server.saveBrand(changes))
  const saveSoon = debounced(200, (changes: Record<string, unknown>) => void save(changes))

  function putLogo(field: 'logo' | 'logoDark', picture: string | null): Promise<void> {
    // A logo for the dark alone is none.
    if (picture === null && field === 'logo') return save({ logo: null, logoDark: null })
    return picture === null ? save({ [field]: null }) : attempt(() => server.saveLogo(field, picture))
  }

  async function refresh(): Promise<void> {
    const { settings, usualDark: automatic } = await server.brand()
    color.value = settings.color ?? usual.color
    dark.value = settings.colorDark ?? automatic
    usualDark.hidden = settings.colorDark === undefined
    corner.value = String(settings.corner ?? usual.corner)
    density.value = settings.density ?? usual.density
    look.value = settings.variant ?? usual.variant
    alone.checked = settings.logoStandsAlone === true
    logo.show(settings.logo)
    logoDark.show(settings.logoDark)
    order.show(settings.sections)
  }

  color.addEventListener('input', () => saveSoon({ color: color.value }))
  dark.addEventListener('input', () => saveSoon({ colorDark: dark.value }))
  usualDark.addEventListener('click', () => void save({ colorDark: null }))
  corner.addEventListener('input', () => saveSoon({ corner: corner.valueAsNumber }))
  density.addEventListener('change', () => void save({ density: density.value }))
  look.addEventListener('change', () => void save({ variant: look.value }))
  alone.addEventListener('change', () => void save({ logoStandsAlone: alone.checked || null }))
  return { refresh }
}

function choices(id: string, names: readonly string[]): HTMLSelectElement {
  return make('select', { id }, ...names.map(name => make('option', { value: name }, name)))
}

function row(label: string, control: HTMLElement, ...more: HTMLElement[]): HTMLElement {
  return make('div.setting', {}, make('label', { for: control.id }, label), control, ...more)
}
