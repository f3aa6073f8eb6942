import type { Presenting } from '../presenting.ts'
import type { DocumentKind, FooterView, HeadingView, LinkView } from '../receipt-view.ts'
import { saysThanks } from './thanks.ts'

/** The merchant's lines, thanks, and why the email was sent. */
export function presentFooter(
  { receipt, t, isolate }: Presenting,
  kind: DocumentKind,
  heading: Pick<HeadingView, 'store'>,
  { footer = [], link }: { footer?: readonly string[] | undefined; link?: LinkView | undefined },
): FooterView {
  const request = kind === 'payment-link'
  // A gift's recipient bought nothing, and a store that already says thanks needn't say it twice.
  const thanks = !request && kind !== 'gift' && !saysThanks(receipt, footer)
  return {
    lines: footer.map(isolate.words),
    ...(link && { link }),
    ...(thanks && { thanks: t('footer.thanks') }),
    automatic: request ? t('footer.automaticRequest', { store: heading.store }) : t('footer.automatic'),
  }
}
