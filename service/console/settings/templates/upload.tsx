import { useState } from 'preact/hooks'
import type { ExaminedTemplates } from '../../answers.ts'
import { ask, failureWords, WordedError } from '../../parts/api.ts'
import { base64Of } from '../../parts/files.ts'
import { t } from '../../parts/words.ts'

/** Bytes that the service takes, unpacked. */
const maxBytes = 4 * 1024 * 1024

/** Files that it takes. */
const maxFiles = 500

/** A zip file or a folder to choose, or to drop here: it is checked at once, and published only later. */
export function Upload({ done }: { done: (version: ExaminedTemplates) => Promise<void> }) {
  const [{ isBusy, words }, setState] = useState({ isBusy: false, words: '' })
  const [isOver, setOver] = useState(false)

  async function send(body: Promise<unknown>): Promise<void> {
    setState({ isBusy: true, words: t('templates.checking') })
    try {
      await done(await ask<ExaminedTemplates>('/templates', { body: await body }))
      setState({ isBusy: false, words: '' })
    } catch (error) {
      setState({ isBusy: false, words: failureWords(error) })
    }
  }
  const choose = (take: (files: readonly File[]) => Promise<unknown>) => (event: Event) => {
    const field = event.currentTarget as HTMLInputElement
    const files = [...(field.files ?? [])]
    field.value = ''
    if (files.length > 0) void send(take(files))
  }
  const drag = (event: DragEvent) => {
    event.preventDefault()
    setOver(event.type === 'dragover')
    const [file] = event.type === 'drop' ? (event.dataTransfer?.files ?? []) : []
    if (file && !isBusy) void send(zipOf([file]))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the pointer; the fields in it are for all
    <div class={isOver ? 'picture over' : 'picture'} onDragOver={drag} onDragLeave={drag} onDrop={drag}>
      <div class="row">
        <label class="button">
          <input class="unseen" type="file" accept=".zip,application/zip" disabled={isBusy} onChange={choose(zipOf)} />
          {t('templates.chooseZip')}
        </label>
        <label class="button">
          <input
            class="unseen"
            type="file"
            disabled={isBusy}
            {...{ webkitdirectory: true }}
            onChange={choose(folderOf)}
          />
          {t('templates.chooseFolder')}
        </label>
      </div>
      <span class="hint">{t('templates.uploadHint', { size: '4' })}</span>
      <p class={isBusy ? 'state done' : 'state'} role="alert" aria-busy={isBusy}>
        {words}
      </p>
    </div>
  )
}

async function zipOf([file]: readonly File[]): Promise<unknown> {
  if (!file || file.size > maxBytes) throw new WordedError(t('templates.tooLarge', { size: '4' }))
  return { zip: await base64Of(file) }
}

/** All files of a folder but hidden ones, by their paths in it. */
async function folderOf(all: readonly File[]): Promise<unknown> {
  const files = all.filter(({ webkitRelativePath }) => !/(?:^|\/)\./.test(webkitRelativePath))
  if (files.length > maxFiles || files.reduce((sum, { size }) => sum + size, 0) > maxBytes)
    throw new WordedError(t('templates.tooLarge', { size: '4' }))
  const sent = files.map(async file => ({
    path: file.webkitRelativePath.replace(/^[^/]*\//, ''),
    content: await base64Of(file),
  }))
  return { files: await Promise.all(sent) }
}
