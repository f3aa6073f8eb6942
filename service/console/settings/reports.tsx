import { useState } from 'preact/hooks'
import type { OwnReport, Store } from '../answers.ts'
import { ask } from '../parts/api.ts'
import { Card } from '../parts/elements.tsx'
import { Choice, Field, Form, openDialog, Tick, useAct, type Values } from '../parts/form.tsx'
import { languages } from '../parts/languages.ts'
import { dateWords, language, t, timeText } from '../parts/words.ts'

const path = '/reports'

const kinds = ['dayEnd', 'undelivered', 'silent', 'problems'] as const satisfies readonly OwnReport['report'][]

/** Reports that come by themselves: which, when, to whom, in which language. */
export async function reportsPart(signal: AbortSignal) {
  const [first, stores] = await Promise.all([ask<OwnReport[]>(path, { signal }), ask<Store[]>('/stores', { signal })])
  return <Reports first={first} stores={stores} />
}

function Reports({ first, stores }: { first: OwnReport[]; stores: readonly Store[] }) {
  const [reports, setReports] = useState(first)
  const refresh = async () => setReports(await ask<OwnReport[]>(path))
  const add = async (values: Values) => {
    await ask(path, { body: sentOf(values) })
    await refresh()
  }
  return (
    <>
      <p class="hint">{t('reports.hint')}</p>
      {reports.map(report => (
        <ReportCard key={report.id} of={report} stores={stores} refresh={refresh} />
      ))}
      <Card title={t('reports.add')}>
        <Form key={reports.length} button={t('reports.add')} work={add}>
          <ReportFields stores={stores} />
        </Form>
      </Card>
    </>
  )
}

/** What is decided about a report. */
function ReportFields({ of: report, stores }: { of?: OwnReport; stores: readonly Store[] }) {
  const own = report?.storeId ?? ''
  const known = stores.map(({ id, name }) => [id, name || id] as const)
  const options = own === '' || known.some(([id]) => id === own) ? known : [...known, [own, own] as const]
  const [kind, setKind] = useState<string>(report?.report ?? 'dayEnd')
  const [every, setEvery] = useState<string>(report?.every ?? 'day')
  return (
    <>
      <Field label={t('reports.about')}>
        <Choice
          name="report"
          value={report?.report ?? 'dayEnd'}
          options={kinds.map(each => [each, t(`reports.kind.${each}`)])}
          changed={setKind}
        />
      </Field>
      {(kind === 'dayEnd' || kind === 'silent') && (
        <Field label={t('find.store')}>
          <Choice name="storeId" value={own} options={[['', t('find.anyStore')], ...options]} />
        </Field>
      )}
      {kind === 'dayEnd' && (
        <Field label={t('reports.cutOff')} hint={t('dayEnd.cutOffHint')}>
          <input name="cutOff" type="time" required defaultValue={report?.cutOff ?? '00:00'} />
        </Field>
      )}
      <Field label={t('reports.every')}>
        <Choice
          name="every"
          value={report?.every ?? 'day'}
          options={[
            ['day', t('reports.daily')],
            ['week', t('reports.weekly')],
          ]}
          changed={setEvery}
        />
      </Field>
      {every === 'week' && (
        <Field label={t('reports.weekday')}>
          <Choice
            name="weekday"
            value={String(report?.weekday ?? 1)}
            options={[1, 2, 3, 4, 5, 6, 7].map(day => [String(day), weekdayName(day)])}
          />
        </Field>
      )}
      <Field label={t('reports.at')} hint={t('reports.atHint')}>
        <input name="at" type="time" required defaultValue={report?.at ?? '06:00'} />
      </Field>
      <Field label={t('reports.to')} hint={t('reports.toHint')}>
        <textarea name="to" rows={3} dir="ltr" spellcheck={false} autocomplete="off">
          {report?.to.map(({ emailAddress }) => emailAddress).join('\n') ?? ''}
        </textarea>
      </Field>
      <Field label={t('reports.language')}>
        <Choice name="language" value={report?.language ?? language} options={Object.entries(languages().console)} />
      </Field>
      <Tick name="skipEmpty" label={t('reports.skipEmpty')} isOn={report?.skipEmpty ?? true} />
    </>
  )
}

function sentOf({ to = '', skipEmpty, storeId = '', ...others }: Values) {
  const addresses = to.split(/[\s,;]+/).filter(Boolean)
  return { ...others, storeId, to: addresses, skipEmpty: skipEmpty === 'on' }
}

interface CardProps {
  of: OwnReport
  stores: readonly Store[]
  refresh: () => Promise<void>
}

function ReportCard({ of: report, stores, refresh }: CardProps) {
  const { id, active, nextAt, to, storeId } = report
  const name = nameOf(report, stores)
  const { isBusy, state, act } = useAct(async () => {
    await ask(`${path}/${id}`, { method: 'PUT', body: { active: !active } })
    await refresh()
  })
  const [still, stopped] = [false, true].map(isOver =>
    to.filter(({ stoppedAt }) => (stoppedAt !== undefined) === isOver),
  )
  return (
    <Card title={<bdi>{name}</bdi>} kind="webhook">
      <p>
        {active && nextAt !== undefined ? (
          <span class="badge">{t('reports.next', { time: timeText(nextAt) })}</span>
        ) : (
          <span class="badge wrong">{t('reports.off')}</span>
        )}
      </p>
      <p>
        {rhythmWords(report)}
        {report.report === 'dayEnd' && storeId === '' && ` · ${t('find.anyStore')}`}
      </p>
      {still && still.length > 0 && (
        <p>
          <code dir="ltr" class="address">
            {still.map(({ emailAddress }) => emailAddress).join(', ')}
          </code>
        </p>
      )}
      {stopped?.map(({ emailAddress, stoppedAt = '' }) => (
        <p key={emailAddress} class="hint">
          {t('reports.noMore', { address: emailAddress, time: timeText(stoppedAt) })}
        </p>
      ))}
      <div class="buttons">
        <button
          type="button"
          aria-label={t('reports.changeOne', { name })}
          onClick={() => change(report, stores, name, refresh)}
        >
          {t('reports.change')}
        </button>
        <button
          type="button"
          aria-label={`${t(active ? 'reports.turnOff' : 'reports.turnOn')}: ${name}`}
          disabled={isBusy}
          onClick={() => void act()}
        >
          {t(active ? 'reports.turnOff' : 'reports.turnOn')}
        </button>
        <button
          class="danger"
          type="button"
          aria-label={t('reports.removeOne', { name })}
          onClick={() => remove(id, name, refresh)}
        >
          {t('reports.remove')}
        </button>
      </div>
      {state}
    </Card>
  )
}

function nameOf({ report, storeId }: OwnReport, stores: readonly Store[]): string {
  const kind = t(`reports.kind.${report}`)
  if (storeId === '') return kind
  return `${kind} · ${stores.find(({ id }) => id === storeId)?.name || storeId}`
}

function rhythmWords({ every, weekday, at }: OwnReport): string {
  const time = dateWords(new Date(`1970-01-01T${at}:00Z`), { timeStyle: 'short', timeZone: 'UTC' })
  return every === 'day' ? t('reports.dailyAt', { time }) : t('reports.weeklyAt', { day: weekdayName(weekday), time })
}

/** @param weekday 1 is Monday */
function weekdayName(weekday: number): string {
  // January 5, 1970 was one.
  return dateWords(new Date(Date.UTC(1970, 0, 4 + weekday)), { weekday: 'long', timeZone: 'UTC' })
}

function change(report: OwnReport, stores: readonly Store[], name: string, done: () => Promise<void>): void {
  openDialog({
    title: t('reports.changeOne', { name }),
    content: <ReportFields of={report} stores={stores} />,
    button: t('settings.save'),
    async work(values) {
      await ask(`${path}/${report.id}`, { method: 'PUT', body: sentOf(values) })
      await done()
    },
  })
}

function remove(id: string, name: string, done: () => Promise<void>): void {
  openDialog({
    title: t('reports.removeOne', { name }),
    content: <p>{t('reports.removeText')}</p>,
    button: t('reports.remove'),
    isDanger: true,
    async work() {
      await ask(`${path}/${id}`, { method: 'DELETE' })
      await done()
    },
  })
}
