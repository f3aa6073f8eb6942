import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createChance } from './chance.js'
import { judge } from './judge.js'
import { startMailServer } from './mail-server.js'
import { openNetwork } from './network.js'

const key = 'demo:a-demo-secret'
const serviceProgram = fileURLToPath(import.meta.resolve('counterfoil-service/bin/counterfoil-service.js'))
const tillProgram = new URL('./till-process.js', import.meta.url)

/** Tills of one process: a power cut takes them all. */
const perProcess = 5

/** Mails that the service sends at a time: as many may be doubled when it is killed. */
const mailConcurrency = 5

/** Between two sales of a till; seconds of the shop's day. */
const meanPause = 100

/** Runs a day of a shop in a fraction of its time, with everything that goes wrong, and judges it. */
export async function runDay({ tills, hours, speed, seed, say = () => {} }) {
  const chance = createChance(seed)
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-shop-'))
  const mailServer = await startMailServer()
  const port = await freePort()
  const network = await openNetwork(port, chance)
  const ways = { receipts: `http://127.0.0.1:${network.port}/ws/rest/v1`, host: `http://127.0.0.1:${network.port}` }
  const kills = { tills: 0, service: 0 }
  const outages = []
  const trouble = new AbortController()
  const { signal } = trouble
  const wait = milliseconds => pause(milliseconds, undefined, { signal })
  let service
  await startService()
  const names = Array.from({ length: tills }, (_, index) => String(index + 1).padStart(2, '0'))
  const crews = Array.from({ length: Math.ceil(tills / perProcess) }, (_, index) =>
    names.slice(index * perProcess, (index + 1) * perProcess),
  )
  const processes = crews.map(startTills)

  const length = (hours * 3_600_000) / speed
  const end = Date.now() + length
  let keeps = true
  try {
    await Promise.all([turnWeather(), cutPower(), crashService()]).catch(error => {
      throw signal.aborted ? signal.reason : error
    })
    network.turn('calm')
    say('The shop is closed; what waits is sent.')
    await Promise.all(processes.map(close))
    const begin = Date.now()
    while (waiting() > 0 && Date.now() - begin < 180_000) await pause(200)
    const left = waiting()
    await mailServer.quiet()
    const { mails } = mailServer
    const verdict = await judge({ folder, port, key, mails, left, kills, outages, mailConcurrency, network })
    keeps = verdict.broken.length > 0
    if (keeps) say(`Journals, spools and logs: ${folder}`)
    return verdict
  } finally {
    const children = [...processes, service].filter(
      ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
    )
    await Promise.all(children.map(child => [once(child, 'exit'), child.kill('SIGKILL')][0]))
    await network.close()
    await mailServer.close()
    if (!keeps) rmSync(folder, { recursive: true, force: true })
  }

  async function turnWeather() {
    while (Date.now() < end) {
      const weather = chance.pick(['calm', 'calm', 'rough', 'rough', 'storm', 'mixed', 'strange', 'dead', 'off'])
      network.turn(weather)
      await wait(Math.min(chance.between(500, 5000), Math.max(0, end - Date.now())))
    }
  }

  async function cutPower() {
    for (;;) {
      await wait(chance.between(1000, 6000))
      if (Date.now() > end) return
      const crew = Math.floor(chance.next() * crews.length)
      const ended = once(processes[crew], 'exit', { signal })
      processes[crew].kill('SIGKILL')
      await ended
      kills.tills += crews[crew].length
      await wait(chance.between(0, 1000))
      processes[crew] = startTills(crews[crew])
    }
  }

  async function crashService() {
    for (;;) {
      // Also in a short day.
      await wait(Math.min(chance.between(4000, 15_000), length / 2))
      if (Date.now() > end) return
      service.kill('SIGKILL')
      await once(service, 'exit')
      kills.service++
      const from = Date.now()
      say(
        `The service was killed; ${Math.max(0, Math.round((end - Date.now()) / 1000))} s to go, ${waiting()} sales wait.`,
      )
      await wait(chance.between(0, 3000))
      await startService()
      outages.push({ from, to: Date.now() })
    }
  }

  function startTills(crew) {
    const plan = {
      tills: crew,
      folder,
      seed,
      service: { ...ways, merchant: 'demo', key },
      meanPause: (meanPause * 1000) / speed,
      deadline: 1000,
    }
    const child = fork(tillProgram, [JSON.stringify(plan)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    child.once('exit', code => {
      if (code === null) return
      trouble.abort(new Error(`The tills ${crew.join(', ')} ended by themselves with exit code ${code}; see above.`))
    })
    return child
  }

  async function startService() {
    const settings = {
      PATH: process.env.PATH,
      DATA_DIR: join(folder, 'service'),
      PORT: String(port),
      DEMO_API_KEY: key,
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'receipts@example.com',
      MAIL_CONCURRENCY: String(mailConcurrency),
      LOG_LEVEL: 'error',
      RATE_LIMIT: '0',
    }
    const child = spawn(process.execPath, [serviceProgram], { env: settings, stdio: ['ignore', 'inherit', 'inherit'] })
    service = child
    for (let isReady = false; !isReady; await pause(50)) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error('The service did not start; see above.')
      isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    }
  }

  function waiting() {
    return names
      .flatMap(name => {
        try {
          return readdirSync(join(folder, `spool-${name}`, 'pending'))
        } catch {
          return []
        }
      })
      .filter(name => name.endsWith('.json')).length
  }
}

/** Lets tills finish the sale under way. */
async function close(child) {
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('A till ended by itself; see above.')))
  child.send('close')
  await Promise.race([once(child, 'message'), ended])
  ended.catch(() => {})
}

async function freePort() {
  const server = createServer()
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  await new Promise(resolve => server.close(resolve))
  return port
}
