/** Forwards a contact form message to the support address, with the sender's details and the full text. */
import { type PlanId, plans } from '@filesmith/contract/plans'
import { productName } from '@filesmith/contract/product-name'
import type { ContactMessage } from '../../database/contact-store.ts'
import type { MailPage } from './render-mail.ts'

export interface ContactMailEvent {
  readonly message: ContactMessage
  /** Set if the sender was signed in and the account still exists. */
  readonly account: { readonly username: string; readonly plan: PlanId } | null
}

const priorityHours = 12
const hourMs = 60 * 60 * 1000
const timeFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})
const atTime = (moment: Date) => `${timeFormat.format(moment)} UTC`

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
    paragraphs: [`${name} wrote to us through the contact form. Reply to this email to answer.`],
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
      ? 'The message was sent from the account above. The name and the email address are as entered by the sender.'
      : 'The sender was not signed in. The name and the email address are unverified.',
    reason:
      'You receive this email because this address receives messages from the contact form (SUPPORT_EMAIL).',
  }
}
