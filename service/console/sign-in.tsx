import { useRef, useState } from 'preact/hooks'
import { ask, Failure, WordedError } from './parts/api.ts'
import { Icon } from './parts/elements.tsx'
import { type BegunFactor, FactorCode, SecretText, useSubmit } from './parts/form.tsx'
import { currentPlace } from './parts/router.ts'
import { known, t } from './parts/words.ts'

/** How one can sign in, besides by password. */
export interface SignInWays {
  /** What the OpenID provider is called. */
  provider?: string
  /** Whether passwords count. Default: they do. */
  passwords?: boolean
  /** Whether tills' keys do. Default: they do. */
  keys?: boolean
}

interface SignInProps {
  ways: SignInWays
  done: () => void
}

/**
 * The form to sign in with: a person's name and password, then a code if they have a second factor; or a till's key and secret, also as one
 * text `id:secret`.
 */
export function SignIn({ ways, done }: SignInProps) {
  const secret = useRef<HTMLInputElement>(null)
  const [proven, setProven] = useState<Credentials>()
  const [factor, setFactor] = useState<BegunFactor>()
  const { isBusy, state, onSubmit } = useSubmit(async values => {
    const sent = credentials(values.name, values.secret)
    try {
      const answer = await ask<{ factor?: BegunFactor } | undefined>('/session', { body: sent })
      if (!answer?.factor) return done()
      setFactor(answer.factor)
      setProven(sent)
    } catch (error) {
      if (error instanceof Failure && error.code === 'code_needed') return setProven(sent)
      secret.current?.select()
      throw worded(error)
    }
  })
  const again = () => {
    setProven(undefined)
    setFactor(undefined)
  }
  if (proven) return <CodeForm credentials={proven} factor={factor} done={done} again={again} />
  const reason = currentPlace().query.get('signIn')
  const words = reason === null ? undefined : known(`signIn.${reason}`)
  return (
    <form class="sign-in" onSubmit={onSubmit}>
      <Icon name="receipt" />
      <h1>{t('signIn.title')}</h1>
      {words !== undefined && reasons.has(reason ?? '') && (
        <p class="notice wrong" role="alert">
          {words}
        </p>
      )}
      {ways.provider !== undefined && (
        <a class="button" href="/console/api/provider">
          {t('signIn.with', { name: ways.provider })}
        </a>
      )}
      {ways.passwords !== false && (
        <>
          <label>
            {t('signIn.name')}
            <input name="name" autocomplete="username" autocapitalize="none" spellcheck={false} required />
          </label>
          <label>
            {t('signIn.secret')}
            <input name="secret" type="password" autocomplete="current-password" ref={secret} />
          </label>
          {state}
          <button class="main" type="submit" disabled={isBusy}>
            {t('signIn.button')}
          </button>
          {ways.keys !== false && <p class="hint">{t('signIn.hint')}</p>}
        </>
      )}
    </form>
  )
}

/** Why the provider sent somebody back. */
const reasons: ReadonlySet<string> = new Set(['unreachable', 'failed', 'unknown'])

interface CodeFormProps {
  credentials: Credentials
  /** If they have none yet. */
  factor: BegunFactor | undefined
  done: () => void
  again: () => void
}

/** Asks for the code of the second factor, once the password is right; shows the recovery codes of one that was set up. */
function CodeForm({ credentials: sent, factor, done, again }: CodeFormProps) {
  const code = useRef<HTMLInputElement>(null)
  const [codes, setCodes] = useState<readonly string[]>()
  const { isBusy, state, onSubmit } = useSubmit(async values => {
    try {
      const answer = await ask<{ codes?: string[] } | undefined>('/session', { body: { ...sent, code: values.code } })
      if (answer?.codes) setCodes(answer.codes)
      else done()
    } catch (error) {
      code.current?.select()
      throw worded(error)
    }
  })
  if (codes)
    return (
      <div class="sign-in">
        <Icon name="receipt" />
        <h1>{t('factor.title')}</h1>
        <SecretText text={codes.join('\n')} words={t('factor.codes')} />
        <button class="main" type="button" onClick={done}>
          {t('signIn.goOn')}
        </button>
      </div>
    )
  return (
    <form class="sign-in" onSubmit={onSubmit}>
      <Icon name="receipt" />
      <h1>{t('signIn.title')}</h1>
      {factor && (
        <>
          <p class="notice doubt">{t('signIn.factorNeeded')}</p>
          <FactorCode factor={factor} />
        </>
      )}
      <label>
        {t('signIn.code')}
        <input
          name="code"
          required
          maxLength={50}
          autocomplete="one-time-code"
          autocapitalize="none"
          spellcheck={false}
          aria-describedby="code-hint"
          ref={input => {
            code.current = input
            input?.focus()
          }}
        />
      </label>
      <p class="hint" id="code-hint">
        {factor ? '' : t('signIn.codeHint')}
      </p>
      {state}
      <button class="main" type="submit" disabled={isBusy}>
        {t('signIn.button')}
      </button>
      <button type="button" onClick={again}>
        {t('act.cancel')}
      </button>
    </form>
  )
}

function worded(error: unknown): unknown {
  if (!(error instanceof Failure)) return error
  if (error.code === 'wrong_code') return new WordedError(t('signIn.wrongCode'))
  if (error.code === 'insufficient_scope') return new WordedError(t('signIn.noConsole'))
  return error.status === 401 || error.status === 422 ? new WordedError(t('signIn.wrong')) : error
}

interface Credentials {
  name: string
  secret: string
}

/** A key is handed out as `id:secret`. */
function credentials(name = '', secret = ''): Credentials {
  const colon = name.indexOf(':')
  if (secret !== '' || colon < 1) return { name, secret }
  return { name: name.slice(0, colon).trim(), secret: name.slice(colon + 1).trim() }
}
