import { adaptToClient, asShown, type MailHabits } from '../bench/mail-habits.ts'
import type { FixtureEntry, StudioState } from '../calls/api.ts'
import { server } from '../calls/server.ts'
import { byId, make } from '../parts/dom.ts'
import { createQueue } from './queue.ts'

export interface Overview {
  open(): void
  /** A file was saved: what is shown is old. */
  renew(): void
}

/** The mail's width in a picture, and how small it is shown. */
const [mailWidth, scale] = [375, 0.44]

/** Mails rendered at a time. */
const together = 3

/**
 * All receipts at a glance, one row each, in their usual language or in every one. Mails are rendered as they come into view;
 * a click opens one.
 *
 * @param choice the variant and the mail client that are looked at now
 */
export function createOverview(
  { fixtures, locales }: StudioState,
  choice: MailHabits & { variant: string | undefined },
  picked: (fixture: string, locale: string) => void,
): Overview {
  const dialog = byId<HTMLDialogElement>('overview')
  const grid = byId('overview-grid')
  const everyLanguage = byId<HTMLInputElement>('overview-languages')
  const whole = byId<HTMLInputElement>('overview-whole')
  const queue = createQueue(together)
  const seen = new IntersectionObserver(
    entries => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        seen.unobserve(target)
        queue.add(() => fill(target as HTMLElement))
      }
    },
    { root: grid, rootMargin: '200px' },
  )

  function draw(): void {
    queue.clear()
    seen.disconnect()
    const cells = fixtures.map(fixture => row(fixture, everyLanguage.checked ? locales : [fixture.locale]))
    grid.classList.toggle('matrix', everyLanguage.checked)
    grid.classList.toggle('whole', whole.checked)
    grid.replaceChildren(...cells)
    for (const cell of grid.querySelectorAll('.thumb')) seen.observe(cell)
  }

  function row({ name, title }: FixtureEntry, tags: readonly string[]): HTMLElement {
    const thumbs = tags.map(tag => {
      const button = make('button.thumb', { type: 'button', 'data-fixture': name, 'data-locale': tag })
      button.append(make('span.picture', {}), make('span.name', {}, everyLanguage.checked ? tag : `${title} · ${tag}`))
      button.addEventListener('click', () => {
        dialog.close()
        picked(name, tag)
      })
      return button
    })
    return make('div.glance', {}, ...(everyLanguage.checked ? [make('h3', {}, title)] : []), ...thumbs)
  }

  async function fill(cell: HTMLElement): Promise<void> {
    const { fixture, locale } = cell.dataset
    const asked = {
      fixture: fixture!,
      locale: locale!,
      ...(choice.variant !== undefined && { variant: choice.variant }),
    }
    const outcome = await server.render(asked, AbortSignal.timeout(60_000))
    const picture = cell.querySelector<HTMLElement>('.picture')!
    if (outcome.kind !== 'rendering') {
      cell.classList.add('wrong')
      picture.textContent = outcome.kind === 'fault' ? outcome.message : 'The receipt is not valid'
      return
    }
    const frame = make('iframe', { sandbox: 'allow-same-origin', tabindex: '-1', title: `${fixture}, ${locale}` })
    frame.style.cssText = `width:${mailWidth}px;transform:scale(${scale})`
    frame.addEventListener('load', () => {
      if (frame.contentDocument) adaptToClient(frame.contentDocument, choice)
      const height = frame.contentDocument?.body?.getBoundingClientRect().height ?? 0
      frame.style.height = `${Math.ceil(height)}px`
      picture.style.setProperty('--high', `${Math.ceil(height * scale)}px`)
    })
    frame.srcdoc = asShown(outcome.html, choice)
    picture.replaceChildren(frame)
  }

  for (const box of [everyLanguage, whole]) box.addEventListener('change', draw)
  byId('overview-close').addEventListener('click', () => dialog.close())
  return {
    open() {
      dialog.showModal()
      draw()
    },
    renew() {
      if (dialog.open) draw()
    },
  }
}
