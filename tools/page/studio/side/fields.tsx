import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

/** Saves a value; whether it was taken. */
export type Save<Value> = (value: Value) => Promise<boolean>

/** A control with its label. */
export function Setting({ label, id, children }: { label: string; id: string; children: ComponentChildren }) {
  return (
    <div class="setting">
      <label for={id}>{label}</label>
      {children}
    </div>
  )
}

interface TextProps {
  label: string
  id: string
  value: string
  /** What counts while it is empty. */
  usual?: string
  save: Save<string>
  type?: 'text' | 'url' | 'number'
  /** Id of a list of suggestions. */
  list?: string
  /** More than one makes it a text area. */
  rows?: number
  disabled?: boolean
}

/** A text that is saved with Enter, or when the field is left; Escape takes it back. What was refused stays, to be corrected. */
export function TextField(props: TextProps) {
  const { label, id, value, usual, save, type = 'text', list, rows = 1, disabled = false } = props
  const shared = { id, placeholder: usual, disabled, ...useDraft(value, typed => save(typed.trim())) }
  return (
    <Setting label={label} id={id}>
      {rows > 1 ? <textarea {...shared} rows={rows} /> : <input {...shared} type={type} list={list} />}
    </Setting>
  )
}

interface ColorProps {
  label: string
  id: string
  /** `#rrggbb`, if there is one. */
  value: string | undefined
  /** The color that counts without one. */
  usual: string
  /** Called with each color while one is dragged. */
  drag: (color: string) => void
  save: Save<string | null>
}

/** A color to pick or to type. */
export function ColorField({ label, id, value, usual, drag, save }: ColorProps) {
  const color = value ?? usual
  const hexProps = useDraft(color, typed => save(hexOf(typed) || null))
  return (
    <Setting label={label} id={id}>
      <span class="color">
        <input type="color" id={id} value={color} onInput={event => drag(event.currentTarget.value)} />
        <input type="text" id={`${id}-hex`} class="hex" aria-label={`${label}, #rrggbb`} {...hexProps} />
      </span>
      <button
        class="plain round"
        type="button"
        aria-label={`Usual: ${label}`}
        title="Back to the usual color"
        hidden={value === undefined}
        onClick={() => void save(null)}
      >
        ×
      </button>
    </Setting>
  )
}

/** Properties of a field whose text is saved with Enter, or when it is left. */
function useDraft(value: string, save: Save<string>) {
  const [draft, setDraft] = useState<string>()
  return {
    value: draft ?? value,
    spellcheck: false,
    autocomplete: 'off',
    onInput: (event: { currentTarget: { value: string } }) => setDraft(event.currentTarget.value),
    onChange: async (event: { currentTarget: { value: string } }) => {
      const typed = event.currentTarget.value
      // Something else may have been typed while it was saved.
      if (await save(typed)) setDraft(now => (now === typed ? undefined : now))
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') setDraft(undefined)
    },
  }
}

/** As designers type and paste it: `1F5`, `#1F5C4D`. */
function hexOf(typed: string): string {
  const digits = typed.trim().replace(/^#/, '').toLowerCase()
  const [, ...short] = /^([\da-f])([\da-f])([\da-f])$/.exec(digits) ?? []
  return digits && `#${short.length > 0 ? short.map(digit => digit + digit).join('') : digits}`
}

interface FileProps {
  label: string
  /** Names the place that a file is dropped on. */
  name: string
  /** The name of the file there is. */
  file: string | undefined
  /** What counts without one. */
  usual: string
  hint: string
  accept: string
  /** Called with the file in base64, or `null` to take it away. */
  put: (base64: string | null) => Promise<unknown>
}

/** A place for a file: drop it, or choose it. */
export function FileField({ label, name, file, usual, hint, accept, put }: FileProps) {
  const [isOver, setOver] = useState(false)
  const take = async (chosen: File | undefined) => {
    if (chosen) await put(await base64Of(chosen))
  }
  const drag = (event: DragEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setOver(event.type === 'dragover')
    if (event.type === 'drop') void take(event.dataTransfer?.files[0])
  }
  return (
    <div class="file-field">
      <label
        class={isOver ? 'file-drop over' : 'file-drop'}
        data-drop={name}
        title={hint}
        onDragOver={drag}
        onDragLeave={() => setOver(false)}
        onDrop={drag}
      >
        <span>{label}</span>
        <span class="hint">{file ?? `${usual}. ${hint}`}</span>
        <input
          class="unseen"
          type="file"
          accept={accept}
          aria-label={label}
          onChange={({ currentTarget }) => {
            void take(currentTarget.files?.[0])
            currentTarget.value = ''
          }}
        />
      </label>
      <button
        class="plain"
        type="button"
        aria-label={`Remove: ${label}`}
        hidden={file === undefined}
        onClick={() => void put(null)}
      >
        Remove
      </button>
    </div>
  )
}

async function base64Of(file: File): Promise<string> {
  let letters = ''
  for (const byte of new Uint8Array(await file.arrayBuffer())) letters += String.fromCharCode(byte)
  return btoa(letters)
}
