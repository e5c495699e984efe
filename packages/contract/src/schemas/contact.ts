/** Contact form messages and contact details. */
import { z } from 'zod'
import { contactRules as rules } from '../messages/contact.ts'
import { toPlainText } from '../text-rules.ts'

export const contactLimits = {
  nameCharacters: 100,
  emailCharacters: 254,
  subjectCharacters: 200,
  messageCharacters: 10_000,
} as const

const typed = () => z.string({ error: issue => (issue.input === undefined ? rules.required : undefined) })

/** Names and subjects become email headers (header injection). */
const toOneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

export const contactRequestSchema = z.object({
  name: typed()
    .overwrite(toOneLine)
    .min(2, rules.nameTooShort)
    .max(contactLimits.nameCharacters, rules.nameTooLong(contactLimits.nameCharacters)),
  email: typed()
    .trim()
    .max(contactLimits.emailCharacters, { error: rules.emailInvalid, abort: true })
    .check(z.email(rules.emailInvalid)),
  subject: typed()
    .overwrite(toOneLine)
    .min(5, rules.subjectTooShort)
    .max(contactLimits.subjectCharacters, rules.subjectTooLong(contactLimits.subjectCharacters)),
  message: typed()
    .overwrite(toPlainText)
    .min(10, rules.messageTooShort)
    .max(contactLimits.messageCharacters, rules.messageTooLong(contactLimits.messageCharacters)),
  isPriority: z.boolean().default(false).describe('Answered within 12 hours. Pro only; ignored otherwise.'),
  website: z.string().max(200).default('').describe('Must be empty: hidden field to detect bots (honeypot).'),
  filledInMs: z
    .number()
    .int()
    .min(0)
    .optional()
    .describe('Milliseconds from showing to submitting the form, to detect bots.'),
})
export type ContactRequest = z.infer<typeof contactRequestSchema>

export const contactInfoSchema = z.object({
  supportEmail: z.string(),
  infoEmail: z.string(),
  phone: z.string(),
  addressLines: z.array(z.string()),
})
export type ContactInfo = z.infer<typeof contactInfoSchema>
