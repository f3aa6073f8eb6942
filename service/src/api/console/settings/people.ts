import { z } from 'zod'
import type { AuditTrail } from '../../../administration/audit.ts'
import type { Lockout } from '../../../console/lockout.ts'
import { passwordProblem, verifyPassword } from '../../../console/passwords.ts'
import { NameTakenError, type People, type Person, personName } from '../../../console/people.ts'
import { roles } from '../../../console/roles.ts'
import type { Sessions } from '../../../console/sessions.ts'
import { check } from '../../../errors/check.ts'
import { InvalidInputError } from '../../../errors/errors.ts'
import { readBody } from '../../body.ts'
import { errors } from '../../errors/error-response.ts'
import type { Operation } from '../../operation.ts'
import { consoleOperation } from '../operation.ts'

const personInput = z.strictObject({ name: personName, role: z.enum(roles) })

const passwordInput = z.strictObject({ current: z.string().max(500), next: z.string().max(500) })

export interface PeopleOptions {
  people: People
  sessions: Sessions
  lockout: Lockout
  audit: AuditTrail
}

/** The people who may sign in, and what they did. */
export function peopleOperations(options: PeopleOptions): Operation[] {
  const { people, sessions, lockout, audit } = options
  return [
    {
      ...consoleOperation('listPeople', 'GET', '/people', 'List who may sign in'),
      role: 'admin',
      handle: async ({ merchant }) => ({ status: 200, json: (await people.list(merchant.id)).map(shown) }),
    },
    {
      ...consoleOperation('savePerson', 'POST', '/people', 'Let someone sign in'),
      role: 'admin',
      async handle({ merchant, body }) {
        const { name, role } = check(personInput, readBody(body))
        const { person, password } = await people.save(merchant.id, name, role).catch(refuseTaken)
        return { status: 201, json: { ...shown(person), password }, audit: { target: person.name, detail: { role } } }
      },
    },
    {
      ...consoleOperation('removePerson', 'DELETE', '/people/{personId}', 'No longer let someone sign in'),
      role: 'admin',
      async handle({ merchant, params: { personId = '' } }) {
        const known = (await people.list(merchant.id)).find(({ id }) => id === personId)
        if (!known || !(await people.remove(merchant.id, personId))) throw errors.notFound()
        return { status: 204, audit: { target: known.name } }
      },
    },
    {
      ...consoleOperation('changePassword', 'PUT', '/password', 'Change one’s own password'),
      async handle({ session, body }) {
        const { by, tokenHash } = session
        if (!('person' in by)) throw errors.unauthorized()
        const { current, next } = check(passwordInput, readBody(body))
        const found = await people.find(by.name)
        // Guessed here, a session that was left open would be the person's for good.
        const trier = { name: `password of ${by.person}`, address: '' }
        const attempt = await lockout.attempt(trier)
        if ('wait' in attempt) throw errors.tooManyRequests(attempt.wait)
        if (!found || !(await verifyPassword(current, found.hash, true))) throw wrong('current', 'is not the password')
        await lockout.worked(trier)
        const problem = passwordProblem(next, by.name)
        if (problem !== undefined) throw wrong('next', problem)
        await people.setPassword(by.person, next)
        await sessions.closeOthers(by.person, tokenHash)
        return { status: 204 }
      },
    },
    {
      ...consoleOperation('readTrail', 'GET', '/trail', 'Who did what'),
      role: 'admin',
      async handle({ merchant }) {
        const entries = await audit.list({ merchantId: merchant.id, limit: mostActs + 1 })
        const acts = entries.slice(0, mostActs).map(({ at, ...rest }) => ({ ...rest, at: time(at) }))
        return { status: 200, json: { acts, hasMore: entries.length > mostActs } }
      },
    },
  ]
}

/** Acts in the trail's list. */
const mostActs = 200

function shown({ id, name, role, createdAt, signedInAt }: Person) {
  return {
    ...{ id, name, role, createdAt: time(createdAt) },
    ...(signedInAt !== null && { signedInAt: time(signedInAt) }),
  }
}

function refuseTaken(error: unknown): never {
  // Not why: that would say who works at another merchant's.
  if (error instanceof NameTakenError) throw wrong('name', 'can’t be used; add the shop’s name to it')
  throw error
}

function wrong(field: string, message: string): InvalidInputError {
  return new InvalidInputError({ [field]: [{ code: null, message }] })
}

const time = (milliseconds: number) => new Date(milliseconds).toISOString()
