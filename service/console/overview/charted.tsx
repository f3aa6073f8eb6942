import type { StatisticsRow } from '../answers.ts'
import { TableHead } from '../parts/elements.tsx'
import { dayText, t } from '../parts/words.ts'
import { Chart, type Mark } from './chart.tsx'
import { type Compared, periodWords } from './compared.ts'
import { axisLabel, isShare, measured, periodBefore, written } from './figures.ts'

/** A measure's chart beside the period before, with its table. */
export function Charted({ shown, now, past, currency }: Compared) {
  const { show } = shown
  const value = (row: StatisticsRow | undefined) => row && measured(row, show, currency)
  const words = (each: number | undefined) => written(each, show, currency)
  const hadAny = (past.totals.receipts ?? 0) > 0
  const marks = now.rows.map((row, index): Mark => {
    const last = hadAny ? value(past.rows[index]) : undefined
    return { label: axisLabel(row.date, now.interval), value: value(row), before: last, partial: row.partial === true }
  })
  const [total, totalBefore] = [now, past].map(({ totals }) => words(measured(totals, show, currency)))
  const title = t(`overview.measure.${show}`)
  return (
    <section class="card charted" aria-label={title}>
      <h2>{title}</h2>
      {!now.totals.receipts && !hadAny ? (
        <p>{t('find.none')}</p>
      ) : (
        <>
          <p class="legend">
            <span class="now">{periodWords(shown)}</span>
            <span class="then">{periodWords(periodBefore(shown))}</span>
          </p>
          <Chart
            marks={marks}
            label={t('overview.said', { measure: title, value: total ?? '', before: totalBefore ?? '' })}
            tick={each => written(each, show, currency, true)}
            tell={({ label, value: is, before: was }) =>
              `${label}: ${words(is)} · ${t('overview.then')}: ${words(was)}`
            }
            minAxisEnd={isShare(show) ? 1 : 4}
          />
          <details>
            <summary>{t('overview.table')}</summary>
            <table class="rows plain">
              <TableHead
                columns={[t('overview.when'), t('overview.value'), t('overview.whenBefore'), t('overview.valueBefore')]}
              />
              <tbody>
                {marks.map(({ value: is, before: was, partial }, index) => (
                  <tr key={now.rows[index]?.date}>
                    <td>
                      {dayText(now.rows[index]?.date ?? '')}
                      {partial && ' *'}
                    </td>
                    <td>{words(is)}</td>
                    <td>{past.rows[index] && dayText(past.rows[index].date)}</td>
                    <td>{words(was)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      )}
    </section>
  )
}
