import type { SavedSettings } from '../answers.ts'
import { ask } from '../parts/api.ts'
import { Choice, Field, Form, type Values } from '../parts/form.tsx'
import { t } from '../parts/words.ts'
import { withoutAbsent } from './shop.tsx'

/** What all tills are to do alike. */
export async function tillsPart(signal: AbortSignal) {
  const { settings } = await ask<SavedSettings>('/till-settings', { signal })
  const { deadlineMs, printer = {}, slip = {} } = settings
  const save = ({ seconds, model, width, as }: Values) => {
    const ours = withoutAbsent({ ...printer, model: model?.trim(), width: width ? Number(width) : undefined })
    return ask('/till-settings', {
      method: 'PUT',
      body: withoutAbsent({
        deadlineMs: seconds ? Math.round(Number(seconds) * 1000) : undefined,
        printer: Object.keys(ours).length > 0 ? ours : undefined,
        slip: as ? { as } : undefined,
      }),
    })
  }
  return (
    <>
      <p class="hint">{t('tills.hint')}</p>
      <section class="card">
        <Form button={t('settings.save')} work={save} done={t('settings.saved')}>
          <Field label={t('tills.deadline')} hint={t('tills.deadlineHint')}>
            <input
              name="seconds"
              type="number"
              min={0.5}
              max={60}
              step={0.5}
              defaultValue={deadlineMs === undefined ? '' : deadlineMs / 1000}
            />
          </Field>
          <Field label={t('tills.model')} hint={t('tills.modelHint')}>
            <input
              name="model"
              defaultValue={printer.model ?? ''}
              maxLength={60}
              spellcheck={false}
              autocapitalize="none"
            />
          </Field>
          <Field label={t('tills.width')}>
            <Choice
              name="width"
              value={String(printer.width ?? '')}
              options={[['', t('tills.usual')], ...[80, 58].map(each => [String(each), `${each} mm`] as const)]}
            />
          </Field>
          <Field label={t('tills.slip')}>
            <Choice
              name="as"
              value={slip.as === 'picture' ? 'picture' : ''}
              options={[
                ['', t('tills.asText')],
                ['picture', t('tills.asPicture')],
              ]}
            />
          </Field>
        </Form>
      </section>
    </>
  )
}
