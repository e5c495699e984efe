/** The rows of docs/configuration.md, made from the settings themselves. */
import type { z } from 'zod'
import { settingsSchema } from './settings-schema.ts'

/** Their default depends on the machine; the description says how. */
const machineDefaults = new Set(['WORKER_CONCURRENCY', 'WORKER_VIDEO_CONCURRENCY', 'ENGINE_PROCESSES'])

export function settingsTable(): string[] {
  return Object.entries(settingsSchema.shape).map(([name, schema]) => {
    return `| \`${name}\` | ${defaultOf(name, schema)} | ${schema.description ?? ''} |`
  })
}

function defaultOf(name: string, schema: z.ZodType): string {
  if (machineDefaults.has(name)) return 'cores'
  const parsed = schema.safeParse(undefined)
  if (!parsed.success || parsed.data === undefined) return ''
  return String(parsed.data) === '' ? '(empty)' : `\`${parsed.data}\``
}
