/** A mail as the composing library takes it, the same for every way of sending. */
import type { Mail } from '../ports/mail.ts'

export function mailMessage(mail: Mail, from: string) {
  return {
    from,
    // As an object it is one address, whatever is in it; a string would be read as a list.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    attachments: mail.attachments?.map(({ fileName, contentType, content }) => ({
      filename: fileName,
      contentType,
      content,
    })),
    // No out-of-office replies to what a machine wrote.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
