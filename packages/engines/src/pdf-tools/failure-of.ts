/** Separates damaged files from defects of the program: only defects are retried, logged as errors and counted. */
import { JobFailure } from '../process/job-failure.ts'

type Failure = Pick<JobFailure, 'code' | 'params'>

const outOfMemory =
  /out of memory|cannot allocate|bad_alloc|allocation failed|invalid (?:array buffer|string) length/i
const tooDeep = /maximum call stack/i
/** pdf.js, PDFium and libvips throw their own errors for damaged files; they are not bundled. */
const libraryFrame = /[\\/]node_modules[\\/]|wasm/

export function failureOf(error: unknown): Failure {
  if (error instanceof JobFailure) return error
  if (error instanceof Error && outOfMemory.test(error.message))
    return { code: 'needs-too-much-memory', params: {} }
  const isOfFile =
    error instanceof Error && (tooDeep.test(error.message) || libraryFrame.test(firstFrame(error)))
  return { code: isOfFile ? 'file-damaged' : 'internal', params: {} }
}

function firstFrame({ stack = '', message }: Error): string {
  const frames = stack.slice(stack.indexOf(message) + message.length)
  return frames.split('\n').find(line => line.trimStart().startsWith('at ')) ?? ''
}
