/** The part of a worker that sends mails, by the way that the settings name. */
import { join } from 'node:path'
import type { Settings } from './config.ts'
import type { Log } from './ports/log.ts'
import type { MailSender } from './ports/mail.ts'
import type { QueueConsumer } from './worker/consume-queue.ts'
import { type SendMailsDeps, sendMails } from './worker/send-mails.ts'

interface ClosableSender extends MailSender {
  close(): void
}

export async function startMailing(
  settings: Settings,
  services: Omit<SendMailsDeps, 'sender' | 'supportEmail' | 'publicUrl' | 'log'>,
  log: Log,
): Promise<QueueConsumer> {
  const sender = await openSender(settings, log)
  const { SUPPORT_EMAIL: supportEmail, PUBLIC_URL: publicUrl } = settings
  const mailing = sendMails({ ...services, sender, supportEmail, publicUrl, log })
  return {
    async stop(over = AbortSignal.abort()) {
      // A mail server that does not answer must not hold us: the mail goes back into the queue.
      const end = () => sender.close()
      over.addEventListener('abort', end)
      if (over.aborted) end()
      await mailing.stop(over)
      over.removeEventListener('abort', end)
      end()
    },
  }
}

/** The library that composes mails is loaded by workers only. */
async function openSender(settings: Settings, log: Log): Promise<ClosableSender> {
  const from = settings.MAIL_FROM
  if (settings.SMTP_URL) {
    const { createSmtpMail } = await import('./adapters/smtp-mail/smtp-mail.ts')
    return createSmtpMail({ url: settings.SMTP_URL, from })
  }
  const { createMailFolder } = await import('./adapters/mail-folder/mail-folder.ts')
  const folder = createMailFolder({ folder: join(settings.DATA_DIR, 'mail'), from, log })
  return { ...folder, close: () => undefined }
}
