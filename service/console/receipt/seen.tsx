import { useState } from 'preact/hooks'
import { Toggles } from '../parts/elements.tsx'
import { t } from '../parts/words.ts'

/** The receipt as the customer sees it: the mail, or what a till prints on paper of a width. */
export function Seen({ id }: { id: string }) {
  const [width, setWidth] = useState<Width>()
  const slips = widths.map(each => ({
    words: t('receipt.slip', { width: each }),
    isOn: width === each,
    work: () => setWidth(each),
  }))
  const mail = { words: t('receipt.asMail'), isOn: width === undefined, work: () => setWidth(undefined) }
  return (
    <>
      <Toggles label={t('receipt.views')} buttons={[mail, ...slips]} />
      {width === undefined ? (
        <iframe
          class="paper"
          title={t('receipt.frame')}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          src={`/console/api/receipts/${id}/html`}
        />
      ) : (
        <Slip key={width} id={id} width={width} />
      )}
    </>
  )
}

/** Of paper, in millimeters. */
const widths = [80, 58] as const

type Width = (typeof widths)[number]

function Slip({ id, width }: { id: string; width: Width }) {
  const [hasFailed, setFailed] = useState(false)
  const alt = t('receipt.slipPicture', { width })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset doesn't scroll
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
    <div class="paper slip" tabIndex={0} role="group" aria-label={t('receipt.slip', { width })}>
      {hasFailed ? (
        <p role="alert">{t('failure.unexpected')}</p>
      ) : (
        <img
          class={`roll${width}`}
          src={`/console/api/receipts/${id}/slip?paper=roll${width}`}
          alt={alt}
          onError={() => setFailed(true)}
        />
      )}
    </div>
  )
}
