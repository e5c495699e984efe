/** Mails, the contact page, signing in, and how often something may be tried. */
import { z } from 'zod'
import { canParse, mailAddress, webAddress, wholeNumber, withoutLastSlash } from './setting-kinds.ts'

const isContactAddress = ({ protocol }: URL) => ['https:', 'mailto:', 'tel:'].includes(protocol)

export const peopleSettings = {
  SMTP_URL: z
    .string()
    .refine(
      address => canParse(address, url => /^smtps?:$/.test(url.protocol) && url.hostname !== ''),
      'must be smtp://user:password@host:port or smtps://...',
    )
    .optional()
    .describe(
      'Mail server: smtp:// (encrypted when the server offers it; always with ?requireTLS=true) or smtps://. Without it mails are written into DATA_DIR/mail.',
    ),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>@\r\n]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      'must be an address, or a name and an address: Filesmith <no-reply@example.org>',
    )
    .default('Filesmith <no-reply@localhost>')
    .describe('Who mails come from.'),
  SUPPORT_EMAIL: mailAddress
    .default('support@localhost')
    .describe('Where messages of the contact form go; /contact shows it.'),
  INFO_EMAIL: mailAddress
    .default('info@localhost')
    .describe('Where general questions go; /contact shows it.'),
  SECURITY_CONTACT: z
    .string()
    .regex(/^\S+$/, 'must be without spaces')
    .refine(
      contact => mailAddress.safeParse(contact).success || canParse(contact, isContactAddress),
      'must be an email address, or an address that begins with https:, mailto: or tel:',
    )
    .transform(contact => (URL.canParse(contact) ? contact : `mailto:${contact}`))
    .optional()
    .describe(
      'Who is told about security problems: an email address, or an address that begins with https:, mailto: or tel:. /.well-known/security.txt shows it. Without it SUPPORT_EMAIL, or the contact page where that is an address of localhost.',
    ),
  CONTACT_PHONE: z.string().default('+1 (415) 555-0142').describe('The phone line that /contact shows.'),
  CONTACT_ADDRESS: z
    .string()
    .default('1 Example Street, San Francisco, CA 94105')
    .transform(lines => lines.split('|').map(line => line.trim()))
    .describe('The office address that /contact shows, its lines separated by |.'),
  GOOGLE_CLIENT_ID: z.string().optional().describe('Sign-in with Google: the id of an OAuth client there.'),
  GOOGLE_CLIENT_SECRET: z.string().optional().describe('Its secret. Needed with GOOGLE_CLIENT_ID.'),
  GOOGLE_ISSUER_URL: webAddress
    .transform(withoutLastSlash)
    .default('https://accounts.google.com')
    .describe('Where Google, or another OpenID provider in its place, is asked.'),
  GITHUB_CLIENT_ID: z.string().optional().describe('Sign-in with GitHub: the id of an OAuth app there.'),
  GITHUB_CLIENT_SECRET: z.string().optional().describe('Its secret. Needed with GITHUB_CLIENT_ID.'),
  GITHUB_URL: webAddress
    .transform(withoutLastSlash)
    .default('https://github.com')
    .describe('Where GitHub, or a GitHub Enterprise server, is asked for permission.'),
  GITHUB_API_URL: webAddress
    .transform(withoutLastSlash)
    .default('https://api.github.com')
    .describe('Where its API answers.'),
  ATTEMPTS_PER_ACCOUNT: wholeNumber(1)
    .default(10)
    .describe(
      'Wrong passwords or codes for one account from one network address, or from one known device, before each further try has to wait: 1 minute, then twice as long each time, up to 15 minutes.',
    ),
  ATTEMPTS_FROM_NEW_DEVICES: wholeNumber(1)
    .default(100)
    .describe(
      'Wrong passwords for one account in an hour from all devices together that never signed in to it. Known devices and links to set a new password are not affected.',
    ),
  ATTEMPTS_PER_NETWORK: wholeNumber(1)
    .default(50)
    .describe(
      'Sign-ins that may be tried from one network address in 15 minutes, known devices not counted.',
    ),
  REGISTRATIONS_PER_HOUR: wholeNumber(1)
    .default(10)
    .describe('Accounts that may be created from one network address.'),
  MAILS_PER_HOUR: wholeNumber(1).default(5).describe('Links that may be asked for one email address.'),
  CONTACTS_PER_HOUR: wholeNumber(1)
    .default(5)
    .describe(
      'Messages of the contact form that may be sent with one email address; four times as many from one network address.',
    ),
}
