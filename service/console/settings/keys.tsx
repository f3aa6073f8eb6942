import { useEffect, useRef, useState } from 'preact/hooks'
import { keyScopes } from '../../src/merchants/key-scopes.ts'
import type { Key, Store } from '../answers.ts'
import { before } from '../find/days.ts'
import { ask, WordedError } from '../parts/api.ts'
import { Moment, TableHead } from '../parts/elements.tsx'
import { Field, Form, openDialog, SecretText, Tick, type Values } from '../parts/form.tsx'
import { t, timeText } from '../parts/words.ts'
import { StoresField, storesTyped, storesWords } from './stores-field.tsx'

/** Days that a replaced key goes on working, unless another day is chosen. */
const defaultDays = 14

/** The tills' keys: make one, see whether it is used, revoke it. */
export async function keysPart(signal: AbortSignal) {
  const [keys, stores] = await Promise.all([ask<Key[]>('/keys', { signal }), ask<Store[]>('/stores', { signal })])
  return <Keys first={keys} stores={stores} />
}

interface IssuedCredentials {
  credentials: string
}

function Keys({ first, stores }: { first: Key[]; stores: Store[] }) {
  const [keys, setKeys] = useState(first)
  const [fresh, setFresh] = useState('')
  const shown = useRef<HTMLDivElement>(null)
  const columns = (['label', 'made', 'used', 'state'] as const).map(name => t(`keys.column.${name}`))
  const refresh = async () => setKeys(await ask<Key[]>('/keys'))
  const showFresh = async ({ credentials }: IssuedCredentials) => {
    setFresh(credentials)
    await refresh()
  }
  useEffect(() => {
    if (fresh !== '') shown.current?.scrollIntoView({ block: 'nearest' })
  }, [fresh])
  const add = async ({ label, stores: typed, ...ticked }: Values) => {
    const scopes = keyScopes.filter(scope => ticked[scope] === 'on')
    const body = { label, ...(scopes.length > 0 && { scopes }), ...storesTyped(typed) }
    await showFresh(await ask<IssuedCredentials>('/keys', { body }))
  }
  return (
    <>
      <p class="hint">{t('keys.rights')}</p>
      <section class="card">
        <Form button={t('keys.make')} work={add} empties={['label', 'stores']}>
          <Field label={t('keys.label')}>
            <input name="label" required maxLength={100} autocomplete="off" placeholder={t('keys.example')} />
          </Field>
          <fieldset class="stores">
            <legend>{t('keys.scopes')}</legend>
            {keyScopes.map(scope => (
              <Tick key={scope} name={scope} label={t(`keys.scope.${scope}`)} isOn={scope === 'create'} />
            ))}
          </fieldset>
          <StoresField known={stores} />
        </Form>
        <div ref={shown}>{fresh !== '' && <SecretText key={fresh} text={fresh} words={t('keys.once')} />}</div>
      </section>
      <table class="rows stacked" hidden={keys.length === 0}>
        <caption class="unseen">{t('settings.keys')}</caption>
        <TableHead columns={columns} />
        <tbody>
          {keys.toReversed().map(key => (
            <tr key={key.id}>
              <td>
                <bdi>{key.label || t('keys.unnamed')}</bdi>
                <code class="under" dir="ltr">
                  {key.id}:…
                </code>
                <span class="under">
                  {key.scopes.map(scope => t(`keys.scope.${scope}`)).join(' · ')}
                  {key.stores && (
                    <>
                      {' · '}
                      <bdi>{storesWords(key.stores)}</bdi>
                    </>
                  )}
                </span>
              </td>
              <td data-label={t('keys.column.made')}>
                <Moment iso={key.createdAt} />
              </td>
              <td data-label={t('keys.column.used')}>
                {key.lastUsedAt === undefined ? t('keys.unused') : <Moment iso={key.lastUsedAt} />}
              </td>
              <td class="end">
                <State of={key} refresh={refresh} showFresh={showFresh} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

interface StateProps {
  of: Key
  refresh: () => Promise<void>
  showFresh: (made: IssuedCredentials) => Promise<void>
}

/** Whether a key works, and what can be done with it. */
function State({ of: key, refresh, showFresh }: StateProps) {
  const { id, label, revokedAt, endsAt, replacedBy } = key
  const name = label || id
  if (revokedAt !== undefined) return <span class="badge wrong">{t('keys.revoked')}</span>
  if (endsAt !== undefined && Date.parse(endsAt) <= Date.now())
    return <span class="badge wrong">{t('keys.ended')}</span>
  const until = endsAt === undefined ? t('keys.replaced') : t('keys.until', { time: timeText(endsAt) })
  return (
    <>
      {replacedBy !== undefined ? (
        <span class="badge doubt">{until}</span>
      ) : (
        <button type="button" aria-label={t('keys.replaceOne', { name })} onClick={() => replace(key, showFresh)}>
          {t('keys.replace')}
        </button>
      )}
      <button
        class="danger"
        type="button"
        aria-label={t('keys.revokeOne', { name })}
        onClick={() => revoke(key, refresh)}
      >
        {t('keys.revoke')}
      </button>
    </>
  )
}

/** Makes a key's next one, and asks until when both work. */
function replace({ id, label }: Key, made: (next: IssuedCredentials) => Promise<void>): void {
  openDialog({
    title: t('keys.replaceOne', { name: label || id }),
    content: (
      <>
        <p>{t('keys.replaceText')}</p>
        <Field label={t('keys.untilDay')} hint={t('keys.untilHint')}>
          <input name="day" type="date" min={before(new Date(), -1)} defaultValue={before(new Date(), -defaultDays)} />
        </Field>
      </>
    ),
    button: t('keys.makeNext'),
    async work({ day }) {
      const endsAt = day && new Date(`${day}T23:59:59`).toISOString()
      await made(await ask(`/keys/${encodeURIComponent(id)}/next`, { body: { ...(endsAt && { endsAt }) } }))
    },
  })
}

/** Revokes a key once its name is typed. */
function revoke({ id, label, lastUsedAt }: Key, done: () => Promise<void>): void {
  const name = label || id
  openDialog({
    title: t('keys.revokeOne', { name }),
    content: (
      <>
        <p>{t('keys.revokeText')}</p>
        <p class="hint">
          <code dir="ltr">{id}:…</code>
          {` · ${t('keys.column.used')}: ${lastUsedAt === undefined ? t('keys.unused') : timeText(lastUsedAt)}`}
        </p>
        <Field label={t('keys.type', { name })}>
          <input name="typed" required autocomplete="off" spellcheck={false} />
        </Field>
      </>
    ),
    button: t('keys.revoke'),
    isDanger: true,
    async work({ typed }) {
      if (typed?.trim() !== name) throw new WordedError(t('keys.mistyped'))
      await ask(`/keys/${encodeURIComponent(id)}`, { method: 'DELETE' })
      await done()
    },
  })
}
