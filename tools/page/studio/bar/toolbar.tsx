import { Fragment, render } from 'preact'
import type { StudioState } from '../../../studio/server/api.ts'
import { byId } from '../../parts/dom.tsx'
import { languageName } from '../../parts/names.ts'
import { createPicker, type Option } from '../../parts/picker.tsx'
import type { Choice } from '../choice.ts'

/** Callbacks for the toolbar's choices. */
interface Picked {
  fixture(name: string): void
  locale(tag: string | undefined): void
  variant(name: string): void
}

/** The choices above the renderings, which say what was picked. */
export function createToolbar(state: StudioState, picked: Picked) {
  const fixtures = createPicker('Receipt', 'f', fixtureOptions(state), picked.fixture)
  const locales = createPicker('Language', 'l', localeOptions(state), tag =>
    picked.locale(tag === asStore ? undefined : tag),
  )
  const variants = byId('variants')
  render(
    <>
      <legend class="unseen">Variant</legend>
      {state.variants.map(variant => (
        <label key={variant}>
          <input type="radio" name="variant" value={variant} onChange={() => picked.variant(variant)} />
          <span>{variant}</span>
        </label>
      ))}
    </>,
    variants,
  )
  byId('fixture-picker').append(fixtures.element)
  byId('locale-picker').append(locales.element)
  byId('folder').textContent = state.folder ?? 'Counterfoil'
  document.title = state.folder ? `${state.folder} · Counterfoil studio` : 'Counterfoil studio'

  return {
    show({ fixture, receipt, file, locale }: Choice) {
      if (receipt === undefined) fixtures.show(fixture)
      else fixtures.show(undefined, file ?? `${fixture}, edited`)
      locales.show(locale ?? asStore)
    },
    /** Shows the variant, if none was chosen. */
    showVariant(variant: string) {
      for (const input of variants.querySelectorAll('input')) input.checked = input.value === variant
    },
    openFixtures: fixtures.open,
    openLocales: locales.open,
    focusVariants: () => variants.querySelector<HTMLElement>(':checked')?.focus(),
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
  const tags = locales.map(tag => ({ value: tag, text: languageName(tag), note: tag }))
  const sorted = tags.sort((one, other) => one.text.localeCompare(other.text))
  return [{ value: asStore, text: "The store's language" }, ...sorted]
}

/** Flashes the light next to the name: the rendering is new. */
export function showFresh(): void {
  const lamp = byId('live')
  lamp.classList.remove('fresh')
  // The animation only restarts if a layout happens without the class.
  void lamp.offsetWidth
  lamp.classList.add('fresh')
}

/** Shows with the light whether the studio is still running. */
export function showConnection(isThere: boolean): void {
  const lamp = byId('live')
  lamp.classList.toggle('gone', !isThere)
  lamp.title = isThere
    ? 'Renders again when you save a file in the template folder'
    : 'The studio has stopped; start it again'
}

/** A key and its description for the list of keys. */
interface Shortcut {
  key: string
  /** Absent if the list describes several keys in one line. */
  does?: string
  run(): void
}

/** Listed keys that are handled elsewhere. */
const otherKeys: [keys: string, does: string][] = [
  ['1–7', 'show or hide a pane'],
  ['↑ ↓', 'next field, option or place'],
  ['Tab', 'next part of the page'],
  ['Esc', 'close, clear, go back'],
]

/** Handles the keys unless the user is typing, and lists them. */
export function listenToKeys(shortcuts: readonly Shortcut[]): void {
  const help = byId<HTMLDialogElement>('help')
  const all = [...shortcuts, { key: '?', does: 'this list', run: () => help.showModal() }]
  byId('help-button').addEventListener('click', () => help.showModal())
  const listed = [...all.flatMap(({ key, does }) => (does ? [[key, does] as const] : [])), ...otherKeys]
  render(
    listed.map(([keys, does]) => (
      <Fragment key={keys}>
        <dt>
          {keys.split(' ').map(key => (
            <kbd key={key}>{key}</kbd>
          ))}
        </dt>
        <dd>{does}</dd>
      </Fragment>
    )),
    byId('help-keys'),
  )
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    if (document.querySelector('dialog[open]')) return
    const shortcut = all.find(({ key }) => key === event.key)
    if (!shortcut) return
    event.preventDefault()
    shortcut.run()
  })
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type=radio]), textarea, select')
}
