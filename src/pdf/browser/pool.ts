import { PrintError } from '../../errors.ts'

/** Something that does one job at a time and can die. */
export interface Worker {
  /** Its private memory in bytes. */
  memory(): Promise<number>
  /** Kills it; resolves when it is gone. */
  kill(): Promise<void>
}

/** How workers start, how many there are, and how long they may take. */
export interface PoolOptions<Each extends Worker> {
  start(): Promise<Each>
  /** Maximum number of workers. */
  processes: number
  /** Milliseconds per job, after which its worker is killed. */
  timeout: number
  /** Jobs after which a worker is replaced. */
  recycleAfter: number
  /** Bytes of memory above which a worker is replaced. */
  memoryLimit: number
}

/** Workers that take jobs from one queue. */
export interface Pool<Each extends Worker> {
  /**
   * Queues a job, first come, first served. A job whose worker dies is retried once on a new one.
   *
   * @param suits whether a worker can do the job; one that can't is replaced before
   * @throws PrintError if it fails twice, times out, or comes after `close`; the signal's reason if aborted; what `start`
   *   throws if no worker starts
   */
  run<Result>(
    job: (worker: Each) => Promise<Result>,
    signal?: AbortSignal,
    suits?: (worker: Each) => boolean,
  ): Promise<Result>
  /** Finishes accepted jobs, accepts no more, and ends all workers. */
  close(): Promise<void>
}

/** A job that is queued, and the callbacks for its two outcomes. */
interface Task<Each extends Worker> {
  job(worker: Each): Promise<unknown>
  suits(worker: Each): boolean
  resolve(result: unknown): void
  reject(reason: unknown): void
}

/** Opens a pool of workers. A worker is started if there is a job and none is idle. */
export function openPool<Each extends Worker>(options: PoolOptions<Each>): Pool<Each> {
  const waiting: Task<Each>[] = []
  const slots: Slot<Each>[] = []
  let closing: Promise<void> | undefined

  function freeSlot(): Slot<Each> | undefined {
    const idle = slots.find(slot => !slot.isBusy)
    if (idle || slots.length >= options.processes) return idle
    const added = new Slot(options)
    slots.push(added)
    return added
  }

  return {
    run<Result>(
      job: (worker: Each) => Promise<Result>,
      signal?: AbortSignal,
      suits: (worker: Each) => boolean = () => true,
    ): Promise<Result> {
      if (closing) return Promise.reject(new PrintError('The pool is closed.'))
      if (signal?.aborted) return Promise.reject(signal.reason)
      const { promise, resolve, reject } = Promise.withResolvers<Result>()
      const task: Task<Each> = { job, suits, resolve: result => resolve(result as Result), reject }
      waiting.push(task)
      freeSlot()?.begin(() => waiting.shift())
      return signal ? abortable(promise, signal, () => forget(waiting, task)) : promise
    },
    close() {
      closing ??= Promise.all(slots.map(slot => slot.end())).then(() => undefined)
      return closing
    },
  }
}

/** A running job is left to finish and its result ignored: a browser can't be interrupted without a restart. */
async function abortable<Result>(work: Promise<Result>, signal: AbortSignal, onAbort: () => void): Promise<Result> {
  const aborted = Promise.withResolvers<never>()
  const listener = () => {
    onAbort()
    aborted.reject(signal.reason)
  }
  signal.addEventListener('abort', listener, { once: true })
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', listener)
  }
}

function forget<Item>(list: Item[], item: Item): void {
  const at = list.indexOf(item)
  if (at >= 0) list.splice(at, 1)
}

/** Jobs between two memory checks. */
const memoryInterval = 25

/** A place for one worker: starts it, watches it, and replaces it when it is dead, stuck, old or fat. */
class Slot<Each extends Worker> {
  readonly #options: PoolOptions<Each>
  #worker: Each | undefined
  #successor: Each | undefined
  #starting = Promise.resolve()
  #ending = Promise.resolve()
  #work = Promise.resolve()
  #done = 0
  #isReplacing = false
  #isBusy = false

  constructor(options: PoolOptions<Each>) {
    this.#options = options
  }

  get isBusy(): boolean {
    return this.#isBusy
  }

  /** Runs tasks as long as `next` returns one. */
  begin(next: () => Task<Each> | undefined): void {
    this.#isBusy = true
    this.#work = this.#drain(next)
  }

  /** Waits for running tasks, then ends the worker. */
  async end(): Promise<void> {
    await this.#work
    await this.#starting
    this.#retire(this.#worker)
    this.#retire(this.#successor)
    await this.#ending
  }

  /** A task settles when the slot is ready for the next, so a caller that awaits one job after another needs only one worker. */
  async #drain(next: () => Task<Each> | undefined): Promise<void> {
    let task = next()
    while (task) {
      const settle = await this.#serve(task)
      this.#succeed()
      task = next()
      this.#isBusy = task !== undefined
      settle()
    }
  }

  /** Runs a task, and retries once if the worker dies. A timeout is final: what hangs once hangs again. */
  async #serve({ job, suits, resolve, reject }: Task<Each>): Promise<() => void> {
    let cause: unknown
    if (this.#worker && !suits(this.#worker)) this.#dismiss()
    for (let attempt = 1; attempt <= 2; attempt++) {
      try {
        this.#worker ??= await this.#options.start()
      } catch (error) {
        return () => reject(error)
      }
      try {
        const result = await withDeadline(job(this.#worker), this.#options.timeout)
        await this.#age(this.#worker)
        return () => resolve(result)
      } catch (error) {
        this.#dismiss()
        if (error instanceof PrintError) return () => reject(error)
        cause = error
      }
    }
    const advice = 'The browser failed twice on this document; see the `cause`, and print it by itself to look closer.'
    return () => reject(new PrintError(advice, { cause }))
  }

  async #age(worker: Each): Promise<void> {
    this.#done += 1
    if (this.#isReplacing) return
    const { recycleAfter } = this.#options
    const isFat = this.#done % memoryInterval === 0 && (await this.#isTooLarge(worker))
    if (isFat || this.#done >= recycleAfter) this.#startSuccessor()
  }

  /** A worker that can't report its memory is replaced too. */
  async #isTooLarge(worker: Each): Promise<boolean> {
    const { timeout, memoryLimit } = this.#options
    return await withDeadline(worker.memory(), timeout).then(
      bytes => bytes > memoryLimit,
      () => true,
    )
  }

  /** The new worker starts while the old one keeps working; if it doesn't start, the old one stays a while longer. */
  #startSuccessor(): void {
    this.#isReplacing = true
    this.#starting = this.#options.start().then(
      worker => {
        this.#successor = worker
        if (!this.#isBusy) this.#succeed()
      },
      () => {
        this.#done = 0
        this.#isReplacing = false
      },
    )
  }

  #succeed(): void {
    if (!this.#successor) return
    this.#retire(this.#worker)
    this.#worker = this.#successor
    this.#successor = undefined
    this.#isReplacing = false
    this.#done = 0
  }

  #dismiss(): void {
    this.#retire(this.#worker)
    this.#worker = undefined
    this.#done = 0
  }

  #retire(worker: Each | undefined): void {
    if (worker) this.#ending = Promise.all([this.#ending, worker.kill()]).then(() => undefined)
  }
}

async function withDeadline<Result>(work: Promise<Result>, timeout: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const advice = `The document was not printed within ${timeout} ms. Raise \`timeout\`, or make the document shorter.`
    timer = setTimeout(() => reject(new PrintError(advice, { limit: 'time' })), timeout)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
