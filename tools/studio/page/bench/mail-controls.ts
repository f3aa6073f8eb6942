import { byId, make } from '../parts/dom.ts'
import { type Client, clients, type MailHabits } from './mail-habits.ts'

/** The controls of how mail is shown: client, size, dark, images. */
export interface MailControls {
  show(habits: MailHabits): void
}

/**
 * Makes the controls.
 *
 * @param now the habits as they are
 */
export function createMailControls(
  now: () => MailHabits,
  changed: (changes: Partial<MailHabits>) => void,
): MailControls {
  const client = byId<HTMLSelectElement>('client')
  const [fullSize, dark, images] = ['full-size', 'dark', 'images'].map(id => byId<HTMLButtonElement>(id)) as [
    HTMLButtonElement,
    HTMLButtonElement,
    HTMLButtonElement,
  ]
  client.replaceChildren(...Object.entries(clients).map(([value, name]) => make('option', { value }, name)))
  client.addEventListener('change', () => changed({ client: client.value as Client }))
  fullSize.addEventListener('click', () => changed({ fullSize: !now().fullSize }))
  dark.addEventListener('click', () => changed({ dark: !now().dark }))
  images.addEventListener('click', () => changed({ imagesOff: !now().imagesOff }))

  return {
    show(habits) {
      client.value = habits.client
      fullSize.setAttribute('aria-pressed', String(habits.fullSize))
      dark.setAttribute('aria-pressed', String(habits.dark))
      images.setAttribute('aria-pressed', String(habits.imagesOff))
      // Other clients have a dark of their own, or none.
      dark.disabled = habits.client !== 'sent'
    },
  }
}
