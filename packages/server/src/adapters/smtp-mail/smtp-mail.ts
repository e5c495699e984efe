/** Sends mail through an SMTP server over pooled connections. */
import { AppError } from '@filesmith/contract/errors'
import { createTransport } from 'nodemailer'
import type { MailSender } from '../../ports/mail.ts'
import { mailMessage } from '../mail-message.ts'

export interface SmtpMail extends MailSender {
  /** Also aborts mails being sent; the queue retries them. */
  close(): void
}

const connectTimeoutMs = 10_000
const idleTimeoutMs = 30_000

export function createSmtpMail(settings: { url: string; from: string }): SmtpMail {
  const transport = createTransport({
    url: settings.url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: idleTimeoutMs,
    dnsTimeout: connectTimeoutMs,
  })
  return {
    async send(mail) {
      try {
        await transport.sendMail(mailMessage(mail, settings.from))
      } catch (error) {
        throw new AppError('unavailable', {}, { cause: redactError(error) })
      }
    },
    close: () => transport.close({ force: true }),
  }
}

/** SMTP responses quote addresses and names, which must not be logged; only codes are kept. */
function redactError(error: unknown): Error {
  const { code, command, response } = error as { code?: unknown; command?: unknown; response?: unknown }
  const [numbers] = /^\d{3}(?:[ -]\d\.\d+\.\d+)?/.exec(`${response}`) ?? []
  const where = [code, command, numbers].filter(part => part !== undefined).join(', ')
  return new Error(`the mail server rejected a mail (${where || 'no reason given'})`)
}
