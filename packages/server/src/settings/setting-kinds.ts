/** Value types shared by several settings. */
import { availableParallelism } from 'node:os'
import { z } from 'zod'

export const cores = availableParallelism()

export const wholeNumber = (min: number) => z.coerce.number().int().min(min)

export const flag = z.enum(['true', 'false']).transform(value => value === 'true')

export const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' })

export const mailAddress = z.string().regex(/^[^<>@\s,;]+@[^<>@\s,;]+$/, 'must be an email address')

export const modelName = z.string().regex(/^[\w.-]+$/, 'must be a model name without a path')

export const adUnit = z
  .string()
  .regex(/^\d{4,20}$/, 'must be an ad unit number')
  .optional()

export function splitByCommas(text: string): string[] {
  return text
    .split(',')
    .map(word => word.trim())
    .filter(word => word !== '')
}

export function withoutTrailingSlash(address: string): string {
  return address.replace(/(?<!\/)\/+$/, '')
}

export function canParse(address: string, isValid: (url: URL) => boolean): boolean {
  return URL.canParse(address) && isValid(new URL(address))
}
