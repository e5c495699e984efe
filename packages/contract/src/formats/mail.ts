/** Mails, contacts and calendars. */
import type { FormatDefinition } from './format-definition.ts'

export const mailFormats = {
  eml: {
    label: 'EML',
    kind: 'mail',
    mime: 'message/rfc822',
    extensions: ['eml'],
    looksLike: ['txt', 'html'],
  },
  msg: { label: 'MSG', kind: 'mail', mime: 'application/vnd.ms-outlook', extensions: ['msg'] },
  vcf: {
    label: 'VCF',
    kind: 'mail',
    mime: 'text/vcard',
    extensions: ['vcf', 'vcard'],
    looksLike: ['txt'],
  },
  ics: {
    label: 'ICS',
    kind: 'mail',
    mime: 'text/calendar',
    extensions: ['ics', 'ical'],
    looksLike: ['txt'],
  },
} as const satisfies Record<string, FormatDefinition>
