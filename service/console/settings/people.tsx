import { useState } from 'preact/hooks'
import { type Role, roles } from '../../src/people/roles.ts'
import type { SignInPerson, Store, Trail } from '../answers.ts'
import { ask, type Session } from '../parts/api.ts'
import { Moment, PartNote, TableHead, TextCell } from '../parts/elements.tsx'
import { Choice, Field, Form, openDialog, SecretText, type Values } from '../parts/form.tsx'
import { addressOf } from '../parts/router.ts'
import { known, t } from '../parts/words.ts'
import { StoresField, storesTyped, storesWords } from './stores-field.tsx'

/** Who may sign in, and what each may do. */
export async function peoplePart(signal: AbortSignal, { passwords }: Session) {
  const [people, stores] = await Promise.all([
    ask<SignInPerson[]>('/people', { signal }),
    ask<Store[]>('/stores', { signal }),
  ])
  return <People first={people} stores={stores} passwords={passwords} />
}

interface PeopleProps {
  first: SignInPerson[]
  stores: Store[]
  /** Whether passwords, and so second factors, are asked for. */
  passwords: boolean
}

function People({ first, stores, passwords }: PeopleProps) {
  const [people, setPeople] = useState(first)
  const [fresh, setFresh] = useState({ name: '', password: '' })
  const refresh = async () => setPeople(await ask<SignInPerson[]>('/people'))
  const columns = (['name', 'role', 'signedIn', 'act'] as const).map(each => t(`people.column.${each}`))

  const add = async ({ name = '', role, stores: typed }: Values) => {
    const body = { name, role, ...storesTyped(typed) }
    const { password } = await ask<{ password: string }>('/people', { body })
    setFresh({ name: name.trim(), password })
    await refresh()
  }

  const change = ({ id, name, role, stores: own }: SignInPerson) =>
    openDialog({
      title: t('people.changeOne', { name }),
      content: (
        <>
          <p>{t('people.changeText')}</p>
          <RoleField chosen={role} />
          <StoresField known={stores} stores={own} />
        </>
      ),
      button: t('people.change'),
      async work({ role: chosen, stores: typed }) {
        await ask(`/people/${id}`, { method: 'PUT', body: { role: chosen, ...storesTyped(typed) } })
        await refresh()
      },
    })

  const removeFactor = ({ id, name }: SignInPerson) =>
    openDialog({
      title: t('people.removeFactorOne', { name }),
      content: <p>{t('people.removeFactorText')}</p>,
      button: t('people.removeFactor'),
      isDanger: true,
      async work() {
        await ask(`/people/${id}/second-factor`, { method: 'DELETE' })
        await refresh()
      },
    })

  const remove = ({ id, name }: SignInPerson) =>
    openDialog({
      title: t('people.removeOne', { name }),
      content: <p>{t('people.removeText')}</p>,
      button: t('people.remove'),
      isDanger: true,
      async work() {
        await ask(`/people/${id}`, { method: 'DELETE' })
        await refresh()
      },
    })

  return (
    <>
      <section class="card">
        <Form button={t('people.add')} work={add} empties={['name', 'stores']}>
          <Field label={t('people.name')} hint={passwords ? t('people.nameHint') : undefined}>
            <input name="name" required maxLength={100} autocomplete="off" autocapitalize="none" spellcheck={false} />
          </Field>
          <RoleField chosen="desk" />
          <StoresField known={stores} />
        </Form>
        <div>
          {passwords && fresh.password !== '' && (
            <SecretText key={fresh.password} text={fresh.password} words={t('people.once', { name: fresh.name })} />
          )}
        </div>
      </section>
      <table class="rows stacked" hidden={people.length === 0}>
        <caption class="unseen">{t('settings.people')}</caption>
        <TableHead columns={columns} />
        <tbody>
          {people.map(person => (
            <tr key={person.id}>
              <TextCell text={person.name} />
              <td>
                {t(`role.${person.role}`)}
                <span class="under">
                  <bdi>{storesWords(person.stores)}</bdi>
                </span>
                {passwords && person.hasSecondFactor && <span class="under">{t('people.hasFactor')}</span>}
              </td>
              <td data-label={t('people.column.signedIn')}>
                {person.signedInAt === undefined ? t('people.never') : <Moment iso={person.signedInAt} />}
              </td>
              <td class="end">
                <button
                  type="button"
                  aria-label={t('people.changeOne', { name: person.name })}
                  onClick={() => change(person)}
                >
                  {t('people.change')}
                </button>
                {passwords && person.hasSecondFactor && (
                  <button
                    type="button"
                    aria-label={t('people.removeFactorOne', { name: person.name })}
                    onClick={() => removeFactor(person)}
                  >
                    {t('people.removeFactor')}
                  </button>
                )}
                <button
                  class="danger"
                  type="button"
                  aria-label={t('people.removeOne', { name: person.name })}
                  onClick={() => remove(person)}
                >
                  {t('people.remove')}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function RoleField({ chosen }: { chosen: Role }) {
  return (
    <Field label={t('people.role')} hint={t('people.roleHint')}>
      <Choice name="role" value={chosen} options={roles.map(each => [each, t(`role.${each}`)] as const)} />
    </Field>
  )
}

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
