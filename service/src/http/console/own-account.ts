import { drawBarcodeSvg, toBarcode } from 'counterfoil/internal'
import { z } from 'zod'
import { InvalidInputError } from '../../basics/errors/errors.ts'
import { passwordProblem, verifyPassword } from '../../people/passwords.ts'
import { findPerson, setPassword } from '../../people/people.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  countRecoveryCodes,
  removeSecondFactor,
  renewRecoveryCodes,
} from '../../people/second-factor.ts'
import { closeOtherSessions } from '../../people/sessions.ts'
import { countTry, forgetTries } from '../../people/sign-in.ts'
import { totpUri } from '../../people/totp.ts'
import { errors } from '../errors.ts'
import { type ApiContext, type Call, consoleOperation, type Operation } from '../operation.ts'

const password = z.string().max(500)
const passwordInput = z.strictObject({ current: password, next: password })
const proofInput = z.strictObject({ current: password })
const codeInput = z.strictObject({ code: z.string().trim().max(50) })

/** Millimeters, so that a phone reads it from a screen. */
const codeWidth = 45

/** What anyone may do with their own account: the password, and the second factor. Of whoever has only a session, the password is asked. */
export function ownAccountOperations(context: ApiContext): Operation[] {
  const { db, now, webhooks } = context
  const anyone = { role: 'statistics', stores: 'some' } as const
  return [
    consoleOperation('changePassword', 'PUT /password', 'Change one’s own password', {
      ...anyone,
      body: passwordInput,
      async handle({ session, input: { current, next } }) {
        const { person: id, name } = await proven(context, session, current)
        const problem = passwordProblem(next, name)
        if (problem !== undefined) throw wrong('next', problem)
        await setPassword(db, id, next)
        await closeOtherSessions(db, id, session.tokenHash)
        return { status: 204 }
      },
    }),
    consoleOperation('showSecondFactor', 'GET /second-factor', 'Whether one has a second factor', {
      ...anyone,
      async handle({ session }) {
        const { name } = personIn(session)
        const found = await findPerson(db, name)
        const isOn = found?.person.hasSecondFactor ?? false
        return {
          status: 200,
          json: { isOn, ...(isOn && found && { codesLeft: await countRecoveryCodes(db, found.person.id) }) },
        }
      },
    }),
    consoleOperation('beginSecondFactor', 'POST /second-factor', 'Get a secret for an authenticator app', {
      ...anyone,
      body: proofInput,
      async handle({ session, merchant, input: { current } }) {
        const { person: id, name } = await proven(context, session, current)
        const secret = await beginSecondFactor(db, webhooks.seal, id)
        if (secret === undefined) throw wrong('current', 'there is a second factor already')
        return { status: 200, json: factorShown(secret, { issuer: merchant.name, name }) }
      },
    }),
    consoleOperation('confirmSecondFactor', 'POST /second-factor/confirm', 'Have codes asked for from now on', {
      ...anyone,
      body: codeInput,
      async handle({ session, input: { code } }) {
        const { person: personId } = personIn(session)
        const codes = await counted(context, `code of ${personId}`, () =>
          confirmSecondFactor(db, webhooks.seal, { personId, code, tokenHash: session.tokenHash }, now()),
        )
        if (!codes) throw wrong('code', 'is not the code')
        return { status: 200, json: { codes } }
      },
    }),
    consoleOperation('renewRecoveryCodes', 'POST /second-factor/codes', 'Get other recovery codes', {
      ...anyone,
      body: proofInput,
      async handle({ session, input: { current } }) {
        const { person: id, name } = await proven(context, session, current)
        if (!(await findPerson(db, name))?.person.hasSecondFactor) throw wrong('current', 'there is no second factor')
        return { status: 200, json: { codes: await renewRecoveryCodes(db, id) } }
      },
    }),
    consoleOperation('endSecondFactor', 'POST /second-factor/end', 'Have no more codes asked for', {
      ...anyone,
      body: proofInput,
      async handle({ session, merchant, input: { current } }) {
        const { person: id } = await proven(context, session, current)
        if (context.signInBy === 'second-factor') throw wrong('current', 'a second factor is needed here')
        await removeSecondFactor(db, { merchantId: merchant.id, id }, session.tokenHash)
        return { status: 204 }
      },
    }),
  ]
}

/** A secret for an authenticator app, as text and as a picture of its QR code. */
export function factorShown(
  secret: string,
  about: { issuer: string; name: string },
): { secret: string; picture: string } {
  const sizes = { maxWidth: codeWidth, leastWidth: codeWidth }
  const { svg } = drawBarcodeSvg(toBarcode('QRCode', totpUri(secret, about)), sizes)
  return { secret, picture: `data:image/svg+xml,${encodeURIComponent(svg)}` }
}

/** Whoever is signed in, who is a person. @throws HttpError 403 for a till's key */
function personIn({ by }: Call['session']): { person: string; name: string } {
  if (!('person' in by)) throw errors.unauthorized()
  return by
}

/**
 * The person who is signed in, and knows the password: guessed here, a session that was left open would be the person's for good.
 *
 * @throws HttpError 403 for a till's key, 429 after too many tries; InvalidInputError if it is wrong
 */
async function proven(context: ApiContext, session: Call['session'], current: string) {
  const by = personIn(session)
  const isRight = await counted(context, `password of ${by.person}`, async () => {
    const found = await findPerson(context.db, by.name)
    return found !== undefined && (await verifyPassword(current, found.hash, true))
  })
  if (!isRight) throw wrong('current', 'is not the password')
  return by
}

/** Counts a try, and forgets the tries if it works. @throws HttpError 429 after too many */
async function counted<Result>({ db, now }: ApiContext, name: string, work: () => Promise<Result>): Promise<Result> {
  const trier = { name, address: '' }
  const attempt = await countTry(db, trier, now())
  if ('wait' in attempt) throw errors.tooManyRequests(attempt.wait)
  const result = await work()
  if (result) await forgetTries(db, trier, now())
  return result
}

function wrong(field: string, message: string): InvalidInputError {
  return new InvalidInputError({ [field]: [{ code: null, message }] })
}
