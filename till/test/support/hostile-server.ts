import { type AddressInfo, createServer } from 'node:net'
import { parentPort } from 'node:worker_threads'
import { bytesOf, hostileAnswers, oddAnswers } from './hostile-answers.ts'

/**
 * A server in a thread of its own, so that its work isn't the till's: it answers `/…/merchants/<n>/receipts`, or the transaction number `n-th`,
 * with the n-th hostile answer, or the odd one of this name. Only the question for the mode is answered well.
 */
const odd = new Map(Object.entries(oddAnswers))
const server = createServer(socket => {
  let text = ''
  let timer: NodeJS.Timeout | undefined
  socket.on('error', () => {})
  socket.on('close', () => clearInterval(timer))
  socket.on('data', chunk => {
    text += chunk.toString('latin1')
    const [, length = '0'] = /content-length: (\d+)/i.exec(text) ?? []
    const end = text.indexOf('\r\n\r\n')
    if (end === -1 || text.length < end + 4 + Number(length)) return
    const name =
      /"transactionNumber":"(\d+)-th"/.exec(text)?.[1] ??
      decodeURIComponent(/merchants\/([^/]+)\/receipts/.exec(text)?.[1] ?? '')
    const isQuestion = text.startsWith('GET') && text.includes('/receipts?')
    text = ''
    if (isQuestion) {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncounterfoil-mode: live\r\n\r\n[]')
      return
    }
    const answer = hostileAnswers[Number(name)]
    const way = answer?.cut.split(' ')[1]
    socket.write(answer ? bytesOf(answer) : Buffer.from(odd.get(name) ?? '', 'latin1'))
    if (way === 'close' || !answer) socket.end()
    if (way === 'reset') socket.resetAndDestroy()
    if (way === 'drip') timer = setInterval(() => socket.write(' '), 5)
  })
})
server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port))
