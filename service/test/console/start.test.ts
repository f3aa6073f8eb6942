import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveMerchant } from '../../src/merchants/merchants.ts'
import { receipt } from '../support/service.ts'
import { type ConsolePage, openConsole } from './open-console.ts'

const run = promisify(execFile)

/** A new merchant's first minutes. */
describe('before the first receipt', () => {
  let desk: ConsolePage
  beforeAll(async () => {
    desk = await openConsole()
    // A quotation mark in what the command holds must not end it.
    await saveMerchant(desk.shop.service, 'demo', { name: 'Ada’s & Finch\'s "Corner"' })
  })
  afterAll(() => desk[Symbol.asyncDispose]())

  const signIn = async (role: 'view' | 'admin') => {
    await desk.enter('', role)
    await desk.page.waitForSelector('.start')
  }

  test('the overview says what to do, instead of figures of nothing', async () => {
    await signIn('view')
    expect(await desk.page.$$('.start > li')).toHaveLength(3)
    expect(await desk.page.$$('.tile, .chart, table')).toEqual([])
    expect(await desk.text('.start')).toContain('Ask an administrator for a key')
    expect(await desk.text('.start pre')).toContain("curl -u 'KEY:SECRET'")
  })

  test('a key is made, the command with it works as it is pasted, and the receipt appears', async () => {
    const { page } = desk
    await signIn('admin')
    await desk.press('Make a key')
    await page.waitForSelector('.secret code')
    const command = await desk.text('.start pre')
    expect(command).toContain(await desk.text('.secret code'))
    const { stdout } = await run('sh', ['-c', command])
    const { receiptId } = JSON.parse(stdout)
    await page.waitForSelector(`.start a[href="/console/receipts/${receiptId}"]`)
    expect(await desk.text('.start li:last-child')).toMatch(/Receipt 1001\s·\s\$9\.00\s.*Open it/s)
    await desk.press('Receipt 1001')
    await page.waitForSelector('.facts')
    expect(await desk.text('.facts')).toContain('Ada’s & Finch\'s "Corner"')
    expect(await desk.text('.rest')).toContain('Nothing is odd about the data.')
  })

  test('from then on there are figures, and an axis of whole receipts', async () => {
    await desk.go('')
    await desk.page.waitForSelector('.canvas svg')
    const ticks = await desk.page.$$eval('.canvas .tick[text-anchor=end]', all => all.map(each => each.textContent))
    expect(ticks).toEqual(['0', '1', '2', '3', '4'])
    expect(desk.wrong).toEqual([])
  })

  test('a till that fell silent stands before all figures, and leads to the problems', async () => {
    const workstation = { id: '3', store: { id: '7', name: 'Marktladen Sülz', address: {} } }
    for (let hours = 12 * 24; hours > 4 * 24; hours -= 4)
      await desk.shop.create(
        receipt({ workstation, receiptDateTime: new Date(Date.now() - hours * 3_600_000).toISOString() }),
      )
    await desk.shop.service.fold.finish()
    // The store has its name once the receipts are counted.
    await expect
      .poll(async () => {
        await desk.go('')
        return desk.text('.content > :first-child')
      })
      .toMatch(/^Marktladen Sülz · All registers\s+Nothing since .*Usually there would be about \d+ receipts/s)
    await desk.page.click('.silent a')
    await desk.page.waitForSelector('.problems')
    expect(await desk.text('.problem-rows')).toContain('Marktladen Sülz')
    expect(desk.wrong).toEqual([])
  })
})
