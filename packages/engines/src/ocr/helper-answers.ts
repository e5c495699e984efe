/** What helpers tell about their results, checked: a helper reads hostile files, so it is not trusted. */
import { AppError } from '@filesmith/contract/errors'
import { z } from 'zod'
import type { IdentifiedLanguage } from './languages/identify-languages.ts'
import type { ComposeReport, OpenedPage, PrepareReport } from './request.ts'

const size = z.number().int().min(0)
const turn = z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)])
const positive = z.number().positive()

const prepareReport = z.object({
  readingBytes: size,
  sampleBytes: size,
  lettersBytes: size,
  viewBytes: size,
  viewWidth: size,
  viewHeight: size,
  geometry: z.object({
    turn,
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
    z.object({ kind: z.literal('picture') }),
    // Words only ever go back to a helper.
    z.object({
      kind: z.literal('text'),
      width: positive,
      height: positive,
      turn,
      words: z.array(z.custom<never>()),
    }),
  ]),
)

const identified = z.array(
  z.array(z.object({ language: z.string().max(20), likelihood: z.number() })).max(20),
)

export const readPrepareReport = (message: unknown): PrepareReport => checked(prepareReport, message)
export const readComposeReport = (message: unknown): ComposeReport => checked(composeReport, message)
export const readOpenedPages = (json: string): OpenedPage[] => checked(openedPages, JSON.parse(json))
export const readIdentified = (json: string): IdentifiedLanguage[][] => checked(identified, JSON.parse(json))

function checked<Value>(schema: z.ZodType<Value>, message: unknown): Value {
  const found = schema.safeParse(message)
  if (!found.success) throw new AppError('internal', {}, { cause: found.error })
  return found.data
}
