import { PrintError } from '../../errors.ts'

/** Something that does one job at a time and can die. */
export interface Worker<Job, Result> {
  run(job: Job): Promise<Result>
  /** Its private memory in bytes. */
  memory(): Promise<number>
  /** Kills it; resolves when it is gone. */
  kill(): Promise<void>
}

export interface SlotOptions<Job, Result> {
  start(): Promise<Worker<Job, Result>>
  /** Milliseconds per job, after which its worker is killed. */
  timeout: number
  /** Jobs after which a worker is replaced. */
  recycleAfter: number
  /** Bytes of memory above which a worker is replaced. */
  memoryLimit: number
}

/** A job, and the callbacks for its two outcomes. */
export interface Task<Job, Result> {
  job: Job
  resolve(result: Result): void
  reject(reason: unknown): void
}

/** Jobs between two memory checks. */
const memoryInterval = 25

/** A place for one worker: starts it, watches it, and replaces it when it is dead, stuck, old or fat. */
export class Slot<Job, Result> {
  readonly #options: SlotOptions<Job, Result>
  #worker: Worker<Job, Result> | undefined
  #successor: Worker<Job, Result> | undefined
  #starting = Promise.resolve()
  #ending = Promise.resolve()
  #work = Promise.resolve()
  #done = 0
  #isReplacing = false
  #isBusy = false

  constructor(options: SlotOptions<Job, Result>) {
    this.#options = options
  }

  get isBusy(): boolean {
    return this.#isBusy
  }

  /** Runs tasks as long as `next` returns one. */
  begin(next: () => Task<Job, Result> | undefined): void {
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
  async #drain(next: () => Task<Job, Result> | undefined): Promise<void> {
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
  async #serve({ job, resolve, reject }: Task<Job, Result>): Promise<() => void> {
    let cause: unknown
    for (let attempt = 1; attempt <= 2; attempt++) {
      try {
        this.#worker ??= await this.#options.start()
      } catch (error) {
        return () => reject(error)
      }
      try {
        const result = await withDeadline(this.#worker.run(job), this.#options.timeout)
        await this.#age(this.#worker)
        return () => resolve(result)
      } catch (error) {
        this.#retire(this.#worker)
        this.#worker = undefined
        this.#done = 0
        if (error instanceof PrintError) return () => reject(error)
        cause = error
      }
    }
    const advice = 'The browser failed twice on this document; see the `cause`, and print it by itself to look closer.'
    return () => reject(new PrintError(advice, { cause }))
  }

  async #age(worker: Worker<Job, Result>): Promise<void> {
    this.#done += 1
    if (this.#isReplacing) return
    const { recycleAfter } = this.#options
    const isFat = this.#done % memoryInterval === 0 && (await this.#isTooLarge(worker))
    if (isFat || this.#done >= recycleAfter) this.#startSuccessor()
  }

  /** A worker that can't report its memory is replaced too. */
  async #isTooLarge(worker: Worker<Job, Result>): Promise<boolean> {
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

  #retire(worker: Worker<Job, Result> | undefined): void {
    if (worker) this.#ending = Promise.all([this.#ending, worker.kill()]).then(() => undefined)
  }
}

async function withDeadline<Result>(work: Promise<Result>, timeout: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const advice = `The document was not printed within ${timeout} ms. Raise \`timeout\`, or make the document shorter.`
    timer = setTimeout(() => reject(new PrintError(advice)), timeout)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
