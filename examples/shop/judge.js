import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressOf } from './sales.js'

/** Compares what the tills wrote down with what the service stored and mailed. */
export async function judge({ folder, port, key, mails, left, kills, outages, mailConcurrency, network }) {
  const journals = readdirSync(folder).filter(name => name.startsWith('journal-'))
  const lines = journals.flatMap(name => linesOf(readFileSync(join(folder, name), 'utf8')))
  const sales = lines.flatMap(({ sale }) => sale ?? [])
  const sold = new Map(sales.map(sale => [sale.transactionNumber, sale]))
  // What was rung up is found by till and number; a repeated sale has two ends at most.
  const ends = journals.flatMap(name => {
    const own = linesOf(readFileSync(join(folder, name), 'utf8'))
    const lineOf = new Map(own.filter(({ sale }) => sale).map(line => [line.number, line]))
    return own.filter(({ end }) => end).map(({ number, end }) => ({ ...lineOf.get(number), end }))
  })
  const stored = await storedBy(port, key)
  const digital = sales.filter(({ receiptType }) => receiptType.startsWith('Digital'))
  const count = number => stored.get(number) ?? 0
  const mailsTo = number => mails.get(addressOf(number)) ?? 0
  const isOut = at => outages.some(({ from, to }) => from <= at && at <= to)
  const wantsPaper = ({ receiptType }) => receiptType === 'PaperOnly' || receiptType === 'DigitalAndPaper'

  const facts = {
    sales: sales.length,
    confirmed: ends.filter(({ end }) => end.confirm).length,
    queued: ends.filter(({ end }) => end.copy === 'queued').length,
    ends: ends.length,
    digital: digital.length,
    mailsTwice: digital.filter(({ transactionNumber }) => mailsTo(transactionNumber) > 1).length,
    inFlight: kills.service * mailConcurrency,
    couldConfirm: ends.filter(
      ({ sale, at }) =>
        sale.receiptType.startsWith('Digital') && !isOut(at) && network.couldConfirm(sale.transactionNumber, at),
    ).length,
    requests: network.seen,
    kills,
  }
  const faults = {
    'sales that still wait': left,
    'sales not stored': sales.filter(({ transactionNumber }) => count(transactionNumber) === 0).length,
    'sales stored twice': sales.filter(({ transactionNumber }) => count(transactionNumber) > 1).length,
    'stored sales that nobody made': [...stored.keys()].filter(number => !sold.has(number)).length,
    'sales without an end': sales.length - new Set(ends.map(({ sale }) => sale.transactionNumber)).size,
    'digital sales not mailed': digital.filter(({ transactionNumber }) => mailsTo(transactionNumber) === 0).length,
    'mails doubled beyond those in flight': Math.max(0, facts.mailsTwice - facts.inFlight),
    'errors without paper': ends.filter(({ end }) => end.notice && !end.print).length,
    'paper that was wanted and not printed': ends.filter(({ sale, end }) => wantsPaper(sale) && !end.print).length,
    'paper that nobody wanted': ends.filter(({ sale, end }) => !wantsPaper(sale) && !end.notice && end.print).length,
    'confirmations that are not true': ends.filter(
      ({ sale, end }) =>
        end.confirm && !(mailsTo(sale.transactionNumber) > 0 && sale.receiptType.startsWith('Digital')),
    ).length,
    'ends without a reference': ends.filter(({ end }) => !end.referenceId).length,
  }
  return { facts, faults, broken: Object.keys(faults).filter(name => faults[name] > 0) }
}

/** The verdict as a table. */
export function tableOf({ facts, faults, broken }) {
  const { kills, requests } = facts
  const rows = [
    ['sales', facts.sales],
    ['  confirmed at once', `${facts.confirmed} of ${facts.couldConfirm} that the network let through`],
    ['  queued, on paper', facts.queued],
    ['digital sales', facts.digital],
    ['  mailed twice', `${facts.mailsTwice} (at most ${facts.inFlight} in flight at kills)`],
    ['tills killed, service killed', `${kills.tills}, ${kills.service}`],
    [
      'requests',
      Object.entries(requests)
        .map(([fate, times]) => `${fate} ${times}`)
        .join(', '),
    ],
    ...Object.entries(faults),
  ]
  const table = rows.map(([name, value]) => `${name.padEnd(42)}${value}\n`).join('')
  return `${table}${broken.length === 0 ? 'Every promise was kept.' : `Broken: ${broken.join(', ')}`}\n`
}

/** How often the service has each transaction number. */
async function storedBy(port, key) {
  const headers = { authorization: `Basic ${Buffer.from(key).toString('base64')}` }
  const stored = new Map()
  let address = `http://127.0.0.1:${port}/ws/rest/v1/merchants/demo/receipts?fromDate=1970-01-01T00:00:00Z&toDate=2100-01-01T00:00:00Z&pageSize=500`
  while (address) {
    const answer = await fetch(address, { headers })
    for (const { transactionNumber } of await answer.json())
      stored.set(transactionNumber, (stored.get(transactionNumber) ?? 0) + 1)
    address = /<([^>]+)>; *rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
  }
  return stored
}

/** The last line may be half: a process died while it was written. */
export function linesOf(text) {
  return text.split('\n').flatMap(line => {
    try {
      return [JSON.parse(line)]
    } catch {
      return []
    }
  })
}
