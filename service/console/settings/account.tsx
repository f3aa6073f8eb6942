import { useState } from 'preact/hooks'
import { ask, type Session } from '../parts/api.ts'
import { type BegunFactor, FactorCode, Field, Form, openDialog, SecretText, type Values } from '../parts/form.tsx'
import { t } from '../parts/words.ts'

/** Whether somebody has a second factor. */
interface FactorState {
  isOn: boolean
  codesLeft?: number
}

/** One's own password and second factor. */
export async function accountPart(signal: AbortSignal, { name }: Session) {
  return <Account name={name} first={await ask<FactorState>('/second-factor', { signal })} />
}

function Account({ name, first }: { name: string; first: FactorState }) {
  const change = ({ current, next }: Values) => ask('/password', { method: 'PUT', body: { current, next } })
  return (
    <>
      <section class="card">
        <Form button={t('password.change')} work={change} done={t('password.done')} empties={['current', 'next']}>
          <UserName name={name} />
          <Field label={t('password.current')}>
            <input name="current" type="password" required autocomplete="current-password" />
          </Field>
          <Field label={t('password.next')} hint={t('password.hint')}>
            <input name="next" type="password" required minLength={15} autocomplete="new-password" />
          </Field>
        </Form>
      </section>
      <Factor name={name} first={first} />
    </>
  )
}

/** For password managers. */
function UserName({ name }: { name: string }) {
  return <input type="text" defaultValue={name} autocomplete="username" hidden aria-hidden="true" tabIndex={-1} />
}

function Factor({ name, first }: { name: string; first: FactorState }) {
  const [{ isOn, codesLeft = 0 }, setState] = useState(first)
  const [begun, setBegun] = useState<BegunFactor>()
  const [codes, setCodes] = useState('')
  const refresh = async () => setState(await ask<FactorState>('/second-factor'))
  const show = async ({ codes: made }: { codes: string[] }) => {
    setCodes(made.join('\n'))
    await refresh()
  }
  const begin = async ({ current }: Values) => setBegun(await ask<BegunFactor>('/second-factor', { body: { current } }))
  const confirm = async ({ code = '' }: Values) => {
    await show(await ask('/second-factor/confirm', { body: { code: code.replace(/\s/g, '') } }))
    setBegun(undefined)
  }
  const renew = () =>
    askForPassword(name, t('factor.renew'), async current =>
      show(await ask('/second-factor/codes', { body: { current } })),
    )
  const end = () =>
    askForPassword(name, t('factor.end'), async current => {
      await ask('/second-factor/end', { body: { current } })
      setCodes('')
      await refresh()
    })
  return (
    <section class="card stack" aria-labelledby="factor-title">
      <h3 id="factor-title">{t('factor.title')}</h3>
      <div>{codes !== '' && <SecretText key={codes} text={codes} words={t('factor.codes')} />}</div>
      {isOn ? (
        <>
          <p>{t('factor.on')}</p>
          <p class="hint">{t('factor.left', { number: codesLeft })}</p>
          <div class="send-row">
            <button type="button" onClick={renew}>
              {t('factor.renew')}
            </button>
            <button class="danger" type="button" onClick={end}>
              {t('factor.end')}
            </button>
          </div>
        </>
      ) : begun ? (
        <Form key="confirm" button={t('factor.confirm')} work={confirm}>
          <FactorCode factor={begun} />
          <Field label={t('signIn.code')}>
            <input name="code" required inputMode="numeric" autocomplete="one-time-code" maxLength={20} />
          </Field>
        </Form>
      ) : (
        <Form key="begin" button={t('factor.begin')} work={begin}>
          <p class="hint">{t('factor.off')}</p>
          <UserName name={name} />
          <Field label={t('password.current')}>
            <input name="current" type="password" required autocomplete="current-password" />
          </Field>
        </Form>
      )}
    </section>
  )
}

/** Asks for one's password before something is done. */
function askForPassword(name: string, title: string, work: (current: string) => Promise<void>): void {
  openDialog({
    title,
    content: (
      <>
        <UserName name={name} />
        <Field label={t('password.current')}>
          <input name="current" type="password" required autocomplete="current-password" />
        </Field>
      </>
    ),
    button: title,
    work: async ({ current = '' }) => work(current),
  })
}
