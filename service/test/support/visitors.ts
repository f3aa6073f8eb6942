import { savePerson } from '../../src/people/people.ts'
import type { Role } from '../../src/people/roles.ts'
import { enter } from '../../src/people/sign-in.ts'
import type { Reply, TestService } from './service.ts'

/** Someone signed in to the console, without a browser. */
export interface Visitor {
  cookie: string
  ask(path: string, options?: { method?: string; body?: unknown; headers?: Record<string, string> }): Promise<Reply>
}

/** Signs in with a name or key. @throws with the answer if that fails */
export async function visit(url: string, name: string, secret: string): Promise<Visitor> {
  const answer = await fetch(`${url}/console/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, secret }),
  })
  if (answer.status !== 204) throw new Error(`Signing in failed: ${answer.status} ${await answer.text()}`)
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';')
  return visitor(url, cookie)
}

function visitor(url: string, cookie: string): Visitor {
  return {
    cookie,
    async ask(path, { method, body, headers = {} } = {}) {
      const reply = await fetch(`${url}/console/api${path}`, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const bytes = new Uint8Array(await reply.arrayBuffer())
      const text = new TextDecoder().decode(bytes)
      const isJson = reply.headers.get('content-type')?.startsWith('application/json')
      return { status: reply.status, headers: reply.headers, text, bytes, json: isJson ? JSON.parse(text) : undefined }
    },
  }
}

/** A person of the demo merchant, signed in without the password, whose hash takes longer than most tests. */
export async function person(
  shop: TestService,
  role: Role,
  merchantId = 'demo',
  stores: readonly string[] | null = null,
): Promise<Visitor> {
  const name = [role, 'of', merchantId, ...(stores ?? [])].join('-')
  const { person: saved } = await savePerson(shop.service.db, { merchantId, name, role, stores }, Date.now())
  const { secret } = await enter({ db: shop.service.db, now: shop.now }, { merchantId, personId: saved.id })
  return visitor(shop.url, `counterfoil=${secret}`)
}
