import type { Table } from '../answers.ts'
import { t } from '../parts/words.ts'
import { namesOf, written } from './written.ts'

/**
 * How a figure is spread over all groups, three or three thousand: a mark each, their median, and the names of those that stand out.
 */
export function Spread({ table }: { table: Table }) {
  const { marks, marked: count, mark: column, outliers, currency, columns } = table
  if (marks.length < 3) return null
  const sorted = marks.toSorted((one, other) => one - other)
  const [least, most] = [Math.min(0, sorted[0] ?? 0), Math.max(0, sorted.at(-1) ?? 0)]
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  const at = (value: number) => `${(most === least ? 50 : (100 * (value - least)) / (most - least)) * 0.98 + 1}%`
  const name = t(`tables.column.${column}`)
  return (
    <figure class="spread">
      <figcaption>{t('tables.spread', { column: name, count, value: written(median, column, currency) })}</figcaption>
      <svg aria-hidden="true">
        <line class="axis" x1="1%" x2="99%" y1="50%" y2="50%" />
        {marks.map((value, index) => (
          <line key={index} class="mark" x1={at(value)} x2={at(value)} y1="20%" y2="80%" />
        ))}
        <line class="median" x1={at(median)} x2={at(median)} y1="0" y2="100%" />
      </svg>
      {outliers.length > 0 && (
        <p class="hint">
          {t('tables.outliers')}{' '}
          {outliers.map((row, index) => (
            <span key={row.id}>
              {index > 0 && ' · '}
              <bdi>{namesOf(row, table.by).join(' · ')}</bdi>{' '}
              <bdi>{written(row.values[columns.indexOf(column)], column, currency)}</bdi>
            </span>
          ))}
        </p>
      )}
    </figure>
  )
}
