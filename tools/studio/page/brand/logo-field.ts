import { make } from '../parts/dom.ts'

/** A place for a logo: drop it, or choose it. */
export interface LogoField {
  element: HTMLElement
  /** Shows the name of the logo there is. */
  show(name: string | undefined): void
}

/** @param changed called with the picture in base64, or `null` to take it away */
export function createLogoField(label: string, field: string, changed: (picture: string | null) => void): LogoField {
  const input = make('input.unseen', { type: 'file', accept: 'image/png,image/jpeg,image/gif', 'aria-label': label })
  const name = make('span.hint')
  const remove = make('button.plain', { type: 'button', 'aria-label': `Remove: ${label}` }, 'Remove')
  const zone = make(
    'label.logo-drop',
    { 'data-drop': field },
    make('span', {}, label),
    name,
    input,
    make('span.hint', {}, 'Drop a PNG, JPEG or GIF, or choose one'),
  )
  const take = async (file: File | undefined) => {
    if (file) changed(await base64Of(file))
  }
  input.addEventListener('change', () => {
    void take(input.files?.[0])
    input.value = ''
  })
  zone.addEventListener('dragover', event => {
    event.preventDefault()
    event.stopPropagation()
    zone.classList.add('over')
  })
  zone.addEventListener('dragleave', () => zone.classList.remove('over'))
  zone.addEventListener('drop', event => {
    event.preventDefault()
    event.stopPropagation()
    zone.classList.remove('over')
    void take(event.dataTransfer?.files[0])
  })
  remove.addEventListener('click', () => changed(null))
  return {
    element: make('div.logo-field', {}, zone, remove),
    show(found) {
      name.textContent = found ?? 'none'
      remove.hidden = found === undefined
    },
  }
}

async function base64Of(file: File): Promise<string> {
  let letters = ''
  for (const byte of new Uint8Array(await file.arrayBuffer())) letters += String.fromCharCode(byte)
  return btoa(letters)
}
