import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Reply } from './service.ts'

/** Checks one answer; throws when the description does not allow it. */
export type ResponseCheck = (method: string, pathname: string, reply: Reply) => void

interface Described {
  paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, unknown> }> }>>
}

/**
 * Makes a check of a service's description: each answer must be one of those the operation is said to give. Services that
 * are described alike, but for their addresses, share it: to compile one takes longer than most tests.
 *
 * @param description as the service sends it
 */
export function checkAgainst(description: string): ResponseCheck {
  const key = description.replace(/"servers":\[[^\]]*\]/, '')
  const check = checks.get(key) ?? makeCheck(JSON.parse(description))
  checks.set(key, check)
  return check
}

const checks = new Map<string, ResponseCheck>()

function makeCheck(description: Described): ResponseCheck {
  const { paths } = description
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  ajv.addSchema(description, 'description')
  const validators = new Map<string, ValidateFunction>()
  const patterns = Object.keys(paths).map(path => ({
    path,
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }))

  return (method, pathname, { status, headers, json, text }) => {
    const bare = pathname.replace(/\/$/, '')
    const path = patterns.find(({ pattern }) => pattern.test(bare))?.path
    const name = method === 'HEAD' ? 'get' : method.toLowerCase()
    const operation = path === undefined ? undefined : paths[path]?.[name]
    if (path === undefined || !operation) {
      if (status < 400) throw new Error(`${method} ${pathname} answered ${status}, but is not described`)
      return
    }
    const response = operation.responses[status]
    if (!response) throw new Error(`${method} ${path} answered ${status}, which is not described: ${text}`)
    const types = Object.keys(response.content ?? {})
    const sent = headers.get('content-type')?.split(';')[0]
    const type = types.find(described => described === sent) ?? types[0]
    if (method !== 'HEAD' && type !== sent && !(type === undefined && text === ''))
      throw new Error(`${method} ${path} answered ${status} as ${sent}, described is ${type}`)
    if (type !== 'application/json' || method === 'HEAD') return
    const pointer = ['paths', path, name, 'responses', String(status), 'content', type, 'schema']
      .map(part => part.replaceAll('~', '~0').replaceAll('/', '~1'))
      .join('/')
    const validate = validators.get(pointer) ?? ajv.compile({ $ref: `description#/${pointer}` })
    validators.set(pointer, validate)
    if (!validate(json)) throw new Error(`${method} ${path} ${status}: ${ajv.errorsText(validate.errors)}\n${text}`)
  }
}
