import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { markOf, sendToPrinter } from '../../src/port/send.ts'
import { type FakePrinter, printerThat as open } from './support/printer-that.ts'

const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})

async function printerThat(...given: Parameters<typeof open>): Promise<FakePrinter> {
  const printer = await open(...given)
  opened.push(printer)
  return printer
}

const receipt = Buffer.from('\x1b@A receipt.\n\x1dV\0')
/** More than the buffers of a connection hold. */
const picture = Buffer.alloc(16_000_000, 'x')

describe('on the network', () => {
  test('the printer gets every byte, and the end', async () => {
    const printer = await printerThat()
    expect(await sendToPrinter(receipt, printer.address)).toEqual({
      outcome: 'sent',
      message: 'The printer has taken it.',
    })
    expect(printer.jobs).toEqual([receipt.toString('latin1')])
  })

  test('one that reads slowly gets every byte', async () => {
    const printer = await printerThat(async socket => {
      socket.pause()
      for (let turn = 0; turn < 8; turn++) {
        await pause(20)
        socket.read(65_536)
      }
      socket.resume()
    })
    // It takes longer than a connection may.
    const { outcome } = await sendToPrinter(picture.subarray(0, 4_000_000), printer.address, { connectMs: 100 })
    expect(outcome).toBe('sent')
    expect(printer.jobs[0]).toHaveLength(4_000_000)
  })

  test('one that stops reading, without paper, has perhaps printed', async () => {
    const printer = await printerThat(socket => socket.pause())
    const { outcome, code, message } = await sendToPrinter(picture, printer.address, { progressMs: 400 })
    expect({ outcome, code }).toEqual({ outcome: 'perhaps', code: 'deadline' })
    expect(message).toBe('The printer takes no more data: check its cover and paper (deadline).')
  })

  test('so has one that took all and never ends', async () => {
    const printer = await printerThat(() => {}, { allowHalfOpen: true })
    const { outcome } = await sendToPrinter(receipt, printer.address, { progressMs: 400 })
    expect(outcome).toBe('perhaps')
  })

  test('one that breaks off has perhaps printed, and the next job ends a picture that it may wait for', async () => {
    let breaks = true
    const printer = await printerThat(socket => {
      if (breaks) socket.once('data', () => socket.resetAndDestroy())
      breaks = false
    })
    const { outcome, code } = await sendToPrinter(picture, printer.address)
    expect(outcome).toBe('perhaps')
    expect(['ECONNRESET', 'EPIPE']).toContain(code)
    expect(await sendToPrinter(receipt, printer.address)).toMatchObject({ outcome: 'sent' })
    expect(await sendToPrinter(receipt, printer.address)).toMatchObject({ outcome: 'sent' })
    const [, second, third] = printer.jobs
    expect(second!.replace(/^\0+/, '')).toBe(receipt.toString('latin1'))
    expect(second!.length - receipt.length).toBeGreaterThanOrEqual(120 * 72)
    expect(third).toBe(receipt.toString('latin1'))
  })

  test('a process that is killed in the middle of a picture: the next one’s job begins with the end of it', async () => {
    let isStuck = true
    const printer = await printerThat(socket => void (isStuck && socket.once('data', () => socket.pause())))
    const script = `import { sendToPrinter } from ${JSON.stringify(join(import.meta.dirname, '../../src/port/send.ts'))}
      await sendToPrinter(Buffer.alloc(16_000_000, 'x'), ${JSON.stringify(printer.address)})`
    const run = () => spawn(process.execPath, ['--input-type=module', '-e', script.replace('16_000_000', '7')])
    const child = spawn(process.execPath, ['--input-type=module', '-e', script])
    await expect.poll(() => printer.jobs[0]?.length ?? 0).toBeGreaterThan(0)
    child.kill('SIGKILL')
    await once(child, 'exit')
    isStuck = false
    await once(run(), 'exit')
    await once(run(), 'exit')
    const [, second, third] = printer.jobs
    expect(second).toMatch(/^\0{12480,}x{7}$/)
    expect(third).toBe('xxxxxxx')
  })

  test('a printer that is off leaves no mark, and takes none away', async () => {
    const printer = await printerThat(socket => void socket.once('data', () => socket.resetAndDestroy()))
    const name = JSON.stringify({ host: '127.0.0.1', port: printer.port })
    expect(await sendToPrinter(picture, printer.address)).toMatchObject({ outcome: 'perhaps' })
    expect(existsSync(markOf(name))).toBe(true)
    await printer.close()
    expect(existsSync(markOf(name))).toBe(false)
    expect(await sendToPrinter(receipt, printer.address, { connectMs: 300 })).toMatchObject({ outcome: 'unsent' })
    expect(existsSync(markOf(name))).toBe(false)
    writeFileSync(markOf(name), '')
    expect(await sendToPrinter(receipt, printer.address, { connectMs: 300 })).toMatchObject({ outcome: 'unsent' })
    expect(existsSync(markOf(name))).toBe(true)
    const again = await printerThat(undefined, {}, printer.port)
    expect(await sendToPrinter(receipt, again.address)).toMatchObject({ outcome: 'sent' })
    expect(again.jobs[0]).toMatch(/^\0{12480}\x1b@A receipt/)
    expect(existsSync(markOf(name))).toBe(false)
  })

  test('one that is off has nothing', async () => {
    const printer = await printerThat()
    await printer.close()
    const { outcome, code } = await sendToPrinter(receipt, printer.address, { connectMs: 500 })
    expect({ outcome, code }).toEqual({ outcome: 'unsent', code: 'ECONNREFUSED' })
  })

  test('one that comes back in time is asked again', async () => {
    const printer = await printerThat()
    await printer.close()
    const sending = sendToPrinter(receipt, printer.address, { connectMs: 10_000 })
    await pause(300)
    const again = await printerThat(undefined, {}, printer.port)
    expect(await sending).toMatchObject({ outcome: 'sent' })
    expect(again.jobs).toHaveLength(1)
  })

  test('one that serves a single client gets job after job', async () => {
    let clients = 0
    let most = 0
    const printer = await printerThat(async socket => {
      most = Math.max(most, ++clients)
      socket.once('close', () => clients--)
    })
    const jobs = ['1', '2', '3', '4', '5'].map(number => Buffer.from(number))
    const ends = await Promise.all(jobs.map(job => sendToPrinter(job, printer.address)))
    expect(ends.map(({ outcome }) => outcome)).toEqual(Array(5).fill('sent'))
    expect(printer.jobs).toEqual(['1', '2', '3', '4', '5'])
    expect(most).toBe(1)
  })

  test('one that answers, as printers do about their paper, loses nothing', async () => {
    const printer = await printerThat(socket => socket.write(Buffer.alloc(64, 0x72)))
    expect(await sendToPrinter(receipt, printer.address)).toMatchObject({ outcome: 'sent' })
    expect(printer.jobs).toEqual([receipt.toString('latin1')])
  })
})

describe('to a file', () => {
  test('it is written', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'counterfoil-till-port-'))
    opened.push({ close: () => rmSync(folder, { recursive: true }) })
    const file = join(folder, 'receipt.bin')
    expect(await sendToPrinter(receipt, file)).toMatchObject({ outcome: 'sent' })
    expect(readFileSync(file)).toEqual(receipt)
  })

  test('a device gets the end of a job that broke off; a file, which is replaced, doesn’t', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'counterfoil-till-port-'))
    opened.push({ close: () => rmSync(folder, { recursive: true }) })
    const device = join(folder, 'lp0')
    execFileSync('mkfifo', [device])
    const mark = markOf(JSON.stringify({ file: device }))
    writeFileSync(mark, '')
    const [, paper] = await Promise.all([sendToPrinter(receipt, device), readFile(device)])
    expect(paper.toString('latin1')).toMatch(/^\0{12480}\x1b@A receipt/)
    expect(existsSync(mark)).toBe(false)
    const file = join(folder, 'file')
    writeFileSync(file, '')
    writeFileSync(markOf(JSON.stringify({ file })), '')
    await sendToPrinter(receipt, file)
    expect(readFileSync(file)).toEqual(receipt)
    rmSync(markOf(JSON.stringify({ file })))
  })

  test.each([
    ['/nowhere/lp0', 'ENOENT', 'There is no such printer (ENOENT): /nowhere/lp0'],
    ['/', 'EISDIR', "The printer's file can't be written (EISDIR): /"],
  ])('%s can’t', async (file, code, says) => {
    expect(await sendToPrinter(receipt, file)).toEqual({ outcome: 'unsent', code, message: says })
  })

  test('a device that fails has nothing or perhaps something', async () => {
    const { outcome, code } = await sendToPrinter(receipt, '/dev/full')
    expect({ outcome, code }).toEqual({ outcome: 'unsent', code: 'ENOSPC' })
  })
})

test.each(['http://192.0.2.7/', 'tcp://', 'tcp://192.0.2.7/queue', ''])('%j is no printer', async to => {
  await expect(sendToPrinter(receipt, to)).rejects.toThrow('printer: must be tcp://host:9100')
})
