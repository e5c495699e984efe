/** A switch of a call: JSON has real booleans, a form has words. */
import { z } from 'zod'

export function booleanField(name: string, usual: boolean) {
  return booleanWithoutDefault(name).prefault(usual)
}

export function booleanWithoutDefault(name: string) {
  return z.union([z.boolean(), z.enum(['true', 'false']).transform(text => text === 'true')], {
    error: `${name} must be true or false.`,
  })
}
