import type { Trail } from '../answers.ts'
import { ask } from '../parts/api.ts'
import { Moment, PartNote, TableHead, TextCell } from '../parts/elements.tsx'
import { addressOf } from '../parts/router.ts'
import { known, t } from '../parts/words.ts'

/** Who did what, newest first. */
export async function trailPart(signal: AbortSignal) {
  const { acts, hasMore } = await ask<Trail>('/trail', { signal })
  return (
    <>
      <p class="hint">{t('trail.hint')}</p>
      <table class="rows stacked">
        <caption class="unseen">{t('settings.trail')}</caption>
        <TableHead columns={(['when', 'who', 'what', 'where'] as const).map(each => t(`trail.${each}`))} />
        <tbody>
          {acts.map(({ id, at, actor, action, target, detail = {} }) => (
            <tr key={id}>
              <td class="date">
                <Moment iso={at} />
              </td>
              <TextCell text={actor} />
              <td>
                {known(`trail.act.${action}`) ?? action}
                <Detail {...detail} />
              </td>
              <td>
                <Target action={action} target={target} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {hasMore && <PartNote shown={acts.length} />}
    </>
  )
}

function Detail(detail: Readonly<Record<string, unknown>>) {
  const parts = Object.entries(detail).map(([name, value]) => `${name} ${String(value)}`)
  if (parts.length === 0) return null
  return (
    <code class="under" dir="ltr">
      {parts.join(', ')}
    </code>
  )
}

/** A receipt is a link; it may be erased by now. */
function Target({ action, target = '' }: { action: string; target: string | undefined }) {
  if (!target || !/Receipt/.test(action)) return <bdi>{target}</bdi>
  return <a href={addressOf(['receipts', target])}>{t('trail.receipt')}</a>
}
