import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, renameSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'

/** A receipt's text as the spool has it, with its changes. */
export type Text = (changes?: Record<string, unknown>) => string

/** What may lie under a receipt's name that isn't a receipt to send, each with how to put it there. */
export const oddFiles: Readonly<Record<string, (path: string, text: Text) => void>> = {
  folder: path => mkdirSync(path),
  'folder with files': path => {
    mkdirSync(path)
    writeFileSync(`${path}/file`, '')
  },
  'link to itself': path => symlinkSync(path, path),
  'link to nothing': path => symlinkSync(`${path}.none`, path),
  'link to a receipt': (path, text) => {
    writeFileSync(`${path}.elsewhere`, text())
    symlinkSync(`${path}.elsewhere`, path)
  },
  'link to a device': path => symlinkSync('/dev/zero', path),
  pipe: path => void execFileSync('mkfifo', [path]),
  'empty file': path => writeFileSync(path, ''),
  'half a file': (path, text) => writeFileSync(path, text().slice(0, 200)),
  'no text': path => writeFileSync(path, Buffer.from([0xff, 0, 0xfe, 1])),
  'a list': path => writeFileSync(path, '[1]'),
  'a giant file': path => {
    writeFileSync(path, '{')
    truncateSync(path, 2 ** 40)
  },
  'nested without end': path => writeFileSync(path, `{"receipt":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
  'lacks its requestId': (path, text) => writeFileSync(path, text({ receipt: {} })),
}

/** Sockets' paths are short, so one is made beside and moved. */
export async function putSocket(path: string): Promise<void> {
  const server = createServer()
  const near = `/tmp/till-${process.pid}.sock`
  await new Promise<void>(resolve => server.listen(near, resolve))
  // Where Node doesn't find it when the server ends.
  renameSync(near, path)
  await new Promise(resolve => server.close(resolve))
}

/** Does something as a user who may not read a foreign 0600 file: tests may run as root. */
export async function asNobody<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  if (process.getuid?.() !== 0) return await work()
  for (const path of [folder, ...['pending', 'refused', 'sent'].map(name => `${folder}/${name}`)])
    chownSync(path, nobody, nobody)
  process.setegid?.(nobody)
  process.seteuid?.(nobody)
  try {
    return await work()
  } finally {
    process.seteuid?.(0)
    process.setegid?.(0)
  }
}

const nobody = 65_534
