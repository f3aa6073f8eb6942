import { useEffect, useState } from 'preact/hooks'
import type { FoundReceipt, FoundReceipts } from '../answers.ts'
import { ask, mayOfAll, type Session } from '../parts/api.ts'
import { CopyButton, Form, SecretText } from '../parts/form.tsx'
import { addressOf } from '../parts/router.ts'
import { amountWords, t } from '../parts/words.ts'

/** What stands for a key until there is one. */
const keyPlace = 'KEY:SECRET'

/** Milliseconds between two looks for the first receipt, and how many: a page that is left open must not keep its session. */
const pause = 2000
const maxLooks = 300

/** What a new merchant does first, instead of figures of nothing: make a key, send a receipt, see it. */
export function Start({ session }: { session: Session }) {
  const [key, setKey] = useState('')
  const [first, setFirst] = useState<FoundReceipt>()
  const [looks, setLooks] = useState(0)
  useEffect(() => {
    if (first || looks === maxLooks) return
    const look = async () => {
      const { receipts } = await ask<FoundReceipts>('/receipts/find', { body: {} })
      setFirst(receipts[0])
    }
    const timer = setTimeout(
      () =>
        void look()
          .finally(() => setLooks(looks + 1))
          .catch(() => {}),
      pause,
    )
    return () => clearTimeout(timer)
  }, [first, looks])
  const make = async () => {
    const { credentials } = await ask<{ credentials: string }>('/keys', { body: { label: t('start.keyName') } })
    setKey(credentials)
  }
  const command = commandFor(session, key || keyPlace)
  return (
    <ol class="start">
      <li class="card">
        <h2>{t('start.key')}</h2>
        {key !== '' ? (
          <SecretText text={key} words={t('keys.once')} />
        ) : !session.isPerson ? (
          <p class="hint">{t('start.haveKey')}</p>
        ) : mayOfAll(session, 'admin') ? (
          <>
            <p class="hint">{t('start.keyHint')}</p>
            <Form button={t('keys.make')} work={make} />
          </>
        ) : (
          <p class="hint">{t('start.askKey')}</p>
        )}
      </li>
      <li class="card">
        <h2>{t('start.send')}</h2>
        <p class="hint">{t(key === '' ? 'start.sendHint' : 'start.sendReady', { place: keyPlace })}</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
        <pre dir="ltr" tabIndex={0}>
          {command}
        </pre>
        <CopyButton text={command} />
      </li>
      <li class="card" aria-live="polite">
        <h2>{t('start.see')}</h2>
        {first ? (
          <>
            <p>
              <a href={addressOf(['receipts', first.id])}>{t('receipt.title', { number: first.number })}</a>
              {' · '}
              <bdi>{amountWords(first.amount)}</bdi>
            </p>
            <p class="hint">{t('start.seen')}</p>
          </>
        ) : (
          <p class="hint">{t(looks === maxLooks ? 'start.reload' : 'start.waiting')}</p>
        )}
      </li>
    </ol>
  )
}

/** A command that sends a receipt on paper, so that no mail goes to an address that isn't there. */
function commandFor({ merchant }: Session, credentials: string): string {
  const receipt = {
    receiptType: 'PaperOnly',
    transactionType: 'SaleTransaction',
    transactionNumber: '1001',
    currency: 'USD',
    workstation: { id: '1', store: { id: '1', name: merchant.name.slice(0, 100), address: {} } },
    items: [{ name: 'Coffee', quantity: { value: 2 }, price: 4.5, total: 9 }],
    grandAmount: 9,
    tenders: [{ tenderTypeCode: 'Cash', amount: 9 }],
  }
  const fields = Object.entries(receipt).map(([name, value]) => `  "${name}": ${JSON.stringify(value)}`)
  // As JSON writes it, because no quotation mark may stand within the shell's.
  const body = `{\n${fields.join(',\n')}\n}`.replaceAll("'", '\\u0027')
  const url = `${location.origin}/ws/rest/v1/merchants/${encodeURIComponent(merchant.id)}/receipts`
  return `curl -u '${credentials}' -H 'Content-Type: application/json' ${url} -d '${body}'`
}
