import { describe, expect, test } from 'vitest'
import { aReceipt, viewOf } from '../../support/receipts.ts'

describe('the buyer', () => {
  test('shows name, number, address in local order, and phone numbers', () => {
    const soldTo = {
      customerName: 'Amsel Thornbury',
      customerNumber: 'C-20957',
      address: {
        addressLine1: '27 Kestrel Crescent',
        city: 'Keswick',
        postalCode: 'CA12 5DQ',
        country: { value: 'United Kingdom', code: 'GB' },
      },
      telephone1: { areaCode: '020', localNumber: '79460018' },
    }
    const { lines, text } = viewOf(aReceipt({ soldTo })).soldTo!
    expect(text).toBe(lines.join(' · '))
    expect(lines).toEqual([
      'Amsel Thornbury · Customer no. C-20957',
      '27 Kestrel Crescent',
      'Keswick',
      'CA12 5DQ',
      'United Kingdom',
      '020 7946 0018',
    ])
  })

  test('is omitted if the name is blank', () => {
    expect(viewOf(aReceipt({ soldTo: { customerName: '' } })).soldTo).toBeUndefined()
  })
})

describe('the customer', () => {
  test('shows the contact details given at the till', () => {
    const customer = { emailAddress: 'amsel@example.com', telephone: { areaCode: '360', localNumber: '5550111' } }
    expect(viewOf(aReceipt({ customer })).customer).toEqual({
      title: 'Customer',
      lines: ['amsel@example.com', '(360) 555-0111'],
      text: 'amsel@example.com · (360) 555-0111',
    })
  })

  test('is whom the receipt was sent to, if there is no phone, to which it wasn’t', () => {
    const customer = { emailAddress: 'amsel@example.com' }
    expect(viewOf(aReceipt({ customer })).customer).toMatchObject({ title: 'Sent to', lines: ['amsel@example.com'] })
  })

  test('has not been sent anything without an email address', () => {
    const telephone = { areaCode: '360', localNumber: '5550111' }
    for (const customer of [{ telephone }, { telephone, emailAddress: '' }])
      expect(viewOf(aReceipt({ customer })).customer).toMatchObject({ title: 'Customer', lines: ['(360) 555-0111'] })
  })

  test('is omitted if nothing was given', () => {
    for (const customer of [{}, { emailAddress: '' }, undefined])
      expect(viewOf(aReceipt({ customer })).customer).toBeUndefined()
  })
})
