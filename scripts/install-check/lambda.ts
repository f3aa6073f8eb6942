import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { browser, consumer, programOf } from './consumer.ts'
import { outputOf, plainEnvironment } from './run.ts'

/** A user that nothing else on this machine is. */
const user = 61_993

/**
 * The recipe's handler where it may do what AWS Lambda lets it: its user has no name and no HOME, can't write its code, has 512 MB of
 * `/tmp` and no `/dev/shm`, and can't make user namespaces, as nobody in a changed root can. Needs root. Memory isn't limited but
 * measured: the most that all its processes have at once.
 */
export async function checkLambda(project: string): Promise<string> {
  if (process.getuid?.() !== 0) throw new Error('Only root can make the box: run it with sudo, or name other checks')
  const folder = consumer(project, 'lambda', browser)
  const mail = "console.log(engine.email(readFileSync('sale.json', 'utf8')).subject)"
  writeFileSync(join(folder, 'handler.js'), `${programOf(project, 'recipes.md', '## AWS Lambda')}\n${mail}`)
  const box = [
    'mount --rbind / /mnt',
    'mount --bind -o ro . /mnt/media',
    'mount -t tmpfs -o size=512m,mode=1777 none /mnt/tmp',
    'mount -t tmpfs -o ro,mode=555 none /mnt/dev/shm',
    `exec chroot --userspec=${user}:${user} --groups= /mnt env --unset=HOME --chdir=/media node handler.js`,
  ]
  const child = spawn('unshare', ['--mount', 'sh', '-c', box.join(' && ')], { cwd: folder, env: plainEnvironment })
  const output = outputOf(child)
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, megabytesOf())
  }, 20)
  const [code] = await once(child, 'close')
  clearInterval(watch)
  if (code !== 0 || !output().startsWith('true\nReceipt from Alder & Finch')) throw new Error(output())
  return `A box like AWS Lambda's: no \`HOME\`, code read-only, no user namespaces; ${Math.ceil(most / 100) * 100} MB of memory at most`
}

/** The memory of all processes of the user; what some share counts once. */
function megabytesOf(): number {
  const sizes = readdirSync('/proc').map(id => {
    try {
      if (!readFileSync(`/proc/${id}/status`, 'utf8').includes(`\nUid:\t${user}\t`)) return 0
      return Number(/^Pss: +(\d+) kB/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
    } catch {
      // No process, or one that has ended.
      return 0
    }
  })
  return sizes.reduce((sum, kilobytes) => sum + kilobytes, 0) / 1000
}
