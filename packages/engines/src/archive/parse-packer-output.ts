/** Validates the output of packing programs with zod: they read untrusted files and are not trusted. */
import { z } from 'zod'
import type { PackReport } from './pack-job.ts'

const count = z.number().int().nonnegative()
const reportSchema = z.object({ doneBytes: count, file: count })

/** Undefined for any other line. */
export function parsePackReport(line: string): PackReport | undefined {
  return read(line, reportSchema)
}

export function parseCount(line: string): number | undefined {
  return read(line, count)
}

export function parseIndexes(line: string): readonly number[] | undefined {
  return read(line, z.array(count))
}

function read<Value>(line: string, schema: z.ZodType<Value>): Value | undefined {
  try {
    return schema.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}
