import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { papers } from '../../../src/pdf/paper.ts'
import type { Mail, SeenReceipt } from '../answers.ts'
import { placeOf } from '../find/criteria.ts'
import { ask, may } from '../parts/api.ts'
import { Card, Icon, Moment, Toggles } from '../parts/elements.tsx'
import { Choice, Field, openDialog } from '../parts/form.tsx'
import { addressOf, currentPlace, go, type Page } from '../parts/router.ts'
import { PaperPicture, ReceiptFrame } from '../parts/seen.tsx'
import { amountWords, known, t } from '../parts/words.ts'
import { LiftButton } from '../settings/suppressed.tsx'
import { suppressionWords } from './mail-words.ts'
import { MailsAndSending } from './mails.tsx'
import { Steps } from './steps.tsx'

/** One receipt: as the customer sees it, what happened to it, and what a desk can do. */
export const receiptPage: Page = async (place, session, signal) => {
  const id = encodeURIComponent(place.path[1] ?? '')
  const receipt = await ask<SeenReceipt>(`/receipts/${id}`, { signal })
  const mails = await ask<Mail[]>(`/receipts/${id}/deliveries`, { signal })
  const { number } = receipt
  return {
    title: t('receipt.title', { number }),
    content: (
      <div class="receipt">
        <div class="seen">
          <Steps id={place.path[1] ?? ''} />
          <Seen id={id} />
          <Documents id={id} hasGift={receipt.hasGift === true} />
        </div>
        <div class="side">
          <Facts {...receipt} mayLift={may(session, 'desk')} />
          <MailsAndSending
            receiptId={id}
            first={mails}
            address={receipt.emailAddress ?? receipt.customerAddress ?? ''}
            isSuppressed={receipt.suppression !== undefined}
            maySend={may(session, 'desk')}
          />
        </div>
        <div class="side rest">
          <Data {...receipt} />
          {may(session, 'manager') && (
            <button class="danger" type="button" onClick={() => erase(id, number)}>
              <Icon name="trash" />
              {t('act.erase')}
            </button>
          )}
        </div>
      </div>
    ),
  }
}

/** What to know first: the address, large, because whether it was right is the first question; then what it is about. */
function Facts({ mayLift, ...receipt }: SeenReceipt & { mayLift: boolean }) {
  const { emailAddress, customerAddress, suppression, amount, date, store, storeId, register, payment } = receipt
  const address = emailAddress ?? customerAddress
  return (
    <section class="card facts" aria-label={t('receipt.facts')}>
      <p class="hint">{t('receipt.address')}</p>
      {address ? (
        <p class="address">
          <bdi>{address}</bdi>
        </p>
      ) : (
        <p class="address none">{t('receipt.noAddress')}</p>
      )}
      {suppression && (
        <div class="send-row">
          <p class="notice wrong">{suppressionWords(suppression)}</p>
          {mayLift && address && (
            <LiftButton name={address} choice={{ emailAddress: address }} lifted={async () => showAnew()} />
          )}
        </div>
      )}
      <dl>
        <Fact name={t('receipt.amount')} value={<bdi class="large">{amountWords(amount)}</bdi>} />
        <Fact name={t('receipt.date')} value={<bdi>{date}</bdi>} />
        <Fact
          name={t('receipt.store')}
          value={
            <a href={placeOf({ store: storeId })}>
              <bdi>{store}</bdi>
            </a>
          }
        />
        <Fact name={t('receipt.register')} value={register && <bdi>{register}</bdi>} />
        <Fact name={t('receipt.payment')} value={payment && <bdi>{payment}</bdi>} />
        <Fact name={t('receipt.type')} value={known(`receiptType.${receipt.receiptType}`)} />
        <Fact name={t('receipt.received')} value={<Moment iso={receipt.receivedAt} />} />
      </dl>
    </section>
  )
}

/** The same receipt, as it is by now. */
function showAnew(): void {
  const { path, query, secret } = currentPlace()
  go(addressOf(path, Object.fromEntries(query), Object.fromEntries(secret)), { replace: true })
}

function Fact({ name, value }: { name: string; value: ComponentChildren }) {
  if (!value) return null
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}

/** The PDF to keep or to print, on a paper of choice, also as a gift receipt. The browser's key to print prints it, not this page. */
function Documents({ id, hasGift }: { id: string; hasGift: boolean }) {
  const [paper, setPaper] = useState('')
  const [variant, setVariant] = useState('')
  const options = papers.map(size => [size, t(`paper.${size}`)] as const)
  const chosen = [...(paper ? [`paper=${paper}`] : []), ...(variant ? [`variant=${variant}`] : [])]
  const address = (...more: string[]) => `/console/api/receipts/${id}/pdf${query([...more, ...chosen])}`
  const toPrint = address('inline')
  // At once: a key may be pressed before the browser has time for effects.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      window.open(toPrint, '_blank', 'noopener')
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [toPrint])
  return (
    <div class="documents">
      {hasGift && (
        <Choice
          label={t('act.what')}
          value={variant}
          options={[
            ['', t('variant.receipt')],
            ['gift', t('variant.gift')],
          ]}
          changed={setVariant}
        />
      )}
      <Choice
        label={t('act.paper')}
        value={paper}
        options={[['', t('act.usualPaper')], ...options]}
        changed={setPaper}
      />
      <a class="button" download="" href={address()}>
        <Icon name="download" />
        {t('act.pdf')}
      </a>
      <a class="button" target="_blank" rel="noopener" href={toPrint} aria-keyshortcuts="Control+P">
        <Icon name="print" />
        {t('act.print')}
      </a>
    </div>
  )
}

function query(parts: readonly string[]): string {
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

/** What is odd about a receipt's data, and the request as the till sent it. */
function Data({ request, warnings: all }: SeenReceipt) {
  const of = (wanted: string) => all.filter(({ severity }) => severity === wanted)
  const warnings = [...of('wrong'), ...of('odd')]
  return (
    <Card title={t('data.title')}>
      {warnings.length === 0 ? (
        <p class="hint">{t('data.fine')}</p>
      ) : (
        <details class="warnings">
          <summary>{t('data.warnings', { count: warnings.length })}</summary>
          <ul dir="ltr" lang="en">
            {warnings.map(({ path, message }) => (
              <li key={`${path} ${message}`}>
                <code>{path}</code>
                <p>{message}</p>
              </li>
            ))}
          </ul>
        </details>
      )}
      <details>
        <summary>{t('data.request')}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
        <pre dir="ltr" tabIndex={0}>
          {indented(request)}
        </pre>
      </details>
    </Card>
  )
}

/** JSON on several lines, every number with the digits that were sent, where the browser can. */
function indented(text: string): string {
  const { rawJSON } = JSON as { rawJSON?: (text: string) => unknown }
  const asSent = (_: string, value: unknown, { source }: { source?: string } = {}) =>
    typeof value === 'number' && rawJSON && source !== undefined ? rawJSON(source) : value
  return JSON.stringify(JSON.parse(text, asSent), null, 2)
}

/** Erases a receipt, once it is told why. */
function erase(receiptId: string, number: string): void {
  openDialog({
    title: t('act.eraseTitle', { number }),
    button: t('act.eraseButton'),
    isDanger: true,
    content: (
      <>
        <p>{t('act.eraseText')}</p>
        <Field label={t('act.reasonLabel')}>
          <select name="reason" required>
            <option value="" />
            {(['customer', 'mistake', 'test'] as const).map(reason => (
              <option key={reason} value={reason}>
                {t(`act.reason.${reason}`)}
              </option>
            ))}
          </select>
        </Field>
        <Field label={t('act.reference')}>
          <input name="reference" maxLength={100} pattern="[^@]*" autocomplete="off" />
        </Field>
      </>
    ),
    async work({ reason, reference }) {
      await ask(`/receipts/${receiptId}/erase`, { body: { reason, ...(reference && { reference }) } })
      go(placeOf({}))
    },
  })
}

/** The receipt as the customer sees it: the mail, or what a till prints on paper of a width. */
function Seen({ id }: { id: string }) {
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
        <ReceiptFrame title={t('receipt.frame')} src={`/console/api/receipts/${id}/html`} />
      ) : (
        <PaperPicture
          key={width}
          kind={`roll${width}`}
          label={t('receipt.slip', { width })}
          alt={t('receipt.slipPicture', { width })}
          src={`/console/api/receipts/${id}/slip?paper=roll${width}`}
        />
      )}
    </>
  )
}

/** Of paper, in millimeters. */
const widths = [80, 58] as const

type Width = (typeof widths)[number]
