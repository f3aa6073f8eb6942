import { z } from 'zod'
import { act, UnknownTargetError } from '../acts/act.ts'
import { InvalidInputError } from '../errors/errors.ts'
import { listPeople, NameTakenError, type Person, personName, removePerson, savePerson } from './people.ts'
import { roles } from './roles.ts'

const person = z
  .object({
    id: z.string().describe('For removing them.'),
    name: z.string().describe('What they type to sign in.'),
    role: z.enum(roles).describe('What they may do.'),
    createdAt: z.string().describe('ISO 8601, UTC.'),
    signedInAt: z.string().optional().describe('When they last signed in, ISO 8601, UTC.'),
  })
  .meta({ id: 'Person' })

const savedPerson = person.extend({ password: z.string().describe('Shown only in this response.') })

/** The acts on the people who may sign in to a merchant's console. Their names may be addresses, so the trail has ids. */
export const peopleActs = {
  listPeople: act({
    id: 'listPeople',
    at: 'GET /merchants/{merchantId}/people',
    access: { console: 'admin', command: 'merchant users <merchant>' },
    summary: 'List who may sign in',
    outcomes: { 200: { description: 'Who may sign in', schema: z.array(person) } },
    run: async ({ db, merchant }) => (await listPeople(db, merchant.id)).map(toJson),
  }),

  savePerson: act({
    id: 'savePerson',
    at: 'POST /merchants/{merchantId}/people',
    access: { console: 'admin', command: 'merchant user <merchant> <name> --role <view|desk|admin>' },
    summary: 'Let someone sign in',
    input: z.strictObject({ name: personName, role: z.enum(roles) }),
    outcomes: { 201: { description: 'Who, and the password', schema: savedPerson } },
    async run({ db, now, merchant: { id: merchantId } }, { name, role }) {
      const { person, password } = await savePerson(db, { merchantId, name, role }, now()).catch(refuseTaken)
      return { ...toJson(person), password }
    },
    audit: ({ role }, _context, result) => ({ target: result?.id, detail: { role } }),
  }),

  removePerson: act({
    id: 'removePerson',
    at: 'DELETE /merchants/{merchantId}/people/{personId}',
    access: { console: 'admin', command: 'merchant remove-user <merchant> <name>' },
    summary: 'No longer let someone sign in',
    outcomes: { 204: { description: 'They may not sign in' }, 404: { description: 'There is no such person' } },
    async run({ db, now, merchant, target }) {
      if (!(await removePerson(db, merchant.id, target, now())))
        throw new UnknownTargetError('There is no such person.')
    },
  }),
}

function toJson({ id, name, role, createdAt, signedInAt }: Person): z.infer<typeof person> {
  return {
    ...{ id, name, role, createdAt: new Date(createdAt).toISOString() },
    ...(signedInAt !== null && { signedInAt: new Date(signedInAt).toISOString() }),
  }
}

function refuseTaken(error: unknown): never {
  // Not why: that would say who works at another merchant's.
  if (error instanceof NameTakenError)
    throw new InvalidInputError({ name: [{ code: null, message: 'can’t be used; add the shop’s name to it' }] })
  throw error
}
