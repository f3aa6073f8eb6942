import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openPrinting } from '../../src/paper/printing.ts'
import { endJob } from '../../src/port/send.ts'
import { openTill } from '../../src/till.ts'
import { epson } from '../port/support/answers.ts'
import { printerThat } from '../port/support/printer-that.ts'
import { runHere } from '../support/command.ts'
import { engine, fixture, linesOf, printed, saleOf } from './support/printers.ts'

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-till-paper-'))
afterAll(() => rmSync(folder, { recursive: true }))

const place = join(folder, 'printer')
const sale = join(folder, 'sale.json')
writeFileSync(sale, JSON.stringify(saleOf('Merino socks')))
const read = () => printed(readFileSync(place), 'epson')

describe('a till', () => {
  const service = {
    receipts: 'https://receipts.example.com/ws/rest/v1',
    host: 'https://receipts.example.com',
    merchant: 'alder',
    key: 'id:secret',
    log: () => {},
  }

  test('prints without a network, on the printer of its options', async () => {
    const options = { ...service, spool: join(folder, 'spool'), paper: { engine, to: place } }
    await using till = await openTill(options, { replays: false })
    const { bytes } = await till.paper(saleOf('Merino socks'), { width: 80 })
    expect(linesOf(printed(bytes, 'epson'))).toContain('Merino socks                        $19.00')
    expect(await till.print(saleOf('Merino socks'))).toEqual({
      outcome: 'sent',
      message: 'The printer has taken it.',
      as: 'text',
      why: 'code page cp437 has all letters',
    })
    expect(linesOf(read())).toContain('Merino socks                        $19.00')
    expect(await till.openDrawer()).toMatchObject({ outcome: 'sent' })
    expect(read()).toEqual([{ kind: 'drawer' }])
  })

  test('in test mode says so on paper', async () => {
    const options = { ...service, mode: 'test' as const, spool: join(folder, 'spool') }
    await using till = await openTill(options, { replays: false })
    const { bytes } = await till.paper(saleOf('Merino socks'), { width: 58 })
    expect(linesOf(printed(bytes, 'epson'))).toContain('Test - not a sale')
  })
})

test('paper has offers, a copy’s mark and any language, as mail has', async () => {
  await using printing = openPrinting({ engine, printer: { model: 'epson-tm-m30iii' } })
  const offers = [{ contentType: 'text/plain', content: 'Ten percent off socks' }]
  const asked = { acceptLanguage: 'fr-CA', copy: true, offers: offers as never }
  const { bytes } = await printing.paper(saleOf('Bas mérinos'), asked)
  const lines = linesOf(printed(bytes, 'epson'))
  const text = engine.text(saleOf('Bas mérinos'), { ...asked, columns: 48 })
  expect(lines).toContain('Ten percent off socks')
  // Large letters have other columns.
  const words = (lines: readonly string[]) => lines.map(line => line.replace(/\s+/g, ' ').trim()).filter(Boolean)
  expect(words(lines)).toEqual(words(text.split('\n')))
})

test('a receipt that is none is the engine’s error', async () => {
  await using printing = openPrinting({ engine })
  await expect(printing.paper('{}')).rejects.toMatchObject({ name: 'ReceiptDataError' })
})

test('an engine that was lent stays open', async () => {
  const printing = openPrinting({ engine })
  await printing.paper(saleOf('Merino socks'), { as: 'picture' })
  await printing.close()
  expect((await engine.pdf(saleOf('Merino socks'), { paper: 'roll58' })).length).toBeGreaterThan(1000)
})

describe('counterfoil-till print', () => {
  test('prints a file, without a service', async () => {
    expect(await runHere({}, ['print', sale, '--printer', place, '--model', 'epson-tm-t88v'])).toEqual({
      status: 0,
      stdout: 'The printer has taken it.\nPrinted as text: code page windows1252 has all letters.\n',
      stderr: '',
    })
    expect(linesOf(read())[0]?.trim()).toBe('Alder & Finch')
  })

  test('draws the paper instead of printing it', async () => {
    const file = join(folder, 'paper.png')
    const { stdout } = await runHere({}, ['print', sale, '--model', 'epson-tm-t88v', '--preview', file])
    expect(stdout).toBe(`${file} shows the paper, as text: code page windows1252 has all letters.\n`)
    expect(readFileSync(file).subarray(1, 4).toString()).toBe('PNG')
  })

  test('reads the printer, its paper and the mode from the settings', async () => {
    const environment = { COUNTERFOIL_PRINTER: place, COUNTERFOIL_PRINTER_WIDTH: '58', COUNTERFOIL_MODE: 'test' }
    const { stdout } = await runHere(environment, ['print', sale, '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'sent', as: 'text' })
    const lines = linesOf(read())
    expect(lines).toContain('Test - not a sale')
    expect(Math.max(...lines.map(line => line.length))).toBe(32)
  })

  test.each([
    [[sale], 1, ''],
    [[sale, '--printer', '/nowhere/lp0'], 1, 'There is no such printer (ENOENT): /nowhere/lp0\n'],
    [[sale, '--printer', 'lp0', '--model', 'x'], 1, ''],
    [[sale, '--printer', 'http://printer'], 1, ''],
  ])('%j ends with %i', async (args, code, says) => {
    const { status, stdout } = await runHere({}, ['print', ...args])
    expect(status).toBe(code)
    expect(stdout.startsWith(says)).toBe(true)
  })

  test('ends with 1, and says why, if the printer is out of paper', async () => {
    const printer = await printerThat(epson({ paper: 'out' }))
    const printed = await runHere({}, ['print', sale, '--printer', printer.address, '--model', 'epson-tm-t88v'])
    await printer.close()
    expect(printed).toEqual({ status: 1, stdout: 'The printer is out of paper.\n', stderr: '' })
  })

  test('ends with 6 if the paper may be half printed', async () => {
    const server = createServer(socket => {
      socket.on('error', () => {})
      // What comes first is the question how the printer is.
      socket.on('data', piece => piece.length > 3 && socket.resetAndDestroy())
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const file = join(folder, 'long.json')
    writeFileSync(file, fixture('bulk-300').receipt)
    const { status } = await runHere({}, ['print', file, '--printer', `tcp://127.0.0.1:${port}`, '--json'])
    expect(status).toBe(6)
    await endJob(JSON.stringify({ host: '127.0.0.1', port }))
    await new Promise(resolve => server.close(resolve))
  })
})
