/** Sends mails through the SMTP server of this installation, over connections that are kept open. */
import { AppError } from '@filesmith/contract/errors'
import { createTransport } from 'nodemailer'
import type { MailSender } from '../../ports/mail.ts'
import { mailMessage } from '../mail-message.ts'

export interface SmtpMail extends MailSender {
  /** Ends what is under way too: whoever queued it tries again. */
  close(): void
}

const connectTimeoutMs = 10_000
const silenceTimeoutMs = 30_000

export function createSmtpMail(settings: { url: string; from: string }): SmtpMail {
  const transport = createTransport({
    url: settings.url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: silenceTimeoutMs,
    dnsTimeout: connectTimeoutMs,
  })
  return {
    async send(mail) {
      try {
        await transport.sendMail(mailMessage(mail, settings.from))
      } catch (error) {
        throw new AppError('unavailable', {}, { cause: withoutWords(error) })
      }
    },
    close: () => transport.close({ force: true }),
  }
}

/** What a mail server answers quotes addresses and names; for the log the numbers are enough. */
function withoutWords(error: unknown): Error {
  const { code, command, response } = error as { code?: unknown; command?: unknown; response?: unknown }
  const [numbers] = /^\d{3}(?:[ -]\d\.\d+\.\d+)?/.exec(String(response ?? '')) ?? []
  const where = [code, command, numbers].filter(part => part !== undefined).join(', ')
  return new Error(`the mail server did not take a mail (${where || 'no reason given'})`)
}
