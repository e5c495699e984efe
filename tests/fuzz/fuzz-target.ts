/** A fuzz target: random inputs, a parser, and the errors that it may throw. */
import { AppError } from '@filesmith/contract/errors'
import type { Random } from './random.ts'

export interface FuzzTarget {
  /** Runs one input and returns it for the report. Throws FuzzFinding when the parser misbehaves. */
  runOnce(random: Random): unknown
}

/** Invariant of the output for a given input; returns undefined when it holds, otherwise what is wrong. */
type Invariant<Input, Output> = (output: Output, input: Input) => string | undefined

export interface TargetParts<Input, Output> {
  readonly make: (random: Random) => Input
  readonly read: (input: Input) => Output
  /** Names of errors, besides AppError, that callers of this parser handle. */
  readonly knownErrors?: readonly string[]
  readonly invariant?: Invariant<Input, Output>
  /** Processor time for one input; for parsers outside of the sandbox, where a stall stops everybody. */
  readonly maxCpuMs?: number
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
  const { make, read, knownErrors = [], invariant, maxCpuMs = Number.POSITIVE_INFINITY } = parts
  return {
    runOnce(random) {
      const input = make(random)
      const startedAt = process.cpuUsage()
      let output: Output
      try {
        output = read(input)
      } catch (error) {
        if (error instanceof AppError) return input
        if (error instanceof Error && knownErrors.includes(error.name)) return input
        throw new FuzzFinding(`threw ${error}`, input, { cause: error })
      }
      const { user, system } = process.cpuUsage(startedAt)
      const cpuMs = (user + system) / 1000
      if (cpuMs > maxCpuMs) throw new FuzzFinding(`took ${Math.round(cpuMs)} ms`, input)
      const violation = invariant?.(output, input)
      if (violation !== undefined) throw new FuzzFinding(violation, input)
      return input
    },
  }
}

export function describeInput(input: unknown): string {
  return Buffer.isBuffer(input) ? `base64:${input.toString('base64')}` : JSON.stringify(input)
}
