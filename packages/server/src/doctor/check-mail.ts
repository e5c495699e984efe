/** Whether mails reach a mail server, where one is set. */
import { checkSmtp } from '../adapters/smtp-mail/check-smtp.ts'
import type { Settings } from '../config.ts'
import { describeFault, type Finding } from './finding.ts'

export async function checkMail({ SMTP_URL, NODE_ENV }: Settings): Promise<Finding> {
  const about = { area: 'mail', name: 'SMTP' } as const
  if (SMTP_URL === undefined) {
    const found = 'not set: mails are written into DATA_DIR/mail'
    if (NODE_ENV !== 'production') return { ...about, status: 'ok', found }
    return {
      ...about,
      status: 'warning',
      found,
      fix: 'Set SMTP_URL: nobody gets a link to confirm an address or a new password.',
    }
  }
  try {
    await checkSmtp(SMTP_URL)
    return { ...about, status: 'ok', found: `${new URL(SMTP_URL).host} takes mails` }
  } catch (error) {
    const fix =
      'See that SMTP_URL has the right host, port, user and password, and that no firewall is in between.'
    return { ...about, status: 'problem', found: `${new URL(SMTP_URL).host}: ${describeFault(error)}`, fix }
  }
}
