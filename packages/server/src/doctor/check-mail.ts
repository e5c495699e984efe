/** Checks that the mail server accepts a connection and sign-in, if one is set. */

import { createTransport } from 'nodemailer'
import type { Settings } from '../config.ts'
import { describeFault, type Finding } from './finding.ts'

export async function checkMail({ SMTP_URL, NODE_ENV }: Settings): Promise<Finding> {
  const about = { area: 'mail', name: 'SMTP' } as const
  if (SMTP_URL === undefined) {
    const found = 'not set: mails are written to DATA_DIR/mail'
    if (NODE_ENV !== 'production') return { ...about, status: 'ok', found }
    return {
      ...about,
      status: 'warning',
      found,
      fix: 'Set SMTP_URL: users cannot confirm addresses or reset passwords without it.',
    }
  }
  try {
    await checkSmtp(SMTP_URL)
    return { ...about, status: 'ok', found: `${new URL(SMTP_URL).host} accepts mail` }
  } catch (error) {
    const fix = 'Check host, port, user and password in SMTP_URL, and that no firewall blocks the connection.'
    return { ...about, status: 'problem', found: `${new URL(SMTP_URL).host}: ${describeFault(error)}`, fix }
  }
}

/** Checks that the SMTP server accepts connection and sign-in, without sending a mail. */
const timeoutMs = 10_000

/** Throws the error of the server or the network. */
async function checkSmtp(url: string): Promise<void> {
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
