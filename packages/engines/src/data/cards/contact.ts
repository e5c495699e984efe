/** A contact, as it is written to JSON. */
import { z } from 'zod'

const typed = z.object({ type: z.string().exactOptional(), value: z.string() })
const address = z.object({
  type: z.string().exactOptional(),
  box: z.string().exactOptional(),
  extended: z.string().exactOptional(),
  street: z.string().exactOptional(),
  city: z.string().exactOptional(),
  region: z.string().exactOptional(),
  postalCode: z.string().exactOptional(),
  country: z.string().exactOptional(),
})

export const contactSchema = z.object({
  fullName: z.string().default(''),
  firstName: z.string().exactOptional(),
  middleName: z.string().exactOptional(),
  lastName: z.string().exactOptional(),
  prefix: z.string().exactOptional(),
  suffix: z.string().exactOptional(),
  nickname: z.string().exactOptional(),
  organization: z.string().exactOptional(),
  department: z.string().exactOptional(),
  title: z.string().exactOptional(),
  birthday: z.string().exactOptional(),
  emails: z.array(typed).default([]),
  phones: z.array(typed).default([]),
  addresses: z.array(address).default([]),
  websites: z.array(typed).default([]),
  categories: z.array(z.string()).default([]),
  note: z.string().exactOptional(),
  uid: z.string().exactOptional(),
  /** A data URL, or the address that the card has. */
  photo: z.string().exactOptional(),
  /** Lines of the card without a field here. */
  others: z
    .array(
      z.object({
        name: z.string().regex(/^[A-Za-z0-9-]{1,60}$/),
        params: z.record(z.string().regex(/^[A-Za-z0-9-]{1,60}$/), z.array(z.string())).exactOptional(),
        value: z.string(),
      }),
    )
    .default([]),
})
export type Contact = z.output<typeof contactSchema>
export type ContactAddress = z.output<typeof address>
export type TypedValue = z.output<typeof typed>

/** Fields with one text, in the order in which they are written. */
export const plainFields = [
  'firstName',
  'middleName',
  'lastName',
  'prefix',
  'suffix',
  'nickname',
  'organization',
  'department',
  'title',
  'birthday',
] as const

export const addressFields = ['box', 'extended', 'street', 'city', 'region', 'postalCode', 'country'] as const

/** What stands for a contact without a name. */
export function contactName(contact: Contact): string {
  const parts = [contact.prefix, contact.firstName, contact.middleName, contact.lastName, contact.suffix]
  const joined = parts.filter(part => part !== undefined && part !== '').join(' ')
  return [contact.fullName, joined, contact.organization, contact.emails[0]?.value].find(Boolean) ?? ''
}

/** Drops empty texts, which say nothing. */
export function withoutEmpty<Value extends object>(value: Value): Value {
  return Object.fromEntries(
    Object.entries(value).filter(([, field]) => field !== undefined && field !== ''),
  ) as Value
}
