/** Kinds of values that several settings have. */
import { availableParallelism } from 'node:os'
import { z } from 'zod'

export const cores = availableParallelism()

export const wholeNumber = (least: number) => z.coerce.number().int().min(least)

export const flag = z.enum(['true', 'false']).transform(value => value === 'true')

export const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' })

export const mailAddress = z.string().regex(/^[^<>@\s,;]+@[^<>@\s,;]+$/, 'must be an email address')

export const modelName = z.string().regex(/^[\w.-]+$/, 'must be the plain name of a model')

export const adUnit = z
  .string()
  .regex(/^\d{4,20}$/, 'must be the number of an ad unit')
  .optional()

export function splitByCommas(text: string): string[] {
  return text
    .split(',')
    .map(word => word.trim())
    .filter(word => word !== '')
}

export function withoutLastSlash(address: string): string {
  return address.replace(/\/+$/, '')
}

export function canParse(address: string, isRight: (url: URL) => boolean): boolean {
  return URL.canParse(address) && isRight(new URL(address))
}
