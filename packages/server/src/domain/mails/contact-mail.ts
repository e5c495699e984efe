/** A message from the contact form, as the people behind the site get it: who, about what, and every word of it. */
import { type PlanId, plans } from '@filesmith/contract/plans'
import { productName } from '@filesmith/contract/product-name'
import type { ContactMessage } from '../../ports/contact-store.ts'
import type { MailPage } from './mail-page.ts'

export interface ContactMailEvent {
  readonly message: ContactMessage
  /** Of somebody who was signed in and still has one. */
  readonly account: { readonly username: string; readonly plan: PlanId } | null
}

const priorityHours = 12
const hourMs = 60 * 60 * 1000
const inWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
const atTime = (moment: Date) => `${inWords.format(moment)} UTC`

export function composeContact(
  { message, account }: ContactMailEvent,
  team: string,
  siteUrl: string,
): MailPage {
  const { name, email, subject, isPriority, createdAt } = message
  return {
    subject: `${isPriority ? 'Priority: ' : ''}${subject} (${productName} contact form)`,
    preview: `From ${name}.`,
    username: team,
    siteUrl,
    paragraphs: [`${name} wrote to us through the contact form. Replying to this mail answers them.`],
    items: [
      `Name: ${name}`,
      `Email: ${email}`,
      `Subject: ${subject}`,
      account ? `Account: ${account.username}, ${plans[account.plan].label}` : 'Account: none',
      `Sent: ${atTime(createdAt)}`,
      ...(isPriority
        ? [`Priority: answer by ${atTime(new Date(createdAt.getTime() + priorityHours * hourMs))}`]
        : []),
    ],
    quote: message.message,
    afterwards: account
      ? 'The message was sent from the account named above. The name and the address are as they were typed.'
      : 'Nobody was signed in: the name and the address are as they were typed, and nobody has checked them.',
    reason: 'You get this mail because this address takes the messages of the contact form (SUPPORT_EMAIL).',
  }
}
