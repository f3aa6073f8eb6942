import { useState } from 'preact/hooks'
import type { ExaminedTemplates, TemplateList } from '../../answers.ts'
import { ask, type Session } from '../../parts/api.ts'
import { Card, Moment, TableHead } from '../../parts/elements.tsx'
import { openDialog, useAct } from '../../parts/form.tsx'
import { number, t } from '../../parts/words.ts'
import { Preview } from './preview.tsx'
import { Upload } from './upload.tsx'

const path = '/templates'

type Version = TemplateList['versions'][number]

/** The templates that the merchant uploaded: what is wrong in each, how it looks, which is published. */
export async function templatesPart(signal: AbortSignal, { templateUploads }: Session) {
  return <Templates first={await ask<TemplateList>(path, { signal })} mayUpload={templateUploads} />
}

function Templates({ first, mayUpload }: { first: TemplateList; mayUpload: boolean }) {
  const [{ versions, samples }, setList] = useState(first)
  const [seen, setSeen] = useState<number>()
  const [found, setFound] = useState<ExaminedTemplates>()
  const refresh = async () => setList(await ask<TemplateList>(path))
  const uploaded = async (version: ExaminedTemplates) => {
    setFound(version)
    setSeen(undefined)
    await refresh()
  }
  const showing = useAct(async ({ number }: Version) => setFound(await ask<ExaminedTemplates>(`${path}/${number}`)))
  const published = versions.find(({ isPublished }) => isPublished)
  return (
    <>
      <p class="hint">{t('templates.hint')}</p>
      {mayUpload && (
        <section class="card">
          <Upload done={uploaded} />
        </section>
      )}
      {showing.state}
      {versions.length === 0 && <p class="empty">{t('templates.none')}</p>}
      {versions.map(version => (
        <Card key={version.number} title={t('templates.version', { number: number(version.number) })} kind="webhook">
          <Facts of={version} />
          {found?.number === version.number && found.findings.length > 0 && <Findings of={found} />}
          {seen === version.number && <Preview version={version.number} samples={samples} />}
          <div class="buttons">
            {version.errors + version.warnings > 0 && found?.number !== version.number && (
              <Act words={t('templates.findings')} of={version} work={() => void showing.act(version)} />
            )}
            {seen !== version.number && (
              <Act words={t('templates.preview')} of={version} work={() => setSeen(version.number)} />
            )}
            {mayUpload && version.errors === 0 && !version.isPublished && (
              <Act
                words={t(version.publishedAt === undefined ? 'templates.publish' : 'templates.rollBack')}
                of={version}
                work={() => publish(version, refresh)}
              />
            )}
          </div>
        </Card>
      ))}
      {published && (
        <p>
          <button class="danger" type="button" onClick={() => withdraw(refresh)}>
            {t('templates.withdraw')}
          </button>
        </p>
      )}
    </>
  )
}

/** Its button, which also says to those who hear it whose it is. */
function Act({ words, of: version, work }: { words: string; of: Version; work: () => void }) {
  const whose = t('templates.version', { number: number(version.number) })
  return (
    <button type="button" aria-label={`${words}: ${whose}`} onClick={work}>
      {words}
    </button>
  )
}

function Facts({ of: { files, bytes, errors, warnings, uploadedAt, publishedAt, isPublished } }: { of: Version }) {
  const kilobytes = number(Math.max(1, Math.round(bytes / 1024)))
  return (
    <>
      <p class="badges">
        {isPublished && <span class="badge">{t('templates.published')}</span>}{' '}
        {errors > 0 && <span class="badge wrong">{t('templates.errors', { count: number(errors) })}</span>}{' '}
        {warnings > 0 && <span class="badge doubt">{t('templates.warnings', { count: number(warnings) })}</span>}{' '}
        {errors + warnings === 0 && <span class="badge">{t('templates.fine')}</span>}
      </p>
      <p>
        {t('templates.uploaded')} <Moment iso={uploadedAt} />
        {publishedAt !== undefined && (
          <>
            {' · '}
            {t('templates.lastPublished')} <Moment iso={publishedAt} />
          </>
        )}
        {' · '}
        {t('templates.size', { files: number(files), size: kilobytes })}
      </p>
    </>
  )
}

/** What the lint says is English, as its rules are. */
function Findings({ of: { findings } }: { of: ExaminedTemplates }) {
  const columns = (['place', 'what', 'todo'] as const).map(each => t(`templates.column.${each}`))
  const errorsFirst = findings.toSorted((one, other) => one.severity.localeCompare(other.severity))
  return (
    <table class="rows stacked">
      <caption class="unseen">{t('templates.findings')}</caption>
      <TableHead columns={columns} />
      <tbody>
        {errorsFirst.map(({ severity, file, line, column, message, advice }) => (
          <tr key={`${file}:${line}:${column} ${message}`}>
            <td data-label={columns[0]}>
              <code dir="ltr" class="place">
                {file}:{line}:{column}
              </code>{' '}
              <span class={severity === 'error' ? 'badge wrong' : 'badge doubt'}>
                {t(severity === 'error' ? 'templates.error' : 'templates.warning')}
              </span>
            </td>
            <td data-label={columns[1]} lang="en" dir="auto">
              {message}
            </td>
            <td data-label={columns[2]} lang="en" dir="auto">
              {advice}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function publish({ number: version, publishedAt }: Version, done: () => Promise<void>): void {
  openDialog({
    title: t('templates.publishOne', { number: number(version) }),
    content: <p>{t('templates.publishText')}</p>,
    button: t(publishedAt === undefined ? 'templates.publish' : 'templates.rollBack'),
    async work() {
      await ask(`${path}/${version}/publish`, { method: 'POST' })
      await done()
    },
  })
}

function withdraw(done: () => Promise<void>): void {
  openDialog({
    title: t('templates.withdraw'),
    content: <p>{t('templates.withdrawText')}</p>,
    button: t('templates.withdraw'),
    isDanger: true,
    async work() {
      await ask('/published-templates', { method: 'DELETE' })
      await done()
    },
  })
}
