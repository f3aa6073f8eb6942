import { make, newId, on } from '../parts/dom.ts'
import { t } from '../parts/words.ts'

/** Most characters of base64: 256 KB, as the service takes them. */
const most = 349_528

/** Pixels of a picture that was made smaller: four times what receipts show. */
const smaller = 800

/** What mails and PDFs show, told by how a file begins, in base64. An SVG can hold scripts, and mail clients don't show it. */
const types = { iVBORw0KGgo: 'image/png', '/9j/': 'image/jpeg', R0lGOD: 'image/gif' } as const

/** A picture to choose or drop, shown and removed. */
export interface PictureField {
  element: HTMLElement
  /** Base64; undefined without a picture. */
  value(): string | undefined
}

/**
 * A field for a picture.
 *
 * @param known base64
 * @param changed called for every other picture, and for none
 */
export function pictureField(label: string, known: string | undefined, changed: () => void): PictureField {
  let value = known
  const labelId = newId()
  const file = make('input.unseen', {
    type: 'file',
    accept: Object.values(types).join(','),
    'aria-labelledby': labelId,
  })
  const shown = make('span.shown')
  const remove = make('button.quiet', { type: 'button' }, t('look.removePicture'))
  const state = make('p.state', { role: 'alert' })
  const choose = make('label.button', {}, file, t('look.choosePicture'))
  const hint = make('span.hint', {}, t('look.pictureHint'))
  const row = make('div.row', {}, shown, choose, remove)
  const element = make(
    'div.picture',
    { role: 'group', 'aria-labelledby': labelId },
    make('span', { id: labelId }, label),
    row,
    hint,
    state,
  )
  on(file, 'change', () => void take(file.files?.[0]))
  on(remove, 'click', () => {
    set(undefined)
    changed()
    file.focus()
  })
  for (const type of ['dragover', 'dragleave', 'drop'])
    on(element, type, event => {
      event.preventDefault()
      element.classList.toggle('over', type === 'dragover')
      if (event instanceof DragEvent && type === 'drop') void take(event.dataTransfer?.files[0])
    })
  set(known)
  return { element, value: () => value }

  async function take(chosen: File | undefined): Promise<void> {
    file.value = ''
    if (!chosen) return
    const base64 = await fitting(chosen)
    const problem = base64 === undefined ? 'look.pictureWrong' : base64.length > most ? 'look.pictureLarge' : undefined
    state.textContent = problem === undefined ? '' : t(problem)
    if (problem !== undefined) return
    set(base64)
    changed()
  }

  function set(base64: string | undefined): void {
    value = base64
    remove.hidden = base64 === undefined
    shown.replaceChildren(...(base64 === undefined ? [] : [make('img', { src: addressOf(base64) ?? '', alt: '' })]))
  }
}

function addressOf(base64: string): string | undefined {
  const [, type] = Object.entries(types).find(([begin]) => base64.startsWith(begin)) ?? []
  return type && `data:${type};base64,${base64}`
}

/** The picture as base64, made smaller if it is too large; undefined if it isn't one that receipts show. */
async function fitting(file: File): Promise<string | undefined> {
  const sent = await base64Of(file)
  if (addressOf(sent) === undefined) return undefined
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (!picture || (picture.width <= 2 * smaller && picture.height <= 2 * smaller && sent.length <= most))
    return picture && sent
  const scale = Math.min(1, smaller / Math.max(picture.width, picture.height))
  const canvas = make('canvas', { width: Math.ceil(picture.width * scale), height: Math.ceil(picture.height * scale) })
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/png').replace(/^[^,]*,/, '')
}

function base64Of(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  on(reader, 'load', () => resolve(String(reader.result).replace(/^[^,]*,/, '')))
  on(reader, 'error', () => reject(reader.error))
  reader.readAsDataURL(file)
  return promise
}
