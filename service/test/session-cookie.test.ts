import { describe, expect, test } from 'vitest'
import { endedCookie, isFromElsewhere, readCookie, secretCookie } from '../src/http/cookies.ts'

describe('a request of another site’s page', () => {
  const host = 'receipts.example.com'
  const asked = (method: string, headers: Record<string, string>) =>
    isFromElsewhere({ method, headers: { host, ...headers } })

  test.each(['cross-site', 'same-site', 'none'])('may change nothing: %s', site => {
    for (const method of ['POST', 'PUT', 'DELETE']) expect(asked(method, { 'sec-fetch-site': site })).toBe(true)
  })

  test('may get only what a person typed or bookmarked', () => {
    const sites = ['same-origin', 'none', 'same-site', 'cross-site']
    expect(sites.map(site => asked('GET', { 'sec-fetch-site': site }))).toEqual([false, false, true, true])
  })

  test('is told by its origin where the browser says nothing of the site', () => {
    const origins = [`https://${host}`, 'https://evil.example', 'null', `https://${host}:8443`]
    expect(origins.map(origin => asked('POST', { origin }))).toEqual([false, true, true, true])
    expect(asked('POST', {})).toBe(false)
  })
})

describe('a cookie', () => {
  const secret = 'a-secret_of-43-letters'.padEnd(43, 'x')

  test.each([true, false])('that was set is read again; over TLS: %s', isSecure => {
    const [pair = ''] = secretCookie('session', secret, isSecure, 60).split(';')
    expect(
      readCookie({ cookie: `theme=dark; ${pair}; ${pair.replace('counterfoil', 'counterfoil-device')}` }, isSecure),
    ).toBe(secret)
    expect(readCookie({ cookie: pair }, !isSecure)).toBe(undefined)
    expect(readCookie({ cookie: pair }, isSecure, 'device')).toBe(undefined)
  })

  test.each([
    '',
    'counterfoil',
    `xx counterfoil=${secret}`,
    `counterfoil=${secret}x`,
    `counterfoil=${secret.slice(1)}`,
  ])('isn’t read from %j', cookie => {
    expect(readCookie({ cookie }, false)).toBe(undefined)
  })

  test('ends at once', () => {
    expect(endedCookie(true)).toBe('__Host-counterfoil=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure')
  })
})
