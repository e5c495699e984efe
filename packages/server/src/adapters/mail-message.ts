/** A mail as the composing library takes it, the same for every way of sending. */
import type { Mail } from '../ports/mail.ts'

/** No out-of-office replies; support desks leave such mails aside, so what a person wrote has none of this. */
const writtenByMachine = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

export function mailMessage(mail: Mail, from: string) {
  return {
    from,
    // As an object it is one address, whatever is in it; a string would be read as a list.
    to: { name: '', address: mail.to },
    replyTo: mail.replyTo && { ...mail.replyTo },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    attachments: mail.attachments?.map(({ fileName, contentType, content }) => ({
      filename: fileName,
      contentType,
      content,
    })),
    headers: mail.replyTo ? {} : writtenByMachine,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
