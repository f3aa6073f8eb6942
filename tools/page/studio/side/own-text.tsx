import { useEffect, useRef, useState } from 'preact/hooks'
import type { OwnText, TextInput } from '../../../studio/server/api.ts'
import { Options } from '../../parts/choice.tsx'
import { languageName } from '../../parts/names.ts'

/** What can be done with texts between sections; each says whether it was done. */
export interface TextActs {
  save: (given: TextInput) => Promise<boolean>
  remove: (name: string) => Promise<boolean>
}

interface TextFormProps {
  /** The text; a new one if there is none. */
  text: OwnText | undefined
  /** The section that a new one stands below. */
  below: string | undefined
  /** Says where it stands. */
  title: string
  /** Languages to write it in, the first ones first. */
  languages: readonly string[]
  /** All that there are. */
  all: readonly string[]
  acts: TextActs
  close: () => void
}

/** A text of the merchant's own in each language, without a template to write. */
export function TextForm({ text, below, title, languages, all, acts, close }: TextFormProps) {
  const [words, setWords] = useState<Record<string, string>>(text?.words ?? {})
  const [added, setAdded] = useState<string[]>([])
  const first = useRef<HTMLTextAreaElement>(null)
  const tags = [...new Set([...languages, ...Object.keys(text?.words ?? {}), ...added])]

  useEffect(() => first.current?.focus(), [])

  async function finish(work: Promise<boolean>): Promise<void> {
    if (await work) close()
  }

  const save = () => {
    const given = Object.fromEntries(tags.map(tag => [tag, words[tag] ?? '']))
    void finish(acts.save({ ...(text && { name: text.name }), ...(below !== undefined && { below }), words: given }))
  }

  return (
    <form
      class="text-form"
      aria-label={title}
      onSubmit={event => {
        event.preventDefault()
        save()
      }}
      onKeyDown={event => {
        if (event.key === 'Escape') close()
        else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
      }}
    >
      <h4>{title}</h4>
      {tags.map((tag, at) => (
        <label key={tag}>
          <span>{languageName(tag)}</span>
          <textarea
            ref={at === 0 ? first : null}
            name={tag}
            lang={tag}
            dir="auto"
            rows={2}
            maxLength={2000}
            value={words[tag] ?? ''}
            onInput={event => setWords({ ...words, [tag]: event.currentTarget.value })}
          />
        </label>
      ))}
      <select
        aria-label="Another language"
        value=""
        onChange={({ currentTarget }) => {
          setAdded([...added, currentTarget.value])
          currentTarget.value = ''
        }}
      >
        <option value="">Another language…</option>
        <Options of={all.filter(tag => !tags.includes(tag)).map(tag => [tag, languageName(tag)])} />
      </select>
      <p class="hint">Readers of a language that you leave empty get English, or else the first that you write.</p>
      <p class="acts">
        <button class="toggle" type="submit" disabled={!tags.some(tag => words[tag]?.trim())}>
          Save
        </button>
        <button class="plain" type="button" onClick={close}>
          Cancel
        </button>
        {text && (
          <button class="plain" type="button" onClick={() => void finish(acts.remove(text.name))}>
            Remove
          </button>
        )}
      </p>
    </form>
  )
}

/**
 * The languages to write a text in first: that of the mail which is shown, English, and those the folder has words for.
 *
 * @param shown the mail's language
 * @param known the languages there are
 */
export function languagesToWrite(language: string, folder: readonly string[], known: readonly string[]): string[] {
  const wider = language.split('-').map((_, at, parts) => parts.slice(0, at + 1).join('-'))
  const now = wider.findLast(tag => folder.includes(tag)) ?? wider.find(tag => known.includes(tag)) ?? language
  return [...new Set([now, 'en', ...folder])]
}
