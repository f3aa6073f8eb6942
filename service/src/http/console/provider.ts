import { newSecret } from '../../basics/ids.ts'
import { findMerchant } from '../../merchants/merchants.ts'
import { personAtProvider } from '../../people/at-provider.ts'
import { recordAct } from '../../people/audit.ts'
import { sessionLimits } from '../../people/sessions.ts'
import { enter } from '../../people/sign-in.ts'
import { readCookie, secretCookie } from '../cookies.ts'
import { errors } from '../errors.ts'
import { type Answer, type ApiContext, type Call, consoleOperation, consolePath, type Operation } from '../operation.ts'

/** Seconds that somebody may take at the provider. */
const patience = 600

const callback = `${consolePath}/provider/callback`

/** Signing in at an OpenID provider. Browsers come and go by links, so what is wrong is said by the page they come back to. */
export function providerOperations(context: ApiContext): Operation[] {
  const { db, log, secure, address, provider, signInBy } = context
  const howToSignIn = consoleOperation('howToSignIn', 'GET /sign-in', 'How one can sign in', {
    security: 'none',
    handle: async () => ({
      status: 200,
      json: {
        ...(provider && { provider: provider.name }),
        passwords: signInBy !== 'provider',
        keys: signInBy === 'password',
      },
    }),
  })
  if (!provider) return [howToSignIn]
  return [
    howToSignIn,
    consoleOperation('goToProvider', 'GET /provider', 'Sign in at the OpenID provider', {
      security: 'none',
      async handle() {
        const secret = newSecret()
        const location = await provider.begin(secret, address(callback)).catch(error => {
          log.warn("The OpenID provider can't be reached", { error })
          return undefined
        })
        if (location === undefined) return backWith('unreachable')
        const cookies = [secretCookie('flow', secret, secure, patience)]
        return { status: 303, headers: { location }, cookies }
      },
    }),
    consoleOperation('returnFromProvider', 'GET /provider/callback', 'Come back from the OpenID provider', {
      security: 'none',
      async handle(call) {
        const answer = await signedIn(call).catch(error => {
          log.warn('A sign-in at the OpenID provider failed', { error })
          return backWith('failed')
        })
        // Whatever became of it: it is over.
        return { ...answer, cookies: [...(answer.cookies ?? []), secretCookie('flow', '', secure, 0)] }
      },
    }),
  ]

  async function signedIn({ headers, search }: Call): Promise<Answer> {
    const secret = readCookie(headers, secure, 'flow')
    if (secret === undefined || !provider) throw errors.signedOut()
    const identity = await provider.finish(secret, new URL(`${address(callback)}?${search}`))
    const person = await personAtProvider(db, identity)
    const merchant = person && (await findMerchant(db, person.merchantId))
    if (!person || !merchant?.active) return backWith('unknown')
    const entered = await enter(context, { merchantId: merchant.id, personId: person.id })
    await recordAct(context, {
      ...{ actor: entered.actor, action: 'signIn', merchantId: merchant.id, detail: { by: 'provider' } },
    })
    const cookies = [secretCookie('session', entered.secret, secure, sessionLimits.whole / 1000)]
    return { status: 303, headers: { location: '/console' }, cookies }
  }
}

/** Back to the sign-in, which says why. */
function backWith(reason: 'unreachable' | 'failed' | 'unknown'): Answer {
  return { status: 303, headers: { location: `/console?signIn=${reason}` } }
}
