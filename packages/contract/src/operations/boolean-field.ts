/** A boolean option: a boolean in JSON, the strings "true" and "false" in a form. */
import { z } from 'zod'

export function booleanField(name: string, defaultValue: boolean) {
  return booleanWithoutDefault(name).prefault(defaultValue)
}

export function booleanWithoutDefault(name: string) {
  return z.union([z.boolean(), z.enum(['true', 'false']).transform(text => text === 'true')], {
    error: `${name} must be true or false.`,
  })
}
