const suppression = {
  kind: 'bounce',
  reason: 'unknown_mailbox',
  code: '550',
  since: '2026-03-14T02:11:40.000Z',
  until: '2026-09-10T02:11:40.000Z',
}

const figures = {
  receipts: 187,
  sales: 179,
  returns: 5,
  paymentRequests: 0,
  training: 0,
  payments: 3,
  deposits: 0,
  laterInvoices: 0,
  giftReceipts: 0,
  revised: 0,
  late: 2,
  notSummed: 0,
  mixedSigns: 0,
  discountsIgnored: 0,
  taxesFromItems: 0,
  timesWithoutOffset: 0,
  byReceiptType: { DigitalOnly: 61, DigitalAndPaper: 24, PaperOnly: 102, NoReceipt: 0 },
  digitalShare: 0.4545,
  withAddress: 85,
  addressShare: 0.4545,
  offersShown: 187,
  items: 512,
  itemsReturned: 6,
  itemsPerSale: 2.86,
  amounts: [
    {
      currency: 'USD',
      receipts: 187,
      sales: 179,
      grossAmount: '4310.25',
      grossKnown: 184,
      netAmount: '4155.75',
      netKnown: 184,
      grandAmount: '4538.21',
      salesAmount: '4571.30',
      averageBasket: '25.54',
      discounts: '154.50',
      taxes: '332.46',
      tips: '0.00',
      fees: '0.00',
      serviceCharges: '0.00',
      returnsAmount: '83.09',
      refunds: '83.09',
      giftCardsSold: '50.00',
      giftCardsRedeemed: '35.00',
      takings: '4623.21',
      takingsKnown: 187,
      paymentsAmount: '120.00',
      changeDue: '201.35',
      roundingAdjustment: '0.00',
    },
  ],
  deliveries: {
    sent: 82,
    failed: 1,
    bounced: 2,
    trying: 0,
    canceled: 0,
    resent: 3,
    attempts: 89,
    attemptsPerMail: 1.05,
    secondsToMail: { mails: 79, p50: 1.1, p95: 4.2, p99: 310 },
  },
}

const merchant = {
  id: 'alder',
  name: 'Alder & Finch',
  active: true,
  settings: { brand: { color: '#1f5c4d' }, paper: 'letter', retentionDays: 730 },
  version: 3,
}

const key = { id: '9c1f3a5b7d2e4f60', label: 'Till 7', createdAt: '2026-03-01T08:00:00.000Z', scopes: ['create'] }

const person = {
  id: '0199c0ffee0000000000000000000007',
  name: 'noor@example.com',
  role: 'desk',
  stores: ['12'],
  createdAt: '2026-03-01T08:00:00.000Z',
  hasSecondFactor: true,
  isAtProvider: false,
}

const templateVersion = {
  ...{ number: 3, files: 10, bytes: 4004, errors: 0, warnings: 1 },
  ...{ uploadedAt: '2026-03-14T09:26:00.000Z', uploadedBy: 'night-desk', isPublished: false },
}

const templateFinding = {
  ...{ severity: 'warning', file: 'sections/footer.html.hbs', line: 2, column: 4 },
  message: '"See you soon" will be the same in every language',
  advice:
    'put it into the folder\'s locales/en.json as { "own": { "seeYouSoon": "See you soon" } } and write {{own.seeYouSoon}} here',
}

const webhook = {
  id: '5d0c7f1e2b3a49688796a5b4c3d2e1f0',
  url: 'https://shop.example.com/webhooks',
  events: ['receipt.accepted', 'delivery.failed'],
  customerData: false,
  active: true,
  createdAt: '2026-03-01T08:00:00.000Z',
}
const webhookSecret = 'whsec_shown-only-here'
const pause = {
  id: '71c2d3e4f5a60b18',
  domain: 'example.com',
  reason: 'Their server defers everything',
  actor: 'night-desk',
  pausedAt: '2026-03-14T02:10:00.000Z',
}

const registerEnd = {
  figures: {
    receipts: 5,
    sales: 4,
    returns: 1,
    amounts: [{ currency: 'CAD', salesAmount: '192.10', returnsAmount: '56.50' }],
  },
  tenders: [
    {
      tenderTypeCode: 'Cash',
      figures: { count: 3, amounts: [{ currency: 'CAD', amount: '66.50', changeDue: '3.50' }] },
    },
  ],
  taxes: [
    { taxTypeCode: 'HST', percent: '0.13', figures: { count: 4, amounts: [{ currency: 'CAD', amount: '15.60' }] } },
  ],
  orders: [{ currency: 'CAD', opened: 1, openedAmount: '200.00', paidAmount: '50.00' }],
  cash: [{ currency: 'CAD', expected: '63.00', tips: '0.00' }],
}

const tableRow = {
  id: '12/Cash',
  names: ['Main Street', 'Cash'],
  group: { id: '12/Cash', storeId: '12', storeName: 'Main Street', tenderTypeCode: 'Cash' },
  values: [31, '1240.00', '118.35', '0.00', '1121.65'],
}

const table = {
  by: ['store', 'tenderType'],
  columns: ['receipts', 'amount', 'changeDue', 'tips', 'tenderApplied'],
  rows: [tableRow],
  count: 1,
  pages: 1,
  currency: 'CAD',
  currencies: ['CAD'],
  sort: 'amount',
  isRising: false,
  marked: 1,
  marks: [1240],
  mark: 'amount',
  outliers: [],
  recounting: false,
}

const dayEnd = {
  ...{ date: '2026-11-28', storeId: '12', storeName: 'Queen Street', cutOff: '04:00', total: registerEnd },
  registers: [{ workstationId: '1', ...registerEnd }],
  ...{ notCounted: [], notCountedCount: 0 },
}

const report = {
  ...{
    id: '0195924f6e00a7c1d2e3f405162738a9',
    report: 'dayEnd',
    storeId: '12',
    cutOff: '04:00',
    every: 'day',
    weekday: 1,
  },
  ...{ at: '06:00', language: 'en-CA', skipEmpty: true, active: true, nextAt: '2026-11-29T11:00:00.000Z' },
  to: [{ emailAddress: 'ada@example.com' }],
}

const tillSettings = { deadlineMs: 3000, printer: { width: 58 }, slip: { as: 'text' } }

const savedTillSettings = { settings: tillSettings, savedAt: '2026-11-28T09:12:00.000Z' }

/** One made-up use of each operation, by operation id: the body that is sent, and the JSON of its first outcome. */
export const examples: Readonly<Record<string, { body?: unknown; answer?: unknown }>> = {
  health: { answer: { status: 'ok' } },
  readiness: {
    answer: {
      status: 'warn',
      checks: [
        { name: 'database', status: 'ok', since: '2026-03-14T03:00:00.000Z' },
        {
          name: 'mail',
          status: 'warn',
          since: '2026-03-14T15:02:11.000Z',
          reason: "The mail server doesn't answer or rejects our login",
        },
      ],
    },
  },
  createReceipt: {
    body: {
      requestId: '7b8f0c1e-2f3a-4c55-9d0e-1a2b3c4d5e6f',
      receiptType: 'DigitalOnly',
      transactionType: 'SaleTransaction',
      transactionNumber: '1001',
      receiptDateTime: '2026-03-14T10:15:00-05:00',
      currency: 'USD',
      customer: { emailAddress: 'ada@example.com' },
      workstation: {
        id: '1',
        store: { id: '4', name: 'Corner Shop', address: { city: 'Springfield', territory: 'IL' } },
      },
      items: [{ name: 'Coffee', price: 4.5, quantity: { value: 2 }, total: 9 }],
      grandAmount: 9,
      tenders: [{ tenderTypeCode: 'Cash', amount: 9 }],
    },
    answer: {
      customerEmailAddress: 'ada@example.com',
      receiptId: '5f0c2b9e8d7a46b1a3c4d5e6f7081920',
      offers: [{ offerContentType: 'text/plain', content: 'Every tenth coffee is on us.' }],
    },
  },
  queryReceipts: {
    answer: [
      {
        id: '5f0c2b9e8d7a46b1a3c4d5e6f7081920',
        customerEmailAddress: 'ada@example.com',
        storeId: '4',
        storeName: 'Corner Shop',
        storeCity: 'Springfield',
        storeTerritory: 'IL',
        receiptDate: '2026-03-14T10:15:00-05:00',
        receiptNumber: '1001',
        transactionNumber: '1001',
        transactionAmount: 9,
        transactionType: 'SaleTransaction',
        paymentType: 'Cash',
        items: [{ itemName: 'Coffee', itemPrice: 4.5 }],
      },
    ],
  },
  retrieveReceipt: {
    answer: {
      receiptId: '5f0c2b9e8d7a46b1a3c4d5e6f7081920',
      apiVersion: '1',
      receivedAt: '2026-03-14T15:15:02.118Z',
      engineVersion: '0.2.0+3f9a1c27be04',
      customerEmailAddress: 'ada@example.com',
      locale: { requested: 'en_US', chosen: 'en-US', source: 'header', languages: ['en-US'] },
      apiRequest: { receiptType: 'DigitalOnly', transactionNumber: '1001', grandAmount: 9 },
    },
  },
  resendReceiptEmail: { body: { customerEmailAddress: 'ada@example.com' } },
  listDeliveries: {
    answer: [
      {
        id: '0a1b2c3d4e5f60718293a4b5c6d7e8f9',
        kind: 'receipt',
        customerEmailAddress: 'ada@example.com',
        messageId: '<0a1b2c3d4e5f60718293a4b5c6d7e8f9@example.com>',
        status: 'sent',
        createdAt: '2026-03-14T15:15:02.118Z',
        finishedAt: '2026-03-14T15:20:03.004Z',
        engineVersion: '0.2.0+3f9a1c27be04',
        attempts: [
          {
            number: 1,
            startedAt: '2026-03-14T15:15:02.130Z',
            endedAt: '2026-03-14T15:15:02.431Z',
            outcome: 'deferred',
            code: '450',
            detail: '4.2.0 Try again later',
          },
          {
            number: 2,
            startedAt: '2026-03-14T15:20:02.702Z',
            endedAt: '2026-03-14T15:20:03.004Z',
            outcome: 'sent',
            code: '250',
          },
        ],
      },
    ],
  },
  retrieveStructured: {
    answer: {
      format: 'ekabs',
      mediaType: 'application/json',
      document: '{ "version": "1.0.0", "type": "INVOICE", "head": { "number": "1001" } }',
      notCarried: [{ path: 'items[0].brand', reason: 'EKaBS has no field for it' }],
    },
  },
  retrieveStatistics: {
    answer: {
      fromDate: '2026-03-14',
      toDate: '2026-03-14',
      interval: 'day',
      timeZone: 'America/Chicago',
      days: 'stores',
      weekStartsOn: 1,
      groupBy: 'store',
      additive: true,
      groups: { count: 1, shown: 1 },
      freshness: { readAt: '2026-03-15T09:00:00.000Z', pending: 0, recounting: false },
      currencies: ['USD'],
      rows: [
        {
          start: '2026-03-14T00:00:00-05:00',
          end: '2026-03-15T00:00:00-05:00',
          date: '2026-03-14',
          group: { id: '4', storeId: '4', storeName: 'Corner Shop' },
          ...figures,
        },
      ],
      totals: { ...figures, refusedRequests: 3, validations: { valid: 12, invalid: 2, unknown: 40 } },
    },
  },
  validateEmail: {
    answer: {
      'ada@example.com': { status: 'valid' },
      'ada@example.invalid': { status: 'invalid' },
      'rosa.lind@example.com': { status: 'invalid', reason: 'bounce' },
    },
  },
  listMerchants: { answer: [{ id: 'alder', name: 'Alder & Finch', active: true, settings: {}, version: 1 }] },
  getMerchant: {
    answer: { id: 'alder', name: 'Alder & Finch', active: true, settings: { paper: 'letter' }, version: 2 },
  },
  saveMerchant: {
    body: { name: merchant.name, settings: merchant.settings },
    answer: merchant,
  },
  listKeys: { answer: [key] },
  issueKey: {
    body: { label: key.label },
    answer: { ...key, secret: 'shown-only-here', credentials: `${key.id}:shown-only-here` },
  },
  listPeople: { answer: [person] },
  savePerson: {
    body: { name: person.name, role: person.role, stores: person.stores },
    answer: { ...person, hasSecondFactor: false, password: 'shown-only-here' },
  },
  changePerson: { body: { role: person.role, stores: person.stores }, answer: person },
  listWebhooks: { answer: [webhook] },
  addWebhook: { body: { url: webhook.url, customerData: false }, answer: { ...webhook, secret: webhookSecret } },
  changeWebhook: { body: { events: webhook.events }, answer: webhook },
  replaceWebhookSecret: {
    answer: { ...webhook, oldSecretUntil: '2026-03-15T08:00:00.000Z', secret: webhookSecret },
  },
  testWebhook: { answer: { messageId: '0199c0ffee0000000000000000000001' } },
  listWebhookMessages: {
    answer: {
      messages: [
        {
          id: '0199c0ffee0000000000000000000002',
          type: 'receipt.accepted',
          receiptId: '3f2a9c0d5b7e4816a1c2d3e4f5a69788',
          createdAt: '2026-03-14T15:15:01.000Z',
          status: 'delivered',
          attempts: [{ at: '2026-03-14T15:15:01.020Z', milliseconds: 84, status: 204, code: 'ok', answer: '' }],
        },
      ],
    },
  },
  redeliverWebhook: { body: { since: '2026-03-14T02:00:00Z' }, answer: { count: 412 } },
  listOffers: { answer: [{ id: '3e4f', offerContentType: 'text/plain', content: 'Every tenth coffee is on us.' }] },
  addOffer: {
    body: { content: 'Every tenth coffee is on us.', stores: ['4'], endsAt: '2026-12-31T23:59:59-06:00' },
    answer: { id: '3e4f', content: 'Every tenth coffee is on us.', stores: ['4'], endsAt: '2027-01-01T05:59:59.000Z' },
  },
  listTemplates: {
    answer: {
      versions: [{ ...templateVersion, isPublished: true, publishedAt: '2026-03-14T09:30:00.000Z' }],
      samples: [{ name: 'pharmacy', title: 'Copays and a health account', trade: 'Health' }],
    },
  },
  uploadTemplates: {
    body: { files: [{ path: 'brand.css', content: 'Lmhlcm8geyBjb2xvcjogIzFmNWM0ZCB9' }] },
    answer: { ...templateVersion, findings: [templateFinding] },
  },
  showTemplates: { answer: { ...templateVersion, findings: [templateFinding] } },
  publishTemplates: { answer: { ...templateVersion, isPublished: true, publishedAt: '2026-03-14T09:30:00.000Z' } },
  listBounceReports: {
    answer: [
      {
        receivedAt: '2026-11-21T08:14:09.000Z',
        ...{ source: 'port', kind: 'unreadable' },
        content: 'From: MAILER-DAEMON@mx.example.net\r\nSubject: Notice\r\n\r\nYour message is being looked at.\r\n',
      },
    ],
  },
  listPauses: { answer: { pauses: [pause], held: 112 } },
  findDeliveries: {
    answer: {
      deliveries: [
        {
          ...{
            id: '019a8c3e-6b1f-7c55-9d1c-0c8f4a4f8e21',
            merchantId: 'alder',
            receiptId: '019a8c3e-6b1e-7a11-8f43-2f6f1b0f7c10',
          },
          ...{ kind: 'receipt', status: 'failed', reason: 'policy', code: '550', domain: 'example.com', attempts: 1 },
          ...{ createdAt: '2026-11-21T02:14:07.120Z', finishedAt: '2026-11-21T02:14:09.318Z' },
        },
      ],
    },
  },
  pauseDelivery: { body: { domain: pause.domain, reason: pause.reason }, answer: pause },
  resumeDelivery: { answer: { queued: 112 } },
  retryDeliveries: { body: { since: '2026-03-14T02:00:00Z', code: '550' }, answer: { count: 38, dryRun: false } },
  cancelDeliveries: {
    body: { since: '2026-03-14T02:00:00Z', merchantId: 'alder', dryRun: true },
    answer: { count: 4, dryRun: true },
  },
  listSuppressions: {
    answer: {
      suppressions: [
        { id: 'm3f2a9cQ2h1bmRlcnQtdW5kLWFjaHQ', ...suppression, receiptId: '3f2a9c0d5b7e4816a1c2d3e4f5a69788' },
      ],
      counts: { bounce: 1, complaint: 0, hand: 0 },
    },
  },
  findSuppression: { body: { emailAddress: 'rosa.lind@example.com' }, answer: { suppression } },
  addSuppression: {
    body: { emailAddress: 'omar@example.com' },
    answer: { kind: 'hand', since: '2026-03-16T09:00:00.000Z', by: 'night-desk' },
  },
  liftSuppressions: {
    body: { since: '2026-03-14T02:00:00Z', code: '550', dryRun: true },
    answer: { count: 38, dryRun: true },
  },
  listMailProblems: {
    answer: {
      problems: [
        {
          id: '0195924f6e00a7c1d2e3f405162738a9',
          kind: 'undelivered',
          at: '2026-03-14T16:45:31.000Z',
          receiptId: '0195924f6a18b4c5d6e7f8091a2b3c4d',
          number: '20931',
          store: '12',
          storeName: 'Market Street',
          register: '3',
          domain: 'example.com',
          reason: 'mailbox_full',
          code: '552',
          attempts: 1,
        },
      ],
      counts: { undelivered: 1, waiting: 0, held: 0, suppressed: 0 },
    },
  },
  retrieveTillSettings: {
    answer: { merchantId: 'alder', savedAt: '2026-11-28T09:12:00.000Z', settings: tillSettings },
  },
  listFleet: {
    answer: {
      tills: [
        {
          ...{ id: '9f2c41d07be3a855', state: 'waiting', storeId: '12', storeName: 'Queen Street', register: '2' },
          ...{ version: '0.2.0', keyId: '0195924f6e00a7c1', keyLabel: 'Till 2, Queen Street' },
          ...{ seenAt: '2026-11-28T16:41:07.310Z', waiting: 3, oldestAt: '2026-11-28T16:02:11.000Z' },
          ...{ refused: 0, skewSeconds: 0 },
        },
      ],
      count: 1,
      counts: { silent: 0, halted: 0, waiting: 1, refused: 0, skewed: 0, away: 0, fine: 0 },
      pages: 1,
    },
  },
  showTillSettings: { answer: savedTillSettings },
  saveTillSettings: { body: tillSettings, answer: savedTillSettings },
  showDayEnd: { answer: dayEnd },
  showTable: { answer: table },
  signDayEnd: {
    body: { storeId: '12', date: '2026-11-28', cutOff: '04:00', cash: [{ currency: 'CAD', counted: '60.00' }] },
    answer: {
      ...dayEnd,
      signed: {
        at: '2026-11-28T22:14:03.000Z',
        by: 'person:0195924f6e00a7c1d2e3f405162738a9',
        name: 'ada@example.com',
        cutOff: '04:00',
        cash: [{ currency: 'CAD', counted: '60.00', expected: '63.00', difference: '-3.00' }],
        isChanged: false,
      },
    },
  },
  listReports: { answer: [report] },
  addReport: {
    body: { report: 'dayEnd', storeId: '12', cutOff: '04:00', at: '06:00', to: ['ada@example.com'], language: 'en-CA' },
    answer: report,
  },
  changeReport: { body: { every: 'week', weekday: 1 }, answer: { ...report, every: 'week' } },
  finishProblems: {
    body: { kind: 'undelivered', store: '12', until: '2026-03-15T09:00:00Z' },
    answer: { count: 38, doneAt: '2026-03-15T09:01:12.408Z' },
  },
  reopenProblems: { body: { doneAt: '2026-03-15T09:01:12.408Z' }, answer: { count: 38 } },
  resendProblems: {
    body: { ids: ['0195924f6e00a7c1d2e3f405162738a9'], emailAddress: 'ada@example.com' },
    answer: { queued: 1, refused: [] },
  },
  eraseReceipts: {
    body: { emailAddress: 'ada@example.com', dryRun: true, reference: 'DSR-17' },
    answer: { receipts: 3, deliveries: 4, files: 0, dryRun: true },
  },
  exportReceipts: {
    body: { emailAddress: 'ada@example.com', reference: 'DSR-17' },
    answer: {
      merchantId: 'alder',
      exportedAt: '2026-03-16T09:00:00.000Z',
      receipts: [
        {
          id: '3f2a9c0d5b7e4816a1c2d3e4f5a69788',
          receivedAt: '2026-03-14T15:15:01.000Z',
          receiptDateText: '2026-03-14T10:15:00-05:00',
          transactionNumber: '1001',
          emailAddress: 'ada@example.com',
          apiRequest: { transactionNumber: '1001', customer: { emailAddress: 'ada@example.com' } },
          deliveries: [
            {
              id: '9e1d2c3b4a5f60718293a4b5c6d7e8f9',
              receiptId: '3f2a9c0d5b7e4816a1c2d3e4f5a69788',
              kind: 'receipt',
              emailAddress: 'ada@example.com',
              status: 'sent',
              attempts: [{ number: 1, outcome: 'sent', code: '250' }],
            },
          ],
          webhookMessages: [],
        },
      ],
      deliveries: [],
    },
  },
  listAuditEntries: {
    answer: [
      {
        id: 'b0c1d2e3f4a5968778695a4b3c2d1e0f',
        at: '2026-03-14T02:10:00.000Z',
        actor: 'night-desk',
        action: 'pauseDelivery',
        target: '71c2d3e4f5a60b18',
        outcome: 'done',
        detail: { domain: 'example.com' },
      },
    ],
  },
}
