/** Checks that the SMTP server accepts connection and sign-in, without sending a mail. */
import { createTransport } from 'nodemailer'

const timeoutMs = 10_000

/** Throws the error of the server or the network. */
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
