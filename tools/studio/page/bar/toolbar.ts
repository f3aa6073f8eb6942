import type { StudioState } from '../calls/api.ts'
import type { Choice } from '../choice.ts'
import { byId, make } from '../parts/dom.ts'
import { createPicker, type Option } from '../parts/picker.ts'

export interface Toolbar {
  show(choice: Choice): void
  /** Shows the variant, if none was chosen. */
  showVariant(variant: string): void
  openFixtures(): void
  openLocales(): void
  focusVariants(): void
}

/** Callbacks for the toolbar's choices. */
export interface Picked {
  fixture(name: string): void
  locale(tag: string | undefined): void
  variant(name: string): void
}

export function createToolbar(state: StudioState, picked: Picked): Toolbar {
  const fixtures = createPicker('Receipt', 'f', fixtureOptions(state), picked.fixture)
  const locales = createPicker('Language', 'l', localeOptions(state), tag =>
    picked.locale(tag === asStore ? undefined : tag),
  )
  const inputs = state.variants.map(variant => variantInput(variant, picked.variant))
  byId('fixture-picker').append(fixtures.element)
  byId('locale-picker').append(locales.element)
  byId('folder').textContent = state.folder ?? 'Counterfoil'
  document.title = state.folder ? `${state.folder} · Counterfoil studio` : 'Counterfoil studio'

  return {
    show({ fixture, receipt, file, locale }) {
      if (receipt === undefined) fixtures.show(fixture)
      else fixtures.show(undefined, file ?? `${fixture}, edited`)
      locales.show(locale ?? asStore)
    },
    showVariant(variant) {
      for (const input of inputs) input.checked = input.value === variant
    },
    openFixtures: fixtures.open,
    openLocales: locales.open,
    focusVariants: () => inputs.find(({ checked }) => checked)?.focus(),
  }
}

/** Stands for the language of the receipt's store. */
const asStore = 'store'

function fixtureOptions({ fixtures }: StudioState): Option[] {
  const byTrade = Map.groupBy(fixtures, ({ trade }) => trade)
  return [...byTrade]
    .sort(([one], [other]) => one.localeCompare(other))
    .flatMap(([group, entries]) => entries.map(({ name, title }) => ({ value: name, text: title, note: name, group })))
}

function localeOptions({ locales }: StudioState): Option[] {
  const names = new Intl.DisplayNames('en', { type: 'language' })
  const tags = locales.map(tag => ({ value: tag, text: names.of(tag) ?? tag, note: tag }))
  const sorted = tags.sort((one, other) => one.text.localeCompare(other.text))
  return [{ value: asStore, text: "The store's language" }, ...sorted]
}

function variantInput(variant: string, picked: (variant: string) => void): HTMLInputElement {
  const input = make('input', { type: 'radio', name: 'variant', value: variant })
  input.addEventListener('change', () => picked(variant))
  byId('variants').append(make('label', {}, input, make('span', {}, variant)))
  return input
}
