/** The process cannot start, or a command cannot run. The message says what is wrong and what to do; no stack is needed. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}
