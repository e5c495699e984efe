/** Settings of mail, the contact page, sign-in and rate limits. */
import { z } from 'zod'
import { canParse, mailAddress, webAddress, wholeNumber, withoutTrailingSlash } from './setting-kinds.ts'

const isContactAddress = ({ protocol }: URL) => ['https:', 'mailto:', 'tel:'].includes(protocol)

export const accountSettings = {
  SMTP_URL: z
    .string()
    .refine(
      address => canParse(address, url => /^smtps?:$/.test(url.protocol) && url.hostname !== ''),
      'must be smtp://user:password@host:port or smtps://...',
    )
    .optional()
    .describe(
      'Mail server: smtp:// (uses STARTTLS if offered; ?requireTLS=true enforces it) or smtps://. If not set, mails are written to DATA_DIR/mail.',
    ),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>@\r\n]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      'must be an address, or a name and an address: Filesmith <no-reply@example.org>',
    )
    .default('Filesmith <no-reply@localhost>')
    .describe('Sender of mails.'),
  SUPPORT_EMAIL: mailAddress
    .default('support@localhost')
    .describe('Recipient of contact form messages; shown on /contact.'),
  INFO_EMAIL: mailAddress
    .default('info@localhost')
    .describe('Address for general questions; shown on /contact.'),
  SECURITY_CONTACT: z
    .string()
    .regex(/^\S+$/, 'must not contain spaces')
    .refine(
      contact => mailAddress.safeParse(contact).success || canParse(contact, isContactAddress),
      'must be an email address or an https:, mailto: or tel: URI',
    )
    .transform(contact => (URL.canParse(contact) ? contact : `mailto:${contact}`))
    .optional()
    .describe(
      'Contact for security reports, shown in /.well-known/security.txt: an email address or an https:, mailto: or tel: URI. Default: SUPPORT_EMAIL, or the contact page if that is a localhost address.',
    ),
  CONTACT_PHONE: z.string().default('+1 (415) 555-0142').describe('Phone number shown on /contact.'),
  CONTACT_ADDRESS: z
    .string()
    .default('1 Example Street, San Francisco, CA 94105')
    .transform(lines => lines.split('|').map(line => line.trim()))
    .describe('Office address shown on /contact, lines separated by |.'),
  GOOGLE_CLIENT_ID: z.string().optional().describe('OAuth client ID for sign-in with Google.'),
  GOOGLE_CLIENT_SECRET: z
    .string()
    .optional()
    .describe('OAuth client secret. Required with GOOGLE_CLIENT_ID.'),
  GOOGLE_ISSUER_URL: webAddress
    .transform(withoutTrailingSlash)
    .default('https://accounts.google.com')
    .describe('Issuer URL of Google, or of an OpenID provider used in its place.'),
  GITHUB_CLIENT_ID: z.string().optional().describe('OAuth client ID for sign-in with GitHub.'),
  GITHUB_CLIENT_SECRET: z
    .string()
    .optional()
    .describe('OAuth client secret. Required with GITHUB_CLIENT_ID.'),
  GITHUB_URL: webAddress
    .transform(withoutTrailingSlash)
    .default('https://github.com')
    .describe('Base URL of GitHub or of a GitHub Enterprise server.'),
  GITHUB_API_URL: webAddress
    .transform(withoutTrailingSlash)
    .default('https://api.github.com')
    .describe('Base URL of the GitHub API.'),
  ATTEMPTS_PER_ACCOUNT: wholeNumber(1)
    .default(10)
    .describe(
      'Failed passwords or codes for one account from one IP address or known device before further attempts are delayed: by 1 minute, doubling up to 15 minutes.',
    ),
  ATTEMPTS_FROM_NEW_DEVICES: wholeNumber(1)
    .default(100)
    .describe(
      'Failed passwords per hour for one account from all unknown devices together. Known devices and password reset links are not affected.',
    ),
  ATTEMPTS_PER_NETWORK: wholeNumber(1)
    .default(50)
    .describe('Sign-in attempts per 15 minutes from one IP address, known devices not counted.'),
  REGISTRATIONS_PER_HOUR: wholeNumber(1).default(10).describe('Registrations per hour from one IP address.'),
  MAILS_PER_HOUR: wholeNumber(1).default(5).describe('Mails with a link per hour for one email address.'),
  CONTACTS_PER_HOUR: wholeNumber(1)
    .default(5)
    .describe(
      'Contact form messages per hour with one email address; four times as many from one IP address.',
    ),
}
