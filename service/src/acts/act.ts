// Room `acts`: what an operator can do, each act defined once for the admin API, the console and the command.
// An act says who may do it, what it takes, and what the audit trail keeps; doors only bring input and answer.
// Besides the wiring, `http` and `commands` may call it.

import type { z } from 'zod'
import type { Log } from '../basics/monitoring/log.ts'
import type { AllowedHosts } from '../basics/public-addresses.ts'
import type { Reach } from '../basics/reach.ts'
import type { Role } from '../database/tables.ts'
import type { OutboxContext } from '../delivery/outbox/delivery.ts'
import type { SecretSeal } from '../delivery/webhooks/secrets.ts'
import type { AppearanceContext } from '../merchants/appearances.ts'
import type { Engines } from '../merchants/engines.ts'
import type { Merchant } from '../merchants/merchants.ts'
import type { Examiner } from '../merchants/templates/examiner.ts'
import type { AdminScope } from '../people/admin-tokens.ts'
import { type AuditResult, runAudited } from '../people/audit.ts'
import type { ErasureContext } from '../receipts/privacy/erase.ts'

/** A possible answer over HTTP, for the OpenAPI. */
export interface Outcome {
  description: string
  schema?: z.ZodType
  /** Default `application/json`. */
  contentType?: string
  /** As what else the answer may be sent. */
  otherTypes?: readonly string[]
  headers?: Readonly<Record<string, string>>
}

/** What the service's parts work with. A command opens only what its acts need. */
export interface Context extends AppearanceContext, ErasureContext, OutboxContext {
  log: Log
  engines: Engines
  /** Sender for merchants without their own. */
  mailFrom: string
  /** Examines templates that somebody uploaded. */
  examineTemplates: Examiner
  /** Turns for what browsers print; without any, nothing else is printed. */
  prints?: { take<Result>(work: { merchantId: string; run(): Promise<Result> }): Promise<Result> }
  /** Where webhooks may lead, and how their secrets rest. */
  webhooks: { allowed: AllowedHosts; seal: SecretSeal }
}

/** What an act works with, who does it, and to what. */
export interface ActContext extends Context {
  /** For the audit trail: an admin token's name, `person:` or `key:` with an id, or `command:` and the user. */
  actor: string
  /** The id of the merchant; empty if the act isn't about one. */
  merchantId: string
  /** That merchant. Only if the act is about one that is there. */
  merchant: Merchant
  /** How far whoever does it sees of that merchant: of a door but the console, all of it. */
  reach: Reach
  /** The id of what else is in the path, such as a key; empty without one. */
  target: string
}

/**
 * Something an operator can do, defined once for every door: the admin API, the console, the command. Doors supply who asks, the
 * merchant, and the form of input and answer.
 */
export interface Act<Schema extends z.ZodType = z.ZodType, Result = unknown> {
  /** Its name in the API, in the audit trail, and of its words there (`trail.act` in `service/console/locales`). */
  id: string
  /** What the console's entries in the audit trail call it. */
  alias?: string
  /**
   * Method and path: a GET changes nothing; all else is in the audit trail (`isRecorded`). The admin API has it below `/admin`, the console
   * without `/merchants/{merchantId}`, because its session says which merchant.
   */
  at: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`
  /** What each door asks of who comes through it; the others don't have the act. */
  access: {
    /** The scope of the admin token. */
    admin?: AdminScope
    /** The least role of whoever is signed in. */
    console?: Role
    /** Whether somebody limited to some stores has it, too: then it looks at nothing beyond `reach`. Default: it is about the whole merchant. */
    stores?: 'some'
    /** In the console, only where merchants may bring their own templates (TEMPLATE_UPLOADS). */
    isUpload?: true
    /** How the command is written: `merchant key <merchant> [--label <text>]`. */
    command?: string
  }
  summary: string
  description?: string
  /** Makes the merchant, or even the database, if it isn't there. */
  creates?: boolean
  /** A GET that is in the audit trail all the same, because it takes much away. */
  isRecorded?: true
  /** The body, or the query of a GET. May be left out if nothing in it is required. */
  input?: Schema
  /** Most bytes of the body, if it isn't the usual limit. */
  bodyLimit?: number
  /** Possible answers; the first is the usual one. */
  outcomes: Readonly<Record<number, Outcome>>
  /** @throws InvalidInputError, UnknownTargetError */
  run(context: ActContext, input: z.output<Schema>): Promise<Result>
  /** What is answered: something as JSON, or a text that is; default: the result. */
  answer?(result: Result): unknown
  /** What the audit trail tells besides: never a name or an address. Without a result, the act is about to begin. */
  audit?(input: z.output<Schema>, context: ActContext, result: Result | undefined): AuditResult
  /** What the log says if it was done through the admin API. */
  report?(context: ActContext, result: Result): void
}

/** Defines an act, whose functions get what its schema gives. */
export function act<Schema extends z.ZodType, Result>(defined: Act<Schema, Result>): Act<Schema, Result> {
  return defined
}

/** An answer that isn't JSON: doors send it as it is, or as it comes. */
export class BodyAnswer {
  readonly body: string | Uint8Array | AsyncIterable<string>
  readonly contentType: string
  readonly headers: Readonly<Record<string, string>>

  constructor(body: BodyAnswer['body'], contentType: string, headers: Readonly<Record<string, string>> = {}) {
    this.body = body
    this.contentType = contentType
    this.headers = headers
  }

  /** The body, as it comes. */
  pieces(): AsyncIterable<string> | readonly (string | Uint8Array)[] {
    const { body } = this
    return typeof body === 'string' || body instanceof Uint8Array ? [body] : body
  }
}

/** What an act was to be done to isn't there. The message is for whoever runs commands. */
export class UnknownTargetError extends Error {}

/** Whether an act is in the audit trail: it changes something, or says so. */
export function isRecorded({ at, isRecorded: isSaid }: Pick<Act, 'at' | 'isRecorded'>): boolean {
  return isSaid ?? !at.startsWith('GET ')
}

/**
 * Carries an act out, with its entry in the audit trail.
 *
 * @param isRefusal whether an error means that nothing was done
 */
export async function runAct<Schema extends z.ZodType, Result>(
  act: Act<Schema, Result>,
  context: ActContext,
  input: z.output<Schema>,
  { action, isRefusal }: { action: string; isRefusal(error: unknown): boolean },
): Promise<Result> {
  const run = () => act.run(context, input)
  if (!isRecorded(act)) return run()
  const { actor, merchantId, target } = context
  const entry = { actor, action, merchantId: idOf(merchantId), target: idOf(target) }
  return runAudited(context, entry, run, isRefusal, result => act.audit?.(input, context, result))
}

/** What was sent as an id, as the audit trail may keep it: anything else may be an address. */
export function idOf(sent: string | undefined): string | undefined {
  return sent !== undefined && /^[\w.-]{1,64}$/.test(sent) ? sent : undefined
}
