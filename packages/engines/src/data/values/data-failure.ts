/** Failures of readers of data. */
import { JobFailure } from '../../process/job-failure.ts'

/** Of the position in a text; lines count from 1. */
export function syntaxFailure(text: string, at: number, cause = 'unexpected character'): JobFailure {
  let line = 1
  for (let next = text.indexOf('\n'); next >= 0 && next < at; next = text.indexOf('\n', next + 1)) line += 1
  return lineFailure(line, cause)
}

export function lineFailure(line: number, cause: string): JobFailure {
  return new JobFailure('data-syntax', { line }, { cause: new Error(cause) })
}

export function damagedData(why: string): JobFailure {
  return new JobFailure('file-damaged', {}, { cause: new Error(why) })
}

export function unsupportedData(why: string): JobFailure {
  return new JobFailure('unsupported-variant', {}, { cause: new Error(why) })
}

const bytesPerMegabyte = 1024 * 1024

/** Formats that are read as a whole tree need many times their size. */
export function refuseLarger(input: Buffer, maxMegabytes: number): void {
  if (input.length > maxMegabytes * bytesPerMegabyte)
    throw new JobFailure('file-too-large', { megabytes: maxMegabytes })
}
