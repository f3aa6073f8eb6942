import { useState } from 'preact/hooks'
import { roles } from '../../src/console/roles.ts'
import type { SignInPerson, Trail } from '../answers.ts'
import { ask, type Session } from '../parts/api.ts'
import { Moment, PartNote, TableHead, TextCell } from '../parts/elements.tsx'
import { Choice, Field, Form, openDialog, SecretText, type Values } from '../parts/form.tsx'
import { addressOf } from '../parts/router.ts'
import { known, t } from '../parts/words.ts'

/** Who may sign in, and what each may do. */
export async function peoplePart(signal: AbortSignal) {
  return <People first={await ask<SignInPerson[]>('/people', { signal })} />
}

function People({ first }: { first: SignInPerson[] }) {
  const [people, setPeople] = useState(first)
  const [fresh, setFresh] = useState({ name: '', password: '' })
  const refresh = async () => setPeople(await ask<SignInPerson[]>('/people'))
  const columns = (['name', 'role', 'signedIn', 'act'] as const).map(each => t(`people.column.${each}`))

  const add = async ({ name = '', role }: Values) => {
    const { password } = await ask<{ password: string }>('/people', { body: { name, role } })
    setFresh({ name: name.trim(), password })
    await refresh()
  }

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
        <Form button={t('people.add')} work={add} empties={['name']}>
          <Field label={t('people.name')} hint={t('people.nameHint')}>
            <input name="name" required maxLength={100} autocomplete="off" autocapitalize="none" spellcheck={false} />
          </Field>
          <Field label={t('people.role')} hint={t('people.roleHint')}>
            <Choice name="role" value="desk" options={roles.map(each => [each, t(`role.${each}`)] as const)} />
          </Field>
        </Form>
        <div>
          {fresh.password !== '' && (
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
              <td>{t(`role.${person.role}`)}</td>
              <td data-label={t('people.column.signedIn')}>
                {person.signedInAt === undefined ? t('people.never') : <Moment iso={person.signedInAt} />}
              </td>
              <td class="end">
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

/** One's own password. */
export function passwordPart({ name }: Session) {
  const change = ({ current, next }: Values) => ask('/password', { method: 'PUT', body: { current, next } })
  return (
    <section class="card">
      <Form button={t('password.change')} work={change} done={t('password.done')} empties={['current', 'next']}>
        {/* For password managers. */}
        <input type="text" defaultValue={name} autocomplete="username" hidden aria-hidden="true" tabIndex={-1} />
        <Field label={t('password.current')}>
          <input name="current" type="password" required autocomplete="current-password" />
        </Field>
        <Field label={t('password.next')} hint={t('password.hint')}>
          <input name="next" type="password" required minLength={15} autocomplete="new-password" />
        </Field>
      </Form>
    </section>
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
