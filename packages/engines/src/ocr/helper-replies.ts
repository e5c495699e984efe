/** Validates helper replies with zod: helpers parse untrusted files, so a compromised helper must not be trusted. */
import { AppError } from '@filesmith/contract/errors'
import { z } from 'zod'
import type { IdentifiedLanguage } from './languages/identify-languages.ts'
import type { ComposeReport, OpenedPage, PrepareReport } from './request.ts'

const size = z.number().int().min(0)
const rotation = z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)])
const positive = z.number().positive()

const prepareReport = z.object({
  pgmBytes: size,
  sampleBytes: size,
  lettersBytes: size,
  previewBytes: size,
  previewWidth: size,
  previewHeight: size,
  geometry: z.object({
    rotation,
    width: positive,
    height: positive,
    skewDegrees: z.number().min(-45).max(45),
    scale: positive,
    readWidth: positive,
    readHeight: positive,
  }),
  dpi: z.number().min(50).max(2400),
  pointsPerPixel: positive,
  letterCount: size,
  steps: z.array(z.enum(['invert', 'light', 'border', 'grain', 'skew', 'scale'])),
})

const composeReport = z.object({ textBytes: size, recognitionBytes: size, hocrBytes: size })

const openedPages = z.array(
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('image') }),
    // Not validated: words are only passed on to another helper.
    z.object({
      kind: z.literal('text'),
      width: positive,
      height: positive,
      rotation,
      words: z.array(z.custom<never>()),
    }),
  ]),
)

const identified = z.array(
  z.array(z.object({ language: z.string().max(20), likelihood: z.number() })).max(20),
)

export const readPrepareReport = (message: unknown): PrepareReport => parsed(prepareReport, message)
export const readComposeReport = (message: unknown): ComposeReport => parsed(composeReport, message)
export const readOpenedPages = (json: string): OpenedPage[] => parsed(openedPages, JSON.parse(json))
export const readIdentified = (json: string): IdentifiedLanguage[][] => parsed(identified, JSON.parse(json))

function parsed<Value>(schema: z.ZodType<Value>, message: unknown): Value {
  const found = schema.safeParse(message)
  if (!found.success) throw new AppError('internal', {}, { cause: found.error })
  return found.data
}
