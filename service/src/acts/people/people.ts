import { z } from 'zod'
import { InvalidInputError } from '../../basics/errors/errors.ts'
import { storeList, toldStores } from '../../merchants/store-list.ts'
import {
  changePerson,
  listPeople,
  NameTakenError,
  type Person,
  personName,
  removePerson,
  savePerson,
} from '../../people/people.ts'
import { roles } from '../../people/roles.ts'
import { removeSecondFactor } from '../../people/second-factor.ts'
import { act, UnknownTargetError } from '../act.ts'

const rights = {
  role: z
    .enum(roles)
    .describe(
      'What they may do, each all that those before it may. `statistics`: see figures. `view`: see receipts. `desk`: also send. `manager`: also erase, make offers, and see who did what. `admin`: also settings, keys and people.',
    ),
  stores: storeList.optional().describe('The ids of the stores they see, as tills send them; default all.'),
}

const person = z
  .object({
    id: z.string().describe('For changing and removing them.'),
    name: z.string().describe('What they type to sign in.'),
    role: z.enum(roles).describe('What they may do.'),
    stores: z.array(z.string()).optional().describe('The ids of the stores they see; absent for all.'),
    createdAt: z.string().describe('ISO 8601, UTC.'),
    signedInAt: z.string().optional().describe('When they last signed in, ISO 8601, UTC.'),
    hasSecondFactor: z.boolean().describe('Whether a code is asked for beside the password.'),
    isAtProvider: z.boolean().describe('Whether they signed in at the OpenID provider.'),
  })
  .meta({ id: 'Person' })

const savedPerson = person
  .extend({ password: z.string().describe('Shown only in this response.') })
  .meta({ id: 'SavedPerson' })

const noPerson = { 404: { description: 'There is no such merchant or person' } }

/** The acts on the people who may sign in to a merchant's console. Their names may be addresses, so the trail has ids. */
export const peopleActs = {
  listPeople: act({
    id: 'listPeople',
    at: 'GET /merchants/{merchantId}/people',
    access: { admin: 'people', console: 'admin', command: 'merchant users <merchant>' },
    summary: 'List who may sign in',
    outcomes: { 200: { description: 'Who may sign in', schema: z.array(person) } },
    run: async ({ db, merchant }) => (await listPeople(db, merchant.id)).map(toJson),
  }),

  savePerson: act({
    id: 'savePerson',
    at: 'POST /merchants/{merchantId}/people',
    access: {
      admin: 'people',
      console: 'admin',
      command: `merchant user <merchant> <name> --role <${roles.join('|')}> [--stores <ids>]`,
    },
    summary: 'Let someone sign in',
    description: 'Or give somebody other rights and a new password. Their sessions end.',
    input: z
      .strictObject({ name: personName.describe('What they type to sign in, such as an address.'), ...rights })
      .meta({ id: 'PersonInput' }),
    outcomes: { 201: { description: 'Who, and the password', schema: savedPerson } },
    async run({ db, now, merchant: { id: merchantId } }, input) {
      const { person, password } = await savePerson(db, { merchantId, ...input, ...storesIn(input) }, now()).catch(
        refuseTaken,
      )
      return { ...toJson(person), password }
    },
    audit: ({ role, stores }, _context, result) => ({ target: result?.id, detail: { role, ...toldStores(stores) } }),
    report: ({ log, merchantId }) => log.info('An administrator let someone sign in', { merchantId }),
  }),

  changePerson: act({
    id: 'changePerson',
    at: 'PUT /merchants/{merchantId}/people/{personId}',
    access: { admin: 'people', console: 'admin' },
    summary: 'Change what someone may do',
    description: 'They keep their password and second factor; their sessions end.',
    input: z.strictObject(rights).meta({ id: 'PersonRights' }),
    outcomes: { 200: { description: 'Who', schema: person }, ...noPerson },
    async run({ db, merchant, target }, input) {
      const changed = await changePerson(db, { merchantId: merchant.id, id: target }, { ...input, ...storesIn(input) })
      if (!changed) throw new UnknownTargetError('There is no such person.')
      return toJson(changed)
    },
    audit: ({ role, stores }, { target }) => ({ target, detail: { role, ...toldStores(stores) } }),
  }),

  removeSecondFactor: act({
    id: 'removeSecondFactor',
    at: 'DELETE /merchants/{merchantId}/people/{personId}/second-factor',
    access: { admin: 'people', console: 'admin', command: 'merchant remove-second-factor <merchant> <name>' },
    summary: 'Remove someone’s second factor',
    description: 'For whoever lost it, and their recovery codes. Their sessions end; the password alone lets them in.',
    outcomes: { 204: { description: 'They have none' }, ...noPerson },
    async run({ db, merchant, target }) {
      if (!(await removeSecondFactor(db, { merchantId: merchant.id, id: target })))
        throw new UnknownTargetError('There is no such person.')
    },
  }),

  removePerson: act({
    id: 'removePerson',
    at: 'DELETE /merchants/{merchantId}/people/{personId}',
    access: { admin: 'people', console: 'admin', command: 'merchant remove-user <merchant> <name>' },
    summary: 'No longer let someone sign in',
    description: 'Their sessions end.',
    outcomes: { 204: { description: 'They may not sign in' }, ...noPerson },
    async run({ db, now, merchant, target }) {
      if (!(await removePerson(db, merchant.id, target, now())))
        throw new UnknownTargetError('There is no such person.')
    },
    report: ({ log, merchantId }) => log.info('An administrator removed a person', { merchantId }),
  }),
}

function storesIn({ stores }: { stores?: string[] | undefined }): { stores: string[] | null } {
  return { stores: stores ?? null }
}

function toJson({ createdAt, signedInAt, stores, merchantId: _, ...rest }: Person): z.infer<typeof person> {
  return {
    ...rest,
    createdAt: new Date(createdAt).toISOString(),
    ...(stores !== null && { stores: [...stores] }),
    ...(signedInAt !== null && { signedInAt: new Date(signedInAt).toISOString() }),
  }
}

function refuseTaken(error: unknown): never {
  // Not why: that would say who works at another merchant's.
  if (error instanceof NameTakenError)
    throw new InvalidInputError({ name: [{ code: null, message: 'can’t be used; add the shop’s name to it' }] })
  throw error
}
