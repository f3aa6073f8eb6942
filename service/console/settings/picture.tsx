import { useId, useRef, useState } from 'preact/hooks'
import { base64Of } from '../parts/files.ts'
import { t } from '../parts/words.ts'

/** Most characters of base64: 256 KB, as the service takes them. */
const maxLength = 349_528

/** Pixels of a picture that was made smaller: four times what receipts show. */
const smaller = 800

/** What mails and PDFs show, told by how a file begins, in base64. An SVG can hold scripts, and mail clients don't show it. */
const types = { iVBORw0KGgo: 'image/png', '/9j/': 'image/jpeg', R0lGOD: 'image/gif' } as const

type PictureType = (typeof types)[keyof typeof types]

interface PictureFieldProps {
  label: string
  /** Base64; undefined without a picture. */
  value: string | undefined
  /** Called for every other picture, and for none. */
  changed: (value: string | undefined) => void
  /** What it may be, with the words for it. Default: all. */
  only?: { types: readonly PictureType[]; hint: string; wrong: string }
}

/** A field for a picture, to choose or drop, shown and removed. */
export function PictureField({ label, value, changed, only }: PictureFieldProps) {
  const {
    types: taken,
    hint,
    wrong,
  } = only ?? {
    ...{ types: Object.values(types), hint: t('look.pictureHint'), wrong: t('look.pictureWrong') },
  }
  const labelId = useId()
  const file = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState('')
  const [isOver, setOver] = useState(false)

  async function take(chosen: File | undefined): Promise<void> {
    if (file.current) file.current.value = ''
    if (!chosen) return
    const base64 = await fitting(chosen, taken)
    const found = base64 === undefined ? wrong : base64.length > maxLength ? t('look.pictureLarge') : ''
    setProblem(found)
    if (found === '') changed(base64)
  }

  const drag = (event: DragEvent) => {
    event.preventDefault()
    setOver(event.type === 'dragover')
    if (event.type === 'drop') void take(event.dataTransfer?.files[0])
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would have another layout
    <div
      class={isOver ? 'picture over' : 'picture'}
      role="group"
      aria-labelledby={labelId}
      onDragOver={drag}
      onDragLeave={drag}
      onDrop={drag}
    >
      <span id={labelId}>{label}</span>
      <div class="row">
        <span class="shown">{value !== undefined && <img src={addressOf(value) ?? ''} alt="" />}</span>
        <label class="button">
          <input
            ref={file}
            class="unseen"
            type="file"
            accept={taken.join(',')}
            aria-labelledby={labelId}
            onChange={event => void take(event.currentTarget.files?.[0])}
          />
          {t('look.choosePicture')}
        </label>
        <button
          class="quiet"
          type="button"
          hidden={value === undefined}
          onClick={() => {
            changed(undefined)
            file.current?.focus()
          }}
        >
          {t('look.removePicture')}
        </button>
      </div>
      <span class="hint">{hint}</span>
      <p class="state" role="alert">
        {problem}
      </p>
    </div>
  )
}

function typeOf(base64: string): PictureType | undefined {
  return Object.entries(types).find(([begin]) => base64.startsWith(begin))?.[1]
}

/** A picture's address, for it to be shown; undefined for what receipts don't show. */
export function addressOf(base64: string): string | undefined {
  const type = typeOf(base64)
  return type && `data:${type};base64,${base64}`
}

/** The picture as base64, made smaller if it is too large; undefined if it isn't one that receipts show. */
async function fitting(file: File, taken: readonly PictureType[]): Promise<string | undefined> {
  const sent = await base64Of(file).catch(() => '')
  const type = typeOf(sent)
  if (type === undefined || !taken.includes(type)) return undefined
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (!picture || (picture.width <= 2 * smaller && picture.height <= 2 * smaller && sent.length <= maxLength))
    return picture && sent
  const scale = Math.min(1, smaller / Math.max(picture.width, picture.height))
  const size = { width: Math.ceil(picture.width * scale), height: Math.ceil(picture.height * scale) }
  const canvas = Object.assign(document.createElement('canvas'), size)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/png').replace(/^[^,]*,/, '')
}
