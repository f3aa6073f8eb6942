import { type FoundReceipt, placeOf } from '../find/find.ts'
import { icon } from '../frame/icons.ts'
import { ask } from '../parts/api.ts'
import { make, on } from '../parts/dom.ts'
import { go } from '../parts/router.ts'
import { may } from '../parts/session.ts'
import type { Page } from '../parts/view.ts'
import { t } from '../parts/words.ts'
import { dataSection, type Warning } from './data.ts'
import { eraseButton } from './erase.ts'
import { facts } from './facts.ts'
import { mailList } from './mails.ts'
import { sendForm } from './send.ts'

export interface Receipt extends FoundReceipt {
  receivedAt: string
  receiptType?: string
  register?: string
  /** The customer's, also if nothing was mailed. */
  customerAddress?: string
  hasBounced: boolean
  languages: string[]
  warnings: Warning[]
  /** The request's JSON text. */
  request: string
}

/** One receipt: as the customer sees it, what happened to it, and what a desk can do. */
export const receiptPage: Page = async (place, session, signal) => {
  const id = encodeURIComponent(place.path[1] ?? '')
  const receipt = await ask<Receipt>(`/receipts/${id}`, { signal })
  const { number, emailAddress, customerAddress = '', request, warnings } = receipt
  const mails = mailList(id, signal)
  await mails.refresh()
  return {
    title: t('receipt.title', { number }),
    content: [
      make(
        'div.receipt',
        {},
        make(
          'div.side',
          {},
          facts(receipt),
          mails.element,
          may(session, 'desk') && sendForm(id, emailAddress ?? customerAddress, () => void mails.refresh()),
        ),
        make('div.seen', {}, paper(id), documentButtons(id)),
        make(
          'div.side.rest',
          {},
          dataSection(request, warnings),
          may(session, 'admin') && eraseButton(id, number, () => go(placeOf({}))),
        ),
      ),
    ],
  }
}

function paper(id: string): HTMLElement {
  const frame = make('iframe.paper', {
    title: t('receipt.frame'),
    sandbox: 'allow-popups allow-popups-to-escape-sandbox',
    src: `/console/api/receipts/${id}/html`,
  })
  return frame
}

/** The PDF to keep or to print, on a paper of choice. */
function documentButtons(id: string): HTMLElement {
  const paper = make(
    'select',
    { 'aria-label': t('act.paper') },
    ...['', 'a4', 'letter', 'roll80', 'roll58'].map(size =>
      make('option', { value: size }, size === '' ? t('act.usualPaper') : t(`paper.${size as 'a4'}`)),
    ),
  )
  const save = make('a.button', { download: '' }, icon('download'), t('act.pdf'))
  const print = make('a.button', { target: '_blank', rel: 'noopener' }, icon('print'), t('act.print'))
  const point = () => {
    const query = paper.value && `paper=${paper.value}`
    save.href = `/console/api/receipts/${id}/pdf${query && `?${query}`}`
    print.href = `/console/api/receipts/${id}/pdf?inline${query && `&${query}`}`
  }
  on(paper, 'change', point)
  point()
  return make('div.documents', {}, paper, save, print)
}
