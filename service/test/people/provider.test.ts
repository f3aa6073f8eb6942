import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createProvider } from '../../src/people/provider.ts'

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const callback = 'https://shop.example.com/console/back'
const [clientId, clientSecret] = ['counterfoil', 'a-secret']

/** What a provider answers; what it was asked for. */
interface Answers {
  isAway: boolean
  hasUserinfo: boolean
  /** Of the ID token, besides what it must have. */
  claims: Record<string, unknown>
  userinfo: Record<string, unknown>
  asked: string[]
  tokenRequest: URLSearchParams
}

let answers: Answers
beforeEach(() => {
  const none = { claims: {}, userinfo: {}, asked: [], tokenRequest: new URLSearchParams() }
  answers = { isAway: false, hasUserinfo: true, ...none }
})

/** A provider that signs what the test wants. */
async function startProvider(): Promise<string> {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '', issuer).pathname
    answers.asked.push(path)
    const found = answers.isAway ? undefined : await answerTo(path, request)
    response.writeHead(found ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify(found ?? {}))
  })
  await new Promise<void>(done => void server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const answerTo = async (path: string, request: IncomingMessage): Promise<object | undefined> => {
    switch (path) {
      case '/.well-known/openid-configuration':
        return {
          ...{ issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` },
          ...{ jwks_uri: `${issuer}/keys`, id_token_signing_alg_values_supported: ['ES256'] },
          ...(answers.hasUserinfo && { userinfo_endpoint: `${issuer}/me` }),
        }
      case '/keys':
        return { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'ES256', use: 'sig' }] }
      case '/token': {
        let body = ''
        for await (const piece of request) body += piece
        answers.tokenRequest = new URLSearchParams(body)
        return { access_token: 'access', token_type: 'Bearer', expires_in: 60, id_token: idToken(issuer) }
      }
      case '/me':
        return request.headers.authorization === 'Bearer access' ? { sub: 'subject', ...answers.userinfo } : undefined
      default:
        return undefined
    }
  }
  return issuer
}

function idToken(issuer: string): string {
  const at = Math.floor(Date.now() / 1000)
  const claims = { iss: issuer, sub: 'subject', aud: clientId, iat: at, exp: at + 60, ...answers.claims }
  const parts = [{ alg: 'ES256', kid: 'k' }, claims].map(part =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  const signature = sign('sha256', Buffer.from(parts.join('.')), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return [...parts, signature.toString('base64url')].join('.')
}

/** A sign-in that was begun, and the address at which the browser comes back. */
async function begin(issuer: string, secret = 'the secret of a browser') {
  const provider = createProvider({ issuer, clientId, clientSecret, name: 'Example' })
  const sent = new URL(await provider.begin(secret, callback))
  const asked = sent.searchParams
  answers.claims = { nonce: asked.get('nonce'), ...answers.claims }
  const back = new URL(callback)
  back.searchParams.set('code', 'a-code')
  back.searchParams.set('state', asked.get('state') ?? '')
  return { provider, secret, sent, asked, back }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

describe('a sign-in at a provider', () => {
  test('begins there with a state, a nonce and a challenge that say nothing of each other or the secret', async () => {
    const issuer = await startProvider()
    const { provider, sent, asked } = await begin(issuer)
    expect([provider.name, sent.origin + sent.pathname]).toEqual(['Example', `${issuer}/auth`])
    expect(Object.fromEntries(asked)).toMatchObject({
      ...{ client_id: clientId, redirect_uri: callback, scope: 'openid email', response_type: 'code' },
      code_challenge_method: 'S256',
    })
    const made = ['state', 'nonce', 'code_challenge'].map(name => asked.get(name) ?? '')
    for (const text of made) expect(text).toMatch(/^[\w-]{43}$/)
    expect(new Set([...made, hashOf('the secret of a browser')]).size).toBe(4)
    const other = new URL(await provider.begin('another secret', callback)).searchParams
    for (const name of ['state', 'nonce', 'code_challenge']) expect(other.get(name)).not.toBe(asked.get(name))
    // What it can is asked once.
    expect(answers.asked).toEqual(['/.well-known/openid-configuration'])
  })

  test('ends with who it is: the code and the verifier get the ID token', async () => {
    answers.claims = { email: 'ada@example.com', email_verified: true }
    const issuer = await startProvider()
    const { provider, secret, asked, back } = await begin(issuer)
    expect(await provider.finish(secret, back)).toEqual({ issuer, subject: 'subject', email: 'ada@example.com' })
    const request = answers.tokenRequest
    expect(Object.fromEntries(request)).toMatchObject({ code: 'a-code', redirect_uri: callback })
    expect(hashOf(request.get('code_verifier') ?? '')).toBe(asked.get('code_challenge'))
    expect(answers.asked).not.toContain('/me')
  })

  test.each<[string, Partial<Answers>, string | undefined]>([
    ['in the ID token', { claims: { email: 'ada@example.com', email_verified: true } }, 'ada@example.com'],
    [
      'only where the provider tells more',
      { userinfo: { email: 'ada@example.com', email_verified: true } },
      'ada@example.com',
    ],
    ['there, but not verified', { userinfo: { email: 'ada@example.com', email_verified: false } }, undefined],
    ['unverified', { claims: { email: 'ada@example.com', email_verified: false } }, undefined],
    ['verified by a word', { claims: { email: 'ada@example.com', email_verified: 'true' } }, undefined],
    ['not said to be verified', { claims: { email: 'ada@example.com' } }, undefined],
    ['no text', { claims: { email: ['ada@example.com'], email_verified: true } }, undefined],
    ['nowhere', {}, undefined],
    ['nowhere, and there is no more to ask', { hasUserinfo: false }, undefined],
  ])('has the address if it is verified: %s', async (_, given, email) => {
    Object.assign(answers, given)
    const { provider, secret, back } = await begin(await startProvider())
    expect(await provider.finish(secret, back)).toMatchObject({ subject: 'subject', email })
  })

  test('isn’t taken of another browser, nor is anything asked then', async () => {
    const { provider, secret, back } = await begin(await startProvider())
    answers.asked = []
    await expect(provider.finish('another secret', back)).rejects.toThrow('state')
    const without = new URL(back)
    without.searchParams.delete('state')
    await expect(provider.finish(secret, without)).rejects.toThrow('state')
    expect(answers.asked).toEqual([])
  })

  test.each<[string, Record<string, unknown>]>([
    ['another sign-in', { nonce: 'another' }],
    ['none', { nonce: undefined }],
    ['another client', { aud: 'else' }],
    ['another provider', { iss: 'http://else.example.com' }],
    ['long ago', { exp: 1 }],
  ])('isn’t taken with an ID token of %s', async (_, claims) => {
    const { provider, secret, back } = await begin(await startProvider())
    Object.assign(answers.claims, claims)
    await expect(provider.finish(secret, back)).rejects.toThrow()
  })

  test('fails while the provider is away, and works once it is back; also what it refused is said', async () => {
    const issuer = await startProvider()
    const provider = createProvider({ issuer, clientId, clientSecret, name: 'Example' })
    answers.isAway = true
    await expect(provider.begin('secret', callback)).rejects.toThrow()
    answers.isAway = false
    const state = new URL(await provider.begin('secret', callback)).searchParams.get('state') ?? ''
    const refused = new URL(`${callback}?error=access_denied`)
    refused.searchParams.set('state', state)
    await expect(provider.finish('secret', refused)).rejects.toThrow()
  })
})

test('a provider is asked in plain text only if its address says so', async () => {
  const issuer = (await startProvider()).replace('http:', 'https:')
  const provider = createProvider({ issuer, clientId, clientSecret, name: 'Example' })
  await expect(provider.begin('secret', callback)).rejects.toThrow()
  expect(answers.asked).toEqual([])
})
