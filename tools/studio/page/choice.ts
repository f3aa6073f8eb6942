import type { Asked, StudioState } from './calls/api.ts'

/** What the user looks at. */
export interface Choice {
  fixture: string | undefined
  /** The user's receipt, or the fixture's after editing. */
  receipt: string | undefined
  /** Name of the opened file. */
  file: string | undefined
  locale: string | undefined
  variant: string | undefined
  dark: boolean
  imagesOff: boolean
  /** Names of the visible panes. */
  panes: string[]
}

/** The request for the server. */
export function askedOf({ fixture, receipt, locale, variant }: Choice): Asked {
  return {
    ...(fixture !== undefined && { fixture }),
    ...(receipt !== undefined && { receipt }),
    ...(locale !== undefined && { locale }),
    ...(variant !== undefined && { variant }),
  }
}

/** The choice in the page's URL, with defaults. The user's receipt is never in the URL. */
export function choiceFrom(hash: string, state: StudioState): Choice {
  const said = new URLSearchParams(hash.replace(/^#/, ''))
  const fixture = state.fixtures.find(({ name }) => name === said.get('fixture')) ?? usual(state)
  const known = (name: string, list: readonly string[]) => list.find(entry => entry === said.get(name))
  return {
    fixture: fixture.name,
    receipt: undefined,
    file: undefined,
    locale: said.get('locale') === 'store' ? undefined : (known('locale', state.locales) ?? fixture.locale),
    variant: known('variant', state.variants),
    dark: said.has('dark'),
    imagesOff: said.has('images-off'),
    panes: said.get('panes')?.split(' ') ?? [
      'phone',
      ...(innerWidth >= 1500 ? ['desktop'] : []),
      'text',
      fixture.paper,
    ],
  }
}

/** The choice as a URL hash. */
export function hashOf({ fixture, locale, variant, dark, imagesOff, panes }: Choice): string {
  const said = new URLSearchParams({
    ...(fixture !== undefined && { fixture }),
    locale: locale ?? 'store',
    ...(variant !== undefined && { variant }),
    panes: panes.join(' '),
    ...(dark && { dark: '' }),
    ...(imagesOff && { 'images-off': '' }),
  })
  return `#${said}`
}

function usual({ fixtures }: StudioState) {
  return fixtures.find(({ name }) => name === 'fashion-sale.en-CA') ?? fixtures[0]!
}
