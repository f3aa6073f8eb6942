import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
// It has no types of its own, and few of its parts are used.
// @ts-expect-error
import Provider from 'oidc-provider'

/** Someone at the provider. */
export interface Account {
  sub: string
  email?: string
  email_verified?: boolean
}

export interface TestProvider extends AsyncDisposable {
  issuer: string
  clientId: string
  clientSecret: string
  /** Accounts by what is typed to sign in there. */
  accounts: Map<string, Account>
  /** Names the console's callback, before somebody signs in. */
  callTo(callback: string): void
  /**
   * Follows a sign-in from the address that the console sends a browser to, as someone of the provider, and gives the address that the
   * provider sends them back to.
   */
  follow(address: string, login: string): Promise<string>
}

/** Starts a real OpenID provider on a free port. */
export async function startProvider(): Promise<TestProvider> {
  const server = createServer((request, response) => handle(request, response))
  await new Promise<void>(done => void server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [clientId, clientSecret] = ['counterfoil', 'a-secret-of-the-console']
  const accounts = new Map<string, Account>()
  const open = (callback: string) =>
    new Provider(issuer, {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          token_endpoint_auth_method: 'client_secret_post',
          redirect_uris: [callback],
          grant_types: ['authorization_code'],
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      pkce: { required: () => true },
      cookies: { keys: ['a-key-of-cookies'] },
      findAccount: async (_: unknown, login: string) => ({
        accountId: login,
        claims: async () => accounts.get(login) ?? { sub: login },
      }),
      async loadExistingGrant({
        oidc,
      }: {
        oidc: { provider: never; client: { clientId: string }; session: { accountId: string } }
      }) {
        const grant = new (oidc.provider as unknown as { Grant: new (about: object) => Grant }).Grant({
          clientId: oidc.client.clientId,
          accountId: oidc.session.accountId,
        })
        grant.addOIDCScope('openid email')
        await grant.save()
        return grant
      },
    })
  let handle: RequestListener = (_, response) => void response.writeHead(404).end()
  return {
    ...{ issuer, clientId, clientSecret, accounts },
    callTo(callback) {
      handle = open(callback).callback()
    },
    async follow(address, login) {
      const cookies = new Map<string, string>()
      const ask = async (url: string, body?: string) => {
        const answer = await fetch(url, {
          redirect: 'manual',
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
            ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
          },
          ...(body !== undefined && { body }),
        })
        for (const cookie of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
          cookies.set(name, value)
        }
        const location = answer.headers.get('location')
        if (location === null) throw new Error(`The provider says ${answer.status}: ${await answer.text()}`)
        return new URL(location, issuer).href
      }
      const typed = `prompt=login&login=${encodeURIComponent(login)}&password=any`
      let at = await ask(address)
      while (at.startsWith(issuer)) at = await (at.includes('/interaction/') ? ask(at, typed) : ask(at))
      return at
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
}

interface Grant {
  addOIDCScope(scope: string): void
  save(): Promise<string>
}
