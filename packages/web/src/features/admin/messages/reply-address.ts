/** mailto link that opens a reply in the operator's mail client, with the message quoted. */
import { adminMessageTexts } from '@filesmith/contract/messages/admin-panels'
import type { AdminMessage } from '@filesmith/contract/schemas/admin'

/** Some mail clients reject longer links. */
const maxQuotedLength = 1500

export function replyAddress({ email, subject, message }: AdminMessage): string {
  const quoted = message.slice(0, maxQuotedLength).replaceAll(/^/gm, '> ')
  const fields = { subject: adminMessageTexts.replySubject(subject), body: `\r\n\r\n${quoted}` }
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `mailto:${encodeURIComponent(email)}?${query.join('&')}`
}
