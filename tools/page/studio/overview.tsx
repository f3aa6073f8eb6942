import { render } from 'preact'
import type { FixtureEntry, StudioState } from '../../studio/server/api.ts'
import { byId, one } from '../parts/dom.tsx'
import type { MailHabits } from './bench/mail-clients.ts'
import { mailFrame } from './bench/mail-pane.tsx'
import { server } from './server.ts'

/** The mail's width in a picture, and how small it is shown. */
const [mailWidth, scale] = [375, 0.44]

/** Mails rendered at a time. */
const concurrency = 3

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
) {
  const dialog = byId<HTMLDialogElement>('overview')
  const grid = byId('overview-grid')
  const everyLanguage = byId<HTMLInputElement>('overview-languages')
  const whole = byId<HTMLInputElement>('overview-whole')
  let waiting: HTMLElement[] = []
  let running = 0
  let drawings = 0
  const seen = new IntersectionObserver(
    entries => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        seen.unobserve(target)
        waiting.push(target as HTMLElement)
        fillNext()
      }
    },
    { root: grid, rootMargin: '200px' },
  )

  /** Fills cells that wait, some at a time. */
  function fillNext(): void {
    const cell = running < concurrency ? waiting.shift() : undefined
    if (!cell) return
    running++
    // The server says what failed where it is asked for alone.
    void fill(cell)
      .catch(() => undefined)
      .finally(() => {
        running--
        fillNext()
      })
    fillNext()
  }

  function draw(): void {
    waiting = []
    seen.disconnect()
    drawings++
    grid.classList.toggle('matrix', everyLanguage.checked)
    grid.classList.toggle('whole', whole.checked)
    render(fixtures.map(row), grid)
    for (const cell of grid.querySelectorAll('.thumb')) seen.observe(cell)
  }

  function row({ name, title, locale }: FixtureEntry) {
    return (
      // With another key, no cell is kept.
      <div class="glance" key={`${name} ${drawings}`}>
        {everyLanguage.checked && <h3>{title}</h3>}
        {(everyLanguage.checked ? locales : [locale]).map(tag => (
          <button
            key={tag}
            class="thumb"
            type="button"
            data-fixture={name}
            data-locale={tag}
            onClick={() => {
              dialog.close()
              picked(name, tag)
            }}
          >
            <span class="picture" />
            <span class="name">{everyLanguage.checked ? tag : `${title} · ${tag}`}</span>
          </button>
        ))}
      </div>
    )
  }

  async function fill(cell: HTMLElement): Promise<void> {
    const { fixture = '', locale = '' } = cell.dataset
    const { variant } = choice
    const request = { fixture, locale, variant }
    const outcome = await server.render(request, AbortSignal.timeout(60_000))
    const picture = one(cell, '.picture')
    if (outcome.kind !== 'rendering') {
      cell.classList.add('wrong')
      picture.textContent = outcome.kind === 'fault' ? outcome.message : 'The receipt is not valid'
      return
    }
    const style = `width:${mailWidth}px;transform:scale(${scale})`
    const frame = mailFrame(outcome.html, choice, { title: `${fixture}, ${locale}`, style }, ({ body }) => {
      const { height } = body.getBoundingClientRect()
      frame.style.height = `${Math.ceil(height)}px`
      picture.style.setProperty('--high', `${Math.ceil(height * scale)}px`)
    })
    picture.replaceChildren(frame)
  }

  for (const box of [everyLanguage, whole]) box.addEventListener('change', draw)
  byId('overview-close').addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => {
    waiting = []
    seen.disconnect()
  })
  dialog.addEventListener('keydown', event => {
    if (event.key !== 'a' || event.ctrlKey || event.metaKey || event.altKey) return
    // The key that opens it stays in here, or it would open it again.
    event.stopPropagation()
    dialog.close()
  })
  return {
    open() {
      dialog.showModal()
      draw()
    },
    /** A file was saved: what is shown is old. */
    renew() {
      if (dialog.open) draw()
    },
  }
}
