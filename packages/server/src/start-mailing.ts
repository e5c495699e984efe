/** Starts the mail worker with the transport chosen by the settings. */
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
    async stop(deadline = AbortSignal.abort()) {
      // A hanging mail server must not block the shutdown: the mail is requeued.
      const closeSender = () => sender.close()
      deadline.addEventListener('abort', closeSender)
      if (deadline.aborted) closeSender()
      await mailing.stop(deadline)
      deadline.removeEventListener('abort', closeSender)
      closeSender()
    },
  }
}

/** The mail library is loaded on demand, so only by workers. */
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
