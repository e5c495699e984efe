/** How a program leaves its normal course: errors, `stop`, `exit`, `quit`, and the limits of this interpreter. */

/** An error of the language, which the program may catch. */
export class PsError extends Error {
  override readonly name = 'PsError'
  /** Such as `typecheck`. */
  readonly error: string
  constructor(error: string) {
    super(error)
    this.error = error
  }
}

/** Caught by `stopped`. */
export class StopSignal extends Error {
  override readonly name = 'StopSignal'
}

/** Caught by the innermost loop. */
export class ExitSignal extends Error {
  override readonly name = 'ExitSignal'
}

/** Thrown often, so it is made once. */
export const loopExit = new ExitSignal()

export class QuitSignal extends Error {
  override readonly name = 'QuitSignal'
}

/** Against endless programs and memory bombs; nothing in a program catches it. */
export class LimitSignal extends Error {
  override readonly name = 'LimitSignal'
}

export interface Limits {
  /** Objects that are executed, plus the work of operators on many bytes. */
  readonly maxSteps: number
  /** Of all arrays, dictionaries and strings together, including those no longer used. */
  readonly maxMemoryBytes: number
  readonly maxOperands: number
  readonly maxDictionaries: number
  readonly maxCallDepth: number
  readonly maxSaves: number
  /** Characters of drawn elements. */
  readonly maxOutputCharacters: number
  /** Of one path. */
  readonly maxSegments: number
  readonly maxPages: number
  /** Of one image. */
  readonly maxPixels: number
}

export const defaultLimits: Limits = {
  maxSteps: 60_000_000,
  maxMemoryBytes: 512 * 1024 ** 2,
  maxOperands: 200_000,
  maxDictionaries: 500,
  maxCallDepth: 500,
  maxSaves: 200,
  maxOutputCharacters: 100_000_000,
  maxSegments: 1_000_000,
  maxPages: 1000,
  maxPixels: 100_000_000,
}
