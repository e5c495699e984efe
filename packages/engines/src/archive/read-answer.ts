/** What a packing program says, checked at the edge: it reads hostile files, so it is not trusted. */
import { z } from 'zod'
import type { PackReport } from './pack-job.ts'

const count = z.number().int().nonnegative()
const reportSchema = z.object({ doneBytes: count, file: count })

/** Undefined for anything that is not one. */
export function readReport(line: string): PackReport | undefined {
  return read(line, reportSchema)
}

export function readCount(line: string): number | undefined {
  return read(line, count)
}

export function readIndexes(line: string): readonly number[] | undefined {
  return read(line, z.array(count))
}

function read<Value>(line: string, schema: z.ZodType<Value>): Value | undefined {
  try {
    return schema.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}
