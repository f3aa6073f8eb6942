import {
  countedRows,
  notCountedRows,
  partTables,
  type SheetRow,
  signedNotes,
} from '../../src/statistics/day-end/sheet.ts'
import type { Store, StoreDay } from '../answers.ts'
import { before } from '../find/days.ts'
import { ask, may, type Session } from '../parts/api.ts'
import { Card, PartNote } from '../parts/elements.tsx'
import { Choice, Field, Form, type Values } from '../parts/form.tsx'
import { addressOf, go, type Page, type Route } from '../parts/router.ts'
import { language, t } from '../parts/words.ts'
import { teller } from './teller.ts'
import { amountTyped } from './typed.ts'

/** Which day of which store, as the page's address says it. */
interface DayQuery {
  store?: string
  register?: string
  day: string
  from: string
}

/** What a store took in a business day, by register, and signing it off with the cash that was counted. */
export const dayEndPage: Page = async ({ query }, session, signal) => {
  const stores = await ask<Store[]>('/stores', { signal })
  const asked = askedIn(query, stores)
  const day = asked.store === undefined ? undefined : await ask<StoreDay>(`/day-end?${parametersOf(asked)}`, { signal })
  return {
    title: t('dayEnd.title'),
    content: (
      <>
        <p class="hint">{t('dayEnd.hint')}</p>
        <Choices asked={asked} stores={stores} registers={day?.registers ?? []} />
        {!day ? (
          <p class="empty">{t('dayEnd.choose')}</p>
        ) : day.registers.length === 0 ? (
          <p class="empty">{t('dayEnd.none')}</p>
        ) : (
          <Day day={day} asked={asked} session={session} />
        )}
      </>
    ),
  }
}

const cutOffKey = 'counterfoil-cut-off'

/** The only store, today, and the beginning that was chosen on this device before, unless the address says otherwise. */
function askedIn(query: Route['query'], stores: readonly Store[]): DayQuery {
  const [store = stores.length === 1 ? stores[0]?.id : undefined, register] = ['store', 'register'].map(
    name => query.get(name) ?? undefined,
  )
  return {
    ...(store !== undefined && { store }),
    ...(register !== undefined && { register }),
    day: query.get('day') ?? before(new Date(), 0),
    from: query.get('from') ?? localStorage.getItem(cutOffKey) ?? '00:00',
  }
}

function parametersOf({ store = '', register, day, from }: DayQuery): URLSearchParams {
  return new URLSearchParams({
    ...{ storeId: store, date: day, cutOff: from },
    ...(register !== undefined && { workstationId: register }),
  })
}

interface ChoicesProps {
  asked: DayQuery
  stores: readonly Store[]
  registers: StoreDay['registers']
}

function Choices({ asked, stores, registers }: ChoicesProps) {
  const { store = '', register = '', day, from } = asked
  const put = (changes: Partial<DayQuery>) => go(addressOf(['day-end'], { ...asked, ...changes }))
  const known = stores.map(({ id, name }) => [id, name || id] as const)
  const tills = [...new Set([...registers.map(({ workstationId = '' }) => workstationId), ...(register && [register])])]
  return (
    <section class="finder day-choices" aria-label={t('dayEnd.title')}>
      <Field label={t('find.store')}>
        <Choice
          value={store}
          options={[...(store === '' ? [['', '–'] as const] : []), ...known]}
          changed={id => put({ store: id, register: '' })}
        />
      </Field>
      <Field label={t('receipt.register')}>
        <Choice
          value={register}
          options={[['', t('dayEnd.whole')], ...tills.map(each => [each, each] as const)]}
          changed={id => put({ register: id })}
        />
      </Field>
      <Field label={t('dayEnd.day')}>
        <input
          type="date"
          required
          defaultValue={day}
          onChange={({ currentTarget: { validity, value } }) => validity.valid && put({ day: value })}
        />
      </Field>
      <Field label={t('dayEnd.cutOff')} hint={t('dayEnd.cutOffHint')}>
        <input
          type="time"
          required
          defaultValue={from}
          onChange={({ currentTarget: { validity, value } }) => {
            if (!validity.valid) return
            localStorage.setItem(cutOffKey, value)
            put({ from: value })
          }}
        />
      </Field>
    </section>
  )
}

function Day({ day, asked, session }: { day: StoreDay; asked: DayQuery; session: Session }) {
  const { total, registers, notCounted, notCountedCount, signed } = day
  const known = registers.map(part => [t('dayEnd.register', { register: part.workstationId ?? '' }), part] as const)
  const shown = known.length === 1 ? known : [[t('dayEnd.whole'), total] as const, ...known]
  return (
    <>
      <Card title={t('dayEnd.part.cash')} kind="signing">
        {signed && signed.cash.length > 0 && <Figures title="" rows={countedRows(signed.cash, teller)} />}
        {signedNotes(day, teller).map((words, at) => (
          <p key={words} class={at > 0 ? 'notice' : undefined}>
            <bdi>{words}</bdi>
          </p>
        ))}
        {!signed && may(session, 'desk') && <Signing day={day} asked={asked} />}
      </Card>
      <div class="day-parts">
        {shown.map(([title, part]) => (
          <Card key={title} title={<bdi>{title}</bdi>} kind="day-part">
            {partTables(part, teller).map(table => (
              <Figures key={table.title} {...table} />
            ))}
          </Card>
        ))}
      </div>
      {notCountedCount > 0 && (
        <Card title={t('dayEnd.notCounted', { count: notCountedCount })}>
          <Figures title="" rows={notCountedRows(notCounted, teller)} />
          <PartNote shown={notCounted.length} total={notCountedCount} />
        </Card>
      )}
      <Downloads asked={asked} />
    </>
  )
}

function Figures({ title, rows }: { title: string; rows: readonly SheetRow[] }) {
  return (
    <table class="figures">
      {title !== '' && <caption>{title}</caption>}
      <tbody>
        {rows.map(({ name, value, count, isSum }, at) => (
          <tr key={at} class={isSum ? 'sum' : undefined}>
            <th scope="row">
              <bdi>{name}</bdi>
              {count !== undefined && <span class="hint"> × {count}</span>}
            </th>
            <td>
              <bdi>{value}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Signing({ day, asked }: { day: StoreDay; asked: DayQuery }) {
  const currencies = day.total.cash.map(({ currency }) => currency).filter(each => each !== '')
  const sign = async (values: Values) => {
    const cash = currencies.flatMap(currency => {
      const counted = values[`counted-${currency}`]?.trim() ?? ''
      return counted === '' ? [] : [{ currency, counted: amountTyped(counted, currency, language) }]
    })
    await ask('/day-end', { body: { ...Object.fromEntries(parametersOf(asked)), cash } })
    go(addressOf(['day-end'], { ...asked }), { replace: true })
  }
  return (
    <Form button={t('dayEnd.sign')} work={sign}>
      {currencies.map(currency => (
        <Field key={currency} label={t('dayEnd.countedIn', { currency })} hint={t('dayEnd.countedHint')}>
          <input name={`counted-${currency}`} inputMode="decimal" autocomplete="off" dir="ltr" maxLength={20} />
        </Field>
      ))}
      <p class="hint">{t('dayEnd.signText')}</p>
    </Form>
  )
}

/** What else it can be had as: a browser saves the answer under a name. */
function Downloads({ asked }: { asked: DayQuery }) {
  const query = parametersOf(asked)
  const name = `day-end-${asked.store}-${asked.day}`
  return (
    <div class="buttons downloads">
      {(['csv', 'json'] as const).map(format => (
        <a
          key={format}
          class="button"
          href={`/console/api/day-end?${query}&format=${format}`}
          download={`${name}.${format}`}
        >
          {t('dayEnd.download', { format: format.toUpperCase() })}
        </a>
      ))}
      {(['roll80', 'roll58'] as const).map(paper => (
        <a
          key={paper}
          class="button"
          href={`/console/api/day-end/pdf?${query}&paper=${paper}&language=${language}`}
          download={`${name}.pdf`}
        >
          {t('dayEnd.rollPdf')}: {t(`paper.${paper}`)}
        </a>
      ))}
    </div>
  )
}
