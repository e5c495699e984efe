/** Thrown by helper code; becomes an AppError in the worker. */
export class JobFailure extends Error {
  override readonly name = 'JobFailure'
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>

  constructor(code: string, params: Readonly<Record<string, string | number>> = {}, options?: ErrorOptions) {
    super(code, options)
    this.code = code
    this.params = params
  }
}
