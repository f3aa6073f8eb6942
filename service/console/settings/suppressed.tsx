import { useRef, useState } from 'preact/hooks'
import type { Suppressed, ToldSuppression } from '../answers.ts'
import { ask } from '../parts/api.ts'
import { Moment, TableHead, TextCell } from '../parts/elements.tsx'
import { Choice, Field, Form, openDialog, useAct, type Values } from '../parts/form.tsx'
import { addressOf } from '../parts/router.ts'
import { number, t } from '../parts/words.ts'
import { suppressionWords } from '../receipt/mail-words.ts'

const path = '/suppressions'

const kinds = ['bounce', 'complaint', 'hand'] as const satisfies readonly (keyof Suppressed['counts'])[]

/** Whom nothing is sent to, and why: look an address up, add it, lift it. */
export async function suppressedPart(signal: AbortSignal) {
  return <SuppressedAddresses first={await ask<Suppressed>(path, { signal })} />
}

type Row = Suppressed['suppressions'][number]

function SuppressedAddresses({ first }: { first: Suppressed }) {
  const [{ suppressions, counts, next }, setPage] = useState(first)
  const [kind, setKind] = useState('')
  const wanted = useRef('')
  const show = async (chosen: string) => {
    wanted.current = chosen
    setKind(chosen)
    const page = await ask<Suppressed>(`${path}${chosen && `?kind=${chosen}`}`)
    // Another may have been chosen since, and answered first.
    if (wanted.current === chosen) setPage(page)
  }
  const choosing = useAct(show)
  const { isBusy, ...more } = useAct(async () => {
    const page = await ask<Suppressed>(`${path}?cursor=${next}${kind && `&kind=${kind}`}`)
    if (wanted.current === kind) setPage({ ...page, suppressions: [...suppressions, ...page.suppressions] })
  })
  const total = kinds.reduce((sum, each) => sum + counts[each], 0)
  const options = kinds.map(each => [each, counted(t(`suppressed.kind.${each}`), counts[each])] as const)
  const columns = (['address', 'why', 'since', 'until', 'act'] as const).map(each => t(`suppressed.column.${each}`))
  return (
    <>
      <p class="hint">{t('suppressed.hint')}</p>
      <LookUp changed={() => show(kind)} />
      {total === 0 ? (
        <p class="empty">{t('suppressed.none')}</p>
      ) : (
        <div class="filter">
          <Choice
            label={t('suppressed.column.why')}
            value={kind}
            options={[['', counted(t('suppressed.all'), total)], ...options]}
            changed={chosen => void choosing.act(chosen)}
          />
        </div>
      )}
      {choosing.state}
      <table class="rows stacked" hidden={suppressions.length === 0}>
        <caption class="unseen">{t('settings.suppressed')}</caption>
        <TableHead columns={columns} />
        <tbody>
          {suppressions.map(row => (
            <SuppressedRow key={row.id} row={row} lifted={() => show(kind)} />
          ))}
        </tbody>
      </table>
      {next !== undefined && (
        <button type="button" disabled={isBusy} onClick={() => void more.act()}>
          {t('suppressed.more')}
        </button>
      )}
      {more.state}
    </>
  )
}

const counted = (words: string, count: number) => `${words} (${number(count)})`

function SuppressedRow({ row, lifted }: { row: Row; lifted: () => Promise<void> }) {
  const { id, kind, emailAddress, receiptId, since, until, by } = row
  const why = t(`suppressed.kind.${kind}`)
  return (
    <tr>
      {emailAddress === undefined ? (
        <td class="hint">{t('suppressed.unknown')}</td>
      ) : receiptId === undefined ? (
        <TextCell text={emailAddress} />
      ) : (
        <td>
          <a href={addressOf(['receipts', receiptId])}>
            <bdi>{emailAddress}</bdi>
          </a>
        </td>
      )}
      <td data-label={t('suppressed.column.why')}>
        {why}
        {by !== undefined && (
          <span class="hint">
            {' · '}
            <bdi>{by}</bdi>
          </span>
        )}
      </td>
      <td data-label={t('suppressed.column.since')}>
        <Moment iso={since} />
      </td>
      <td data-label={t('suppressed.column.until')}>
        {until === undefined ? t('suppressed.open') : <Moment iso={until} />}
      </td>
      <td class="end">
        <LiftButton name={emailAddress ?? why} choice={{ id }} lifted={lifted} />
      </td>
    </tr>
  )
}

/** Asks whether to write again, and does. */
export function LiftButton(props: {
  name: string
  choice: { id: string } | { emailAddress: string }
  lifted: () => Promise<void>
}) {
  const { name, choice, lifted } = props
  const title = t('suppressed.liftOne', { name })
  const confirm = () =>
    openDialog({
      title,
      content: <p>{t('suppressed.liftText')}</p>,
      button: t('suppressed.lift'),
      async work() {
        await ask(`${path}/lift`, { body: choice })
        await lifted()
      },
    })
  return (
    <button type="button" aria-label={title} onClick={confirm}>
      {t('suppressed.lift')}
    </button>
  )
}

/** Looks an address up, and offers what can be done about it. */
function LookUp({ changed }: { changed: () => Promise<void> }) {
  const [found, setFound] = useState<{ emailAddress: string; suppression?: ToldSuppression | undefined }>()
  const look = async (emailAddress: string) => {
    const { suppression } = await ask<{ suppression?: ToldSuppression }>(`${path}/find`, { body: { emailAddress } })
    setFound({ emailAddress, suppression })
  }
  const find = ({ emailAddress = '' }: Values) => look(emailAddress.trim())
  const { isBusy, state, act } = useAct(async (emailAddress: string) => {
    await ask(path, { body: { emailAddress } })
    await Promise.all([look(emailAddress), changed()])
  })
  return (
    <section class="card">
      <Form button={t('suppressed.find')} work={find}>
        <Field label={t('suppressed.address')}>
          <input
            name="emailAddress"
            type="text"
            inputmode="email"
            required
            maxLength={254}
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            dir="ltr"
          />
        </Field>
      </Form>
      <div class="answer" role="status">
        {found?.suppression && (
          <div class="send-row">
            <p class="notice doubt">{suppressionWords(found.suppression)}</p>
            <LiftButton
              name={found.emailAddress}
              choice={{ emailAddress: found.emailAddress }}
              lifted={async () => void (await Promise.all([look(found.emailAddress), changed()]))}
            />
          </div>
        )}
        {found && !found.suppression && (
          <div class="send-row">
            <p>{t('suppressed.free', { address: found.emailAddress })}</p>
            <button type="button" disabled={isBusy} onClick={() => void act(found.emailAddress)}>
              {t('suppressed.add')}
            </button>
            {state}
          </div>
        )}
      </div>
    </section>
  )
}
