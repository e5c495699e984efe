/** What is fuzzed: inputs made by chance, a reader of ours, and which errors it may answer with. */
import { AppError } from '@filesmith/contract/errors'
import type { Random } from './random.ts'

export interface FuzzTarget {
  /** Runs one input; answers what went in, for the report. Throws when something is wrong. */
  runOnce(random: Random): unknown
}

/** A promise about what comes out, given what went in; undefined when it holds. */
type Promised<Input, Output> = (output: Output, input: Input) => string | undefined

export interface TargetParts<Input, Output> {
  readonly make: (random: Random) => Input
  readonly read: (input: Input) => Output
  /** Besides AppError: errors by their names that the callers of this reader know. */
  readonly knownErrors?: readonly string[]
  readonly promise?: Promised<Input, Output>
}

export class FuzzFinding extends Error {
  override readonly name = 'FuzzFinding'
  readonly input: unknown

  constructor(message: string, input: unknown, options?: ErrorOptions) {
    super(message, options)
    this.input = input
  }
}

export function createTarget<Input, Output>(parts: TargetParts<Input, Output>): FuzzTarget {
  const { make, read, knownErrors = [], promise } = parts
  return {
    runOnce(random) {
      const input = make(random)
      let output: Output
      try {
        output = read(input)
      } catch (error) {
        if (error instanceof AppError) return input
        if (error instanceof Error && knownErrors.includes(error.name)) return input
        throw new FuzzFinding(`threw ${error}`, input, { cause: error })
      }
      const broken = promise?.(output, input)
      if (broken !== undefined) throw new FuzzFinding(broken, input)
      return input
    },
  }
}

export function describeInput(input: unknown): string {
  return Buffer.isBuffer(input) ? `base64:${input.toString('base64')}` : JSON.stringify(input)
}
