import type { Presenting } from '../presenting.ts'
import type { DocumentKind, FooterView, HeadingView, LinkView } from '../receipt-view.ts'
import { saysThanks } from './thanks.ts'

/** The merchant's own lines, thanks, and why the mail came. */
export function presentFooter(
  { receipt, t, isolate }: Presenting,
  kind: DocumentKind,
  heading: Pick<HeadingView, 'store'>,
  { footer = [], link }: { footer?: readonly string[]; link?: LinkView },
): FooterView {
  const request = kind === 'payment-link'
  // Who gets a present bought nothing, and who was thanked by the shop itself needs no second thanks.
  const thanks = !request && kind !== 'gift' && !saysThanks(receipt, footer)
  return {
    lines: footer.map(isolate.words),
    ...(link && { link }),
    ...(thanks && { thanks: t('footer.thanks') }),
    automatic: request ? t('footer.automaticRequest', { store: heading.store }) : t('footer.automatic'),
  }
}
