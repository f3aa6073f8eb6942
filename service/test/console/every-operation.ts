import { consoleActs } from '../../src/http/acts.ts'
import type { ApiContext } from '../../src/http/operation.ts'
import { consoleOperations } from '../../src/http/operations.ts'

/** None is called here, so they need nothing. */
const anything: object = new Proxy(() => {}, { get: () => anything })
/** All that somebody signed in may ask for. */
export const operations = [...consoleOperations(anything as ApiContext), ...consoleActs(anything as ApiContext)].filter(
  ({ security }) => security === 'session',
)

/** Their names first, for tests of each. */
export const named = operations.map(({ id, ...operation }) => [id, operation] as const)

/** Where the marked receipt counts. */
export const dayOfReceipt = { storeId: '12', date: '2026-11-20' }

/** Bodies that each operation accepts. */
export const bodies: Readonly<Record<string, unknown>> = {
  findReceipts: {},
  sendReceiptAgain: { customerEmailAddress: 'thief@example.com' },
  eraseReceipt: { reason: 'mistake' },
  checkAddress: { email: 'ada@example.com' },
  makeTillKey: { label: 'Till' },
  savePerson: { name: 'someone', role: 'view' },
  changePerson: { role: 'view' },
  changePassword: { current: 'x', next: 'y' },
  beginSecondFactor: { current: 'x' },
  confirmSecondFactor: { code: '000000' },
  renewRecoveryCodes: { current: 'x' },
  endSecondFactor: { current: 'x' },
  saveSettings: { name: 'Shop', settings: {} },
  makeOffer: { content: 'Tea' },
  replaceTillKey: {},
  // With an error, so that it isn't filled with all samples.
  uploadTemplates: { files: [{ path: 'sections/footer.html.hbs', content: btoa('{{titel}}') }] },
  signDayEnd: dayOfReceipt,
  finishProblems: { until: '2099-01-01T00:00:00Z' },
  reopenProblems: { doneAt: '2099-01-01T00:00:00Z' },
  resendProblems: { until: '2099-01-01T00:00:00Z' },
  findSuppression: { emailAddress: 'Zeugnis-7741@example.com' },
  addSuppression: { emailAddress: 'ada@example.com' },
  liftSuppressions: { since: '2026-01-01T00:00:00Z', kind: 'hand' },
  addReport: { report: 'silent', to: ['ada@example.com'] },
  addWebhook: { url: 'https://93.184.216.34/' },
  redeliverWebhook: { since: '2026-01-01T00:00:00Z' },
}
/** Queries that they need. */
export const queries: Readonly<Record<string, string>> = {
  showStatistics: '?fromDate=2026-01-01&toDate=2026-12-31&groupBy=store',
  showDayEnd: `?${new URLSearchParams(dayOfReceipt)}`,
  printDayEnd: `?${new URLSearchParams(dayOfReceipt)}`,
  showTable: '?by=store&from=2026-01-01&to=2026-12-31',
  exportTable: '?by=register&from=2026-01-01&to=2026-12-31',
}

/** What concerns one's own account, and no till's key: refused here, because nobody's password is sent. */
export const ofOwnAccount: ReadonlySet<string> = new Set([
  'changePassword',
  'showSecondFactor',
  'beginSecondFactor',
  'confirmSecondFactor',
  'renewRecoveryCodes',
  'endSecondFactor',
])
