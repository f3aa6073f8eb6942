import { chmodSync, cpSync, globSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { emptyProject, npm, type Tell } from './consumer.ts'
import { bytesOf, run, sizeOf } from './run.ts'
import { tryService } from './try-service.ts'

const bin = 'node_modules/.bin/counterfoil-service'

/** A clone: everything, the gallery and `npm start`, then the service without the developers' tools. CI runs its tests. */
export async function checkClone(project: string, tell: Tell): Promise<void> {
  run(npm('ci'), project)
  tell(`npm ci: ${sizeOf(join(project, 'node_modules'))}`)
  run('npm run gallery', project)
  const drawn = readdirSync(join(project, 'out'), { recursive: true, encoding: 'utf8' })
  const count = drawn.filter(name => name.endsWith('.pdf')).length
  if (count === 0) throw new Error('The gallery has no PDF')
  tell(`npm run gallery: ${count} PDFs`)
  tell(`npm start: ${await tryService({ command: ['npm', 'start', '--silent', '--prefix', project, '--'] })}`)
  run(npm('prune --omit=dev --omit=optional --omit=peer'), project)
  tell(`pruned: ${sizeOf(join(project, 'node_modules'))}`)
  tell(await tryService({ command: [join(project, bin)] }))
}

/** The packages, packed and installed in empty projects. */
export async function checkPackages(project: string, tell: Tell): Promise<void> {
  run(npm('ci'), project)
  run('npm publish --dry-run', project)
  run('npm publish --dry-run --workspace service', project)
  run('npm pack && npm pack --workspace service', project)
  const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { version: string }
  const tarball = (name: string) => join(project, `${name}-${version}.tgz`)

  const mail = emptyProject(project, 'mail')
  run(npm(`install ${tarball('counterfoil')}`), mail)
  tell(`library, mail only: ${sizeOf(mail)}, ${run('node mail.js', mail).trim()}`)
  if (bytesOf(mail) > 60e6) throw new Error('An install for mails takes more than 60 MB')
  const missing = run('node pdf.js', mail)
  if (!missing.includes('npm install puppeteer')) throw new Error(`Without puppeteer, a PDF is no error: ${missing}`)
  run(npm('install --ignore-scripts puppeteer @sparticuz/chromium'), mail)
  tell(`library, with PDFs: ${sizeOf(mail)}, ${run('node pdf.js', mail).trim()}`)
  const font = '@expo-google-fonts/noto-sans-jp'
  const { peerDependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
  const advice = run('node japanese.js', mail)
  if (!advice.includes(`install ${font}`)) throw new Error(`Without its font, Japanese is no error: ${advice}`)
  run(npm(`install ${font}@${peerDependencies[font]}`), mail)
  tell(`library, with Japanese PDFs: ${sizeOf(mail)}, ${run('node japanese.js', mail).trim()}`)

  const service = emptyProject(project, 'service')
  run(npm(`install ${tarball('counterfoil')} ${tarball('counterfoil-service')}`), service)
  tell(`service: ${sizeOf(service)}`)
  tell(await tryService({ command: [join(service, bin)] }))
}

/** The Dockerfile's steps, in folders instead of layers. What needs a container (`apt-get`) is left out. */
export async function checkImage(project: string, tell: Tell): Promise<void> {
  const [build = [], final = []] = readDockerfile(project)
  const [buildRoot, root] = [join(project, '../build'), join(project, '../image')]
  replay(build, buildRoot, project)
  replay(final, root, buildRoot)
  tell(`the files of the image, without those of its base: ${sizeOf(root)}`)
  chmodSync(root, 0o755)
  const environment = Object.entries(environmentOf(final)).filter(([name]) => name !== 'PATH')
  tell(
    await tryService({
      command: [join(root, 'app', bin)],
      environment: Object.fromEntries(environment.map(([name, value]) => [name, inside(root, value)])),
      // As root here, nobody else's files can be changed, as in the container.
      ...(process.getuid?.() === 0 && { user: 1000 }),
    }),
  )
}

/** Runs `COPY` and `RUN` with a folder as the root. @param from the context or the stage before */
function replay(stage: readonly Instruction[], root: string, from: string): void {
  const work = join(root, 'app')
  mkdirSync(work, { recursive: true })
  for (const { name, rest } of stage) {
    if (name === 'RUN' && !rest.startsWith('apt-get')) run(inside(root, rest), work)
    if (name !== 'COPY') continue
    const isStage = rest.startsWith('--from=')
    const words = rest.split(' ').slice(isStage ? 1 : 0)
    const target = words.pop() ?? ''
    for (const source of words) {
      const place = (isStage ? inside(from, source) : source).replace(/^\.$/, '')
      const files = isStage
        ? ['']
        : contextOf(from).filter(file => file === place || file.startsWith(place && `${place}/`))
      for (const file of files) {
        const to = landing(work, target, isStage ? place : file, place)
        cpSync(isStage ? place : join(from, file), to, { recursive: true, verbatimSymlinks: true })
      }
    }
  }
}

/** Where Docker's `COPY` puts a file: in a folder if the target ends in a slash or is `.`, else as the target. */
function landing(work: string, target: string, file: string, source: string): string {
  const base = target.startsWith('/') ? inside(dirname(work), target) : resolve(work, target)
  if (source === '') return join(base, file)
  return /(^|\/)\.?\/?$/.test(target) ? join(base, file.slice(file.lastIndexOf('/') + 1)) : base
}

/** A path of the image as one below a folder. */
function inside(root: string, text: string): string {
  return text.replace(/(^|\s)(\/(?:app|opt)\b)/g, (_, space, path) => `${space}${root}${path}`)
}

/** One line of a Dockerfile: `COPY`, and what follows. */
export interface Instruction {
  name: string
  rest: string
}

/** The stages of a Dockerfile, in order, each with its instructions; comments are gone, broken lines joined. */
export function readDockerfile(folder: string): Instruction[][] {
  const text = readFileSync(join(folder, 'Dockerfile'), 'utf8')
  const lines = text.replace(/^#.*\n/gm, '').replace(/\\\n\s*/g, '')
  const stages: Instruction[][] = []
  for (const line of lines.split('\n').filter(Boolean)) {
    const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
    if (name === 'FROM') stages.push([])
    stages.at(-1)?.push({ name, rest })
  }
  return stages
}

/** The names and values of all `ENV` lines of a stage. */
export function environmentOf(stage: readonly Instruction[]): Record<string, string> {
  const pairs = stage.filter(({ name }) => name === 'ENV').flatMap(({ rest }) => rest.split(/\s+/))
  return Object.fromEntries(pairs.map(pair => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))
}

/** The files that Docker would get from a folder: `.dockerignore` leaves out everything, but for what its other lines take. */
export function contextOf(folder: string): string[] {
  const [first, ...others] = readFileSync(join(folder, '.dockerignore'), 'utf8').split('\n').filter(Boolean)
  if (first !== '*' || !others.every(pattern => pattern.startsWith('!')))
    throw new Error('.dockerignore has more than `*` and what to take')
  const taken = others.map(pattern => pattern.slice(1))
  return globSync([...taken, ...taken.map(pattern => `${pattern}/**`)], { cwd: folder, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)))
}
