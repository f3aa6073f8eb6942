import { z } from 'zod'
import { forgetTill, type ListedTill, listTills } from '../operations/fleet/list.ts'
import { tillStates } from '../operations/fleet/states.ts'
import {
  readTillSettings,
  type SavedTillSettings,
  saveTillSettings,
  tillSettings,
} from '../operations/fleet/till-settings.ts'
import { act, UnknownTargetError } from './act.ts'

/** Tills on a page. */
const [usualSize, maxSize] = [100, 1000]

const fleetQuery = z.object({
  storeId: z.string().min(1).max(200).optional().describe('Only this store’s.'),
  state: z.enum(tillStates).optional().describe('Only those in this state.'),
  words: z
    .string()
    .trim()
    .max(200)
    .optional()
    .describe('Only those with this in store, register, version or the key’s label.'),
  page: z.coerce.number().int().min(1).max(10_000).default(1).describe('Which page; from 1.'),
  pageSize: z.coerce.number().int().min(1).max(maxSize).default(usualSize).describe('Tills on a page.'),
})

const till = z
  .object({
    id: z.string().optional().describe('The till’s own; absent if it says nothing of itself.'),
    state: z
      .enum(tillStates)
      .describe(
        'The worst that is true: it stopped sending receipts when it usually sends some (`silent`), sends nothing until a person mends it (`halted`), has a receipt that has waited for 15 minutes (`waiting`), has refused ones (`refused`), has a clock that is wrong by 2 minutes (`skewed`), wasn’t heard of for 16 minutes (`away`); or nothing of these (`fine`).',
      ),
    storeId: z.string().describe('Where it sold last; empty before its first sale.'),
    storeName: z.string().describe('That store’s name.'),
    register: z.string().optional().describe('Absent before its first sale, or if all of a store are silent.'),
    version: z.string().optional().describe('Of the till’s software.'),
    keyId: z.string().optional().describe('The key it uses.'),
    keyLabel: z.string().optional().describe('The key’s label.'),
    seenAt: z.string().optional().describe('When it was last heard of, ISO 8601, UTC.'),
    waiting: z.number().optional().describe('Receipts that wait on it.'),
    oldestAt: z.string().optional().describe('Since when the oldest of them waits.'),
    refused: z.number().optional().describe('Receipts on it that the service won’t take.'),
    halted: z.string().optional().describe('Why it sends nothing: `key`, `merchant`, `address` or `mode`.'),
    skewSeconds: z.number().optional().describe('By how much its clock is ahead of the service’s.'),
    silentSince: z.string().optional().describe('When it stopped sending receipts.'),
    missing: z.number().optional().describe('Receipts that would usually have come since.'),
  })
  .meta({ id: 'Till' })

const fleet = z
  .object({
    tills: z.array(till).describe('Silent ones first, then the others by how badly they need a person.'),
    count: z.number().describe('Tills on all pages.'),
    counts: z.record(z.enum(tillStates), z.number()).describe('Tills in each state, whatever state is listed.'),
    pages: z.number().describe('Pages there are.'),
  })
  .meta({ id: 'Fleet' })

const saved = z
  .object({
    settings: tillSettings,
    savedAt: z.string().optional().describe('ISO 8601, UTC; absent if none were saved.'),
  })
  .meta({ id: 'SavedTillSettings' })

/** A merchant's tills: how they are, and what they all are to do alike. */
export const fleetActs = {
  listFleet: act({
    id: 'listFleet',
    at: 'GET /merchants/{merchantId}/fleet',
    access: {
      admin: 'read',
      console: 'view',
      stores: 'some',
      command:
        'fleet list <merchant> [--store <id>] [--state <state>] [--words <words>] [--page <number>] [--page-size <number>]',
    },
    summary: 'List a merchant’s tills',
    description:
      'Tills of `counterfoil-till` describe themselves with each request, and idle ones every five minutes; others are listed when they fall silent.',
    input: fleetQuery,
    outcomes: { 200: { description: 'A page of the tills', schema: fleet } },
    async run({ db, reach, now }, { storeId, state, words, page, pageSize }) {
      const all = (await listTills(db, { reach, storeId, now: now() })).filter(holds(words))
      const counts = Object.fromEntries(
        tillStates.map(each => [each, all.filter(({ state }) => state === each).length]),
      )
      const found = state === undefined ? all : all.filter(each => each.state === state)
      const tills = found.slice((page - 1) * pageSize, page * pageSize).map(shown)
      return { tills, count: found.length, counts, pages: Math.ceil(found.length / pageSize) }
    },
  }),

  forgetTill: act({
    id: 'forgetTill',
    at: 'DELETE /merchants/{merchantId}/fleet/{tillId}',
    access: { admin: 'settings', console: 'admin', command: 'fleet forget <merchant> <tillId>' },
    summary: 'Forget a till',
    description:
      'For one that is gone. One that isn’t is back with its next request; after 90 days it is forgotten anyway.',
    outcomes: { 204: { description: 'It is forgotten' }, 404: { description: 'There is no such till' } },
    async run({ db, merchant, target }) {
      if (!(await forgetTill(db, merchant.id, target)))
        throw new UnknownTargetError(`There is no till "${target}". "fleet list ${merchant.id}" lists them.`)
    },
  }),

  showTillSettings: act({
    id: 'showTillSettings',
    at: 'GET /merchants/{merchantId}/till-settings',
    access: { admin: 'read', console: 'view', command: 'fleet settings <merchant>' },
    summary: 'Show what all tills are to do alike',
    outcomes: { 200: { description: 'The settings', schema: saved } },
    run: async ({ db, merchant }) => shownSettings(await readTillSettings(db, merchant.id)),
  }),

  saveTillSettings: act({
    id: 'saveTillSettings',
    at: 'PUT /merchants/{merchantId}/till-settings',
    access: { admin: 'settings', console: 'admin', command: 'fleet set <merchant> --settings <file>' },
    summary: 'Save what all tills are to do alike',
    description:
      'All of it: what is left out has its default. Tills ask every five minutes; what a till’s own settings say wins.',
    input: tillSettings,
    outcomes: { 200: { description: 'The settings', schema: saved } },
    run: async ({ db, merchant, now }, settings) =>
      shownSettings(await saveTillSettings(db, merchant.id, settings, now())),
    audit: settings => ({ detail: { settings: Object.keys(settings).join(', ') } }),
  }),
}

function holds(words = ''): (till: ListedTill) => boolean {
  const wanted = words.toLocaleLowerCase('en').split(/\s+/).filter(Boolean)
  return ({ storeId, storeName, register = '', version = '', keyLabel = '' }) => {
    const text = [storeId, storeName, register, version, keyLabel].join(' ').toLocaleLowerCase('en')
    return wanted.every(word => text.includes(word))
  }
}

function shown({ seenAt, oldestAt, silentSince, skewMs, ...till }: ListedTill) {
  const time = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString())
  return {
    ...till,
    seenAt: time(seenAt),
    oldestAt: time(oldestAt),
    silentSince: time(silentSince),
    skewSeconds: skewMs === undefined ? undefined : Math.round(skewMs / 1000),
  }
}

/** A till as it is answered. */
export type ShownTill = ReturnType<typeof shown>

function shownSettings({ settings, savedAt }: SavedTillSettings) {
  return { settings, ...(savedAt > 0 && { savedAt: new Date(savedAt).toISOString() }) }
}
