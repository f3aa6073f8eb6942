import type { OutgoingMail } from '../../src/delivery/mail/transport.ts'

/** A mail to send. */
export const mail: OutgoingMail = {
  deliveryId: '1',
  from: { name: 'Corner Shop', address: 'receipts@example.com' },
  to: 'ada@example.com',
  messageId: '<1@example.com>',
  date: new Date('2026-11-28T10:00:00Z'),
  content: {
    ...{ subject: 'Your receipt from Corner Shop', preheader: '', html: '<p>Coffee 4.50</p>', text: 'Coffee 4.50' },
    ...{ attachments: [], headers: {} },
  },
}
