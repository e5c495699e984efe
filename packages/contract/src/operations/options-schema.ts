/** The options of an operation as JSON Schema, for API clients. */
import { z } from 'zod'
import type { Operation } from './operation.ts'

export function optionsSchema({ options }: Operation): Record<string, unknown> {
  return z.toJSONSchema(options, { io: 'input', unrepresentable: 'any' })
}
