import type { Presenting } from '../presenting.ts'
import type { DocumentKind, FooterView, HeadingView, LinkView } from '../receipt-view.ts'

/** The merchant's own lines, thanks, and why the mail came. */
export function presentFooter(
  { t, isolate }: Presenting,
  kind: DocumentKind,
  heading: HeadingView,
  { footer = [], link }: { footer?: readonly string[]; link?: LinkView },
): FooterView {
  const request = kind === 'payment-link'
  return {
    lines: footer.map(isolate.words),
    ...(link && { link }),
    ...(!request && { thanks: t('footer.thanks', { store: heading.store }) }),
    automatic: t(request ? 'footer.automaticRequest' : 'footer.automatic'),
  }
}
