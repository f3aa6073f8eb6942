import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../../service/test/support/mail-server.ts'
import { freePort } from '../../service/test/support/spawn.ts'
import { browser, consumer, programOf, versionOf } from './consumer.ts'
import { outputOf, plainEnvironment, run } from './run.ts'

/** A standalone build by Next, moved to where nothing else is, answers with a mail, a PDF and a Japanese one. */
export async function checkNext(project: string): Promise<string> {
  const packages = [...browser, '@expo-google-fonts/noto-sans-jp', 'next@16', 'react@19', 'react-dom@19']
  const folder = consumer(project, 'next', packages)
  const configuration = programOf(project, 'install.md', '### Next')
  writeFileSync(
    join(folder, 'next.config.mjs'),
    configuration.replace('export default {', "$&\n  output: 'standalone',"),
  )
  for (const [name, answer] of Object.entries(answers)) {
    mkdirSync(join(folder, 'app', name), { recursive: true })
    writeFileSync(join(folder, 'app', name, 'route.js'), route(answer))
  }
  run('NEXT_TELEMETRY_DISABLED=1 node_modules/.bin/next build', folder)
  const standalone = join(project, '../next-standalone')
  cpSync(join(folder, '.next/standalone'), standalone, { recursive: true, verbatimSymlinks: true })
  await tryServer(standalone, readFileSync(join(folder, 'sale.json'), 'utf8'))
  return `Next ${versionOf(folder, 'node_modules/next')}, \`output: 'standalone'\``
}

const answers = {
  mail: 'engine.email(sale, options).html',
  pdf: 'await engine.pdf(sale, { ...options, signal: request.signal })',
}

const route = (answer: string) => `
  import { createEngine } from 'counterfoil'
  const opening = createEngine()
  export async function POST(request) {
    const [engine, sale] = [await opening, await request.text()]
    const options = { acceptLanguage: request.headers.get('accept-language') }
    return new Response(${answer})
  }`

async function tryServer(folder: string, sale: string): Promise<void> {
  const port = await freePort()
  const env = { ...plainEnvironment, NODE_ENV: 'production', PORT: port, HOSTNAME: '127.0.0.1' }
  const server = spawn('node', ['server.js'], { cwd: folder, env })
  const output = outputOf(server)
  const ended = once(server, 'exit')
  const post = async (path: string, language: string) => {
    const request = { method: 'POST', body: sale, headers: { 'accept-language': language } }
    const reply = await fetch(`http://127.0.0.1:${port}/${path}`, request)
    return Buffer.from(await reply.arrayBuffer()).toString('latin1')
  }
  try {
    await until(async () => (await post('mail', 'en').catch(() => '')).includes('$118.65'))
    const [english, japanese] = [await post('pdf', 'en'), await post('pdf', 'ja')]
    // Without the letters of its font, it is half as large.
    if (!english.startsWith('%PDF-') || !japanese.startsWith('%PDF-') || japanese.length < 30_000)
      throw new Error(`The PDFs have ${english.length} and ${japanese.length} bytes`)
  } catch (cause) {
    throw new Error(output(), { cause })
  } finally {
    server.kill('SIGTERM')
    await ended
  }
}
