/** Generates the rows of docs/configuration.md from the settings schema. */
import type { z } from 'zod'
import { settingsSchema } from './settings-schema.ts'

/** Defaults that depend on the machine, as their descriptions say. */
const machineDefaults = new Set(['WORKER_CONCURRENCY', 'WORKER_VIDEO_CONCURRENCY', 'ENGINE_PROCESSES'])

export function settingsTable(): string[] {
  return Object.entries(settingsSchema.shape).map(([name, schema]) => {
    if (schema.description === undefined) throw new Error(`${name} has no description`)
    return `| \`${name}\` | ${defaultOf(name, schema)} | ${schema.description} |`
  })
}

function defaultOf(name: string, schema: z.ZodType): string {
  if (machineDefaults.has(name)) return 'cores'
  const parsed = schema.safeParse(undefined)
  if (!parsed.success || parsed.data === undefined) return ''
  return String(parsed.data) === '' ? '(empty)' : `\`${parsed.data}\``
}
