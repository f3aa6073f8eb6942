import { useState } from 'preact/hooks'
import { t } from './words.ts'

/** What a receipt in a frame may do: its links open beside the page. */
export const frameRights = 'allow-popups allow-popups-to-escape-sandbox'

/** A receipt as a page of its own, in which nothing runs. */
export function ReceiptFrame({ title, src }: { title: string; src: string }) {
  return <iframe class="paper" title={title} sandbox={frameRights} src={src} />
}

/** A receipt on paper as a picture, or that there is none. @param props.kind of paper: `sheet`, `roll80` */
export function PaperPicture({ kind, label, alt, src }: { kind: string; label: string; alt: string; src: string }) {
  const [hasFailed, setFailed] = useState(false)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset doesn't scroll
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
    <div class="paper slip" tabIndex={0} role="group" aria-label={label}>
      {hasFailed ? (
        <p role="alert">{t('failure.unexpected')}</p>
      ) : (
        <img class={kind} src={src} alt={alt} onError={() => setFailed(true)} />
      )}
    </div>
  )
}
