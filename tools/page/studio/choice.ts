import type { RenderRequest, StudioState } from '../../studio/server/api.ts'
import { type Client, clients, type MailHabits } from './bench/mail-clients.ts'

/** What the user looks at. */
export interface Choice extends MailHabits {
  fixture: string | undefined
  /** The user's receipt, or the fixture's after editing. */
  receipt: string | undefined
  /** Name of the opened file. */
  file: string | undefined
  locale: string | undefined
  variant: string | undefined
  /** The widths of the mail's screens, by pane, in CSS px. */
  widths: Record<string, number>
  /** The roll of the slip. */
  slip: string
  /** Names of the visible panes. */
  panes: string[]
}

/** The usual widths of the mail's screens, by pane, in CSS px. */
const defaultWidths: Record<string, number> = { phone: 375, desktop: 640 }

/** The request for the server. */
export function requestOf({ fixture, receipt, locale, variant }: Choice): RenderRequest {
  return { fixture, receipt, locale, variant }
}

/** The choice in the page's URL, with defaults. The user's receipt is never in the URL. */
export function choiceFrom(hash: string, state: StudioState): Choice {
  const query = new URLSearchParams(hash.replace(/^#/, ''))
  const fixture = state.fixtures.find(({ name }) => name === query.get('fixture')) ?? usual(state)
  const known = (name: string, list: readonly string[]) => list.find(entry => entry === query.get(name))
  const widths = Object.entries(defaultWidths).map(([name, usual]) => [name, Number(query.get(name)) || usual])
  const beside = innerWidth >= 1500 ? ['desktop', 'text'] : []
  return {
    fixture: fixture.name,
    receipt: undefined,
    file: undefined,
    locale: query.get('locale') === 'store' ? undefined : (known('locale', state.locales) ?? fixture.locale),
    variant: known('variant', state.variants),
    dark: query.has('dark'),
    imagesOff: query.has('images-off'),
    client: (Object.keys(clients) as Client[]).find(name => name === query.get('client')) ?? 'sent',
    fullSize: query.has('full-size'),
    widths: Object.fromEntries(widths),
    slip: known('slip', state.slips) ?? 'slip80',
    panes: query.get('panes')?.split(' ') ?? ['phone', ...beside, fixture.paper],
  }
}

/** The choice as a URL hash. */
export function hashOf(choice: Choice): string {
  const { fixture, locale, variant, dark, imagesOff, client, fullSize, widths, slip, panes } = choice
  const changed = Object.entries(widths).filter(([name, width]) => defaultWidths[name] !== width)
  const query = new URLSearchParams({
    ...(fixture !== undefined && { fixture }),
    locale: locale ?? 'store',
    ...(variant !== undefined && { variant }),
    panes: panes.join(' '),
    ...(dark && { dark: '' }),
    ...(imagesOff && { 'images-off': '' }),
    ...(client !== 'sent' && { client }),
    ...(fullSize && { 'full-size': '' }),
    ...(slip !== 'slip80' && { slip }),
    ...Object.fromEntries(changed.map(([name, width]) => [name, String(width)])),
  })
  return `#${query}`
}

function usual({ fixtures }: StudioState) {
  // biome-ignore lint/style/noNonNullAssertion: the package ships fixtures
  return fixtures.find(({ name }) => name === 'fashion-sale.en-CA') ?? fixtures[0]!
}
