/** Asks the mail server whether it would take mails from us, without sending one. */
import { createTransport } from 'nodemailer'

const timeoutMs = 10_000

/** Throws what the server or the network said. */
export async function checkSmtp(url: string): Promise<void> {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}
