import { createHash } from 'node:crypto'
import * as client from 'openid-client'
import { createGate } from '../basics/gate.ts'

/** How to reach the OpenID provider at which people sign in. */
interface OpenIdSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** What the button calls it. */
  name: string
}

/** Who the provider says somebody is. */
export interface ProviderIdentity {
  issuer: string
  subject: string
  /** Only if the provider verified it. */
  email: string | undefined
}

/** A provider, for sign-ins by authorization code with PKCE (OpenID Connect Core 1.0, 3.1; RFC 7636). */
export interface OpenIdProvider {
  name: string
  /** Where to send the browser that keeps this secret in a cookie; the secret makes state, nonce and verifier. */
  begin(secret: string, callback: string): Promise<string>
  /** Who came back with this address. @throws if the provider refused, or another browser had begun it */
  finish(secret: string, returned: URL): Promise<ProviderIdentity>
}

/** Milliseconds that the provider may take for each answer. */
const patience = 10_000

/** Opens a provider. It is asked what it can when somebody signs in first: the service starts without it. */
export function createProvider({ issuer, clientId, clientSecret, name }: OpenIdSettings): OpenIdProvider {
  // Strangers can make the service ask: a few at once.
  const gate = createGate(4, 40)
  const isPlain = new URL(issuer).protocol === 'http:'
  let found: Promise<client.Configuration> | undefined
  const discovered = () => {
    found ??= client
      .discovery(new URL(issuer), clientId, clientSecret, undefined, {
        timeout: patience / 1000,
        execute: isPlain ? [client.allowInsecureRequests] : [],
      })
      .catch(error => {
        found = undefined
        throw error
      })
    return found
  }

  return {
    name,
    async begin(secret, callback) {
      const config = await gate.pass(discovered, false)
      return client.buildAuthorizationUrl(config, {
        redirect_uri: callback,
        scope: 'openid email',
        state: madeOf('state', secret),
        nonce: madeOf('nonce', secret),
        code_challenge: await client.calculatePKCECodeChallenge(madeOf('verifier', secret)),
        code_challenge_method: 'S256',
      }).href
    },
    async finish(secret, returned) {
      // Before anything is asked: what another browser began isn't this one's.
      if (returned.searchParams.get('state') !== madeOf('state', secret)) throw new Error('The state is another one.')
      return gate.pass(async () => {
        const config = await discovered()
        const tokens = await client.authorizationCodeGrant(config, returned, {
          pkceCodeVerifier: madeOf('verifier', secret),
          expectedState: madeOf('state', secret),
          expectedNonce: madeOf('nonce', secret),
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new Error('There is no ID token.')
        const { sub: subject, iss } = claims
        // Many tell the address only there.
        const told =
          claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined
            ? await client.fetchUserInfo(config, tokens.access_token, subject)
            : claims
        const email = told.email_verified === true && typeof told.email === 'string' ? told.email : undefined
        return { issuer: iss, subject, email }
      }, false)
    },
  }
}

/** A text of 256 bits that only who has the secret can make, and that says nothing of the others. */
function madeOf(what: string, secret: string): string {
  return createHash('sha256').update(`${what} ${secret}`).digest('base64url')
}
