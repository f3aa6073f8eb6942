import { useState } from 'preact/hooks'
import { looks } from '../../../../src/view/variant.ts'
import type { TemplateList } from '../../answers.ts'
import { Icon, Toggles } from '../../parts/elements.tsx'
import { Choice, Field } from '../../parts/form.tsx'
import { PaperPicture, ReceiptFrame } from '../../parts/seen.tsx'
import { t } from '../../parts/words.ts'

const forms = ['mail', 'text', 'paper'] as const

type Form = (typeof forms)[number]

/** A sample receipt with a version of the templates: as mail, as its text, on paper. */
export function Preview({ version, samples }: { version: number; samples: TemplateList['samples'] }) {
  const [form, setForm] = useState<Form>('mail')
  const [sample, setSample] = useState('pharmacy')
  const [look, setLook] = useState('')
  const address = (as: string) =>
    `/console/api/templates/${version}/preview?${new URLSearchParams({ as, sample, ...(look && { variant: look }) })}`
  const buttons = forms.map(each => ({
    words: t(`templates.form.${each}`),
    isOn: form === each,
    work: () => setForm(each),
  }))
  const title = t('templates.previewOf', { form: t(`templates.form.${form}`) })
  return (
    <>
      <div class="pair">
        <Field label={t('templates.sample')}>
          <Choice
            value={sample}
            options={samples.map(({ name, title, trade }) => [name, `${trade}: ${title}`])}
            changed={setSample}
          />
        </Field>
        <Field label={t('look.look')}>
          <Choice
            value={look}
            options={[
              ['', t('templates.usualLook')],
              ...[...looks, 'gift' as const].map(each => [each, t(`variant.${each}`)] as const),
            ]}
            changed={setLook}
          />
        </Field>
      </div>
      <Toggles label={t('templates.preview')} buttons={buttons} />
      {form === 'paper' ? (
        <>
          <PaperPicture key={address('picture')} kind="sheet" label={title} alt={title} src={address('picture')} />
          <p>
            <a class="button" target="_blank" rel="noopener" href={address('paper')}>
              <Icon name="print" />
              {t('templates.pdf')}
            </a>
          </p>
        </>
      ) : (
        <ReceiptFrame key={address(form)} title={title} src={address(form)} />
      )}
    </>
  )
}
