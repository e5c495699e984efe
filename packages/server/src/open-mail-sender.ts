import { join } from 'node:path'
import type { Settings } from './config.ts'
import type { Log } from './ports/log.ts'
import type { MailSender } from './ports/mail.ts'

interface ClosableMailSender extends MailSender {
  close(): void
}

/** The mail library is loaded on demand, so only by workers. */
export async function openMailSender(settings: Settings, log: Log): Promise<ClosableMailSender> {
  const from = settings.MAIL_FROM
  if (settings.SMTP_URL) {
    const { createSmtpMail } = await import('./adapters/smtp-mail/smtp-mail.ts')
    return createSmtpMail({ url: settings.SMTP_URL, from })
  }
  const { createMailFolder } = await import('./adapters/mail-folder/mail-folder.ts')
  const folder = createMailFolder({ folder: join(settings.DATA_DIR, 'mail'), from, log })
  return { ...folder, close: () => undefined }
}
