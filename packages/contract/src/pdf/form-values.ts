/** Values for the fields of a PDF form, by the full names of the fields. */
import { z } from 'zod'

const maxFields = 10_000
const maxNameLength = 2000
const maxTextLength = 100_000

const text = z.string().max(maxTextLength, { error: 'A value is too long.' })

/** Null empties a field. */
const formValueSchema = z.union([text, z.number(), z.boolean(), z.null(), z.array(text).max(maxFields)], {
  error: 'A value must be text, a number, true, false, null or a list of texts.',
})
export type FormValue = z.output<typeof formValueSchema>

export const formValuesSchema = z
  .record(z.string().min(1).max(maxNameLength), formValueSchema, {
    error: 'Values must be an object of field names and values.',
  })
  .refine(values => Object.keys(values).length <= maxFields, { error: 'There are too many values.' })
export type FormValues = z.output<typeof formValuesSchema>
