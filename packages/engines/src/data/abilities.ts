/** Abilities of the data engine: subtitles, tables and structured data, mails, contacts, calendars and fonts. */
import { convertCalendar } from '@filesmith/contract/operations/convert-calendar'
import { convertContacts } from '@filesmith/contract/operations/convert-contacts'
import { convertData } from '@filesmith/contract/operations/convert-data'
import { convertFont } from '@filesmith/contract/operations/convert-font'
import { convertMail } from '@filesmith/contract/operations/convert-mail'
import { convertSubtitles } from '@filesmith/contract/operations/convert-subtitles'
import { defineAbility } from '../ability.ts'

export const subtitlesConvert = defineAbility({
  id: 'subtitles-convert',
  engine: 'data',
  from: convertSubtitles.inputs,
  to: convertSubtitles.outputs,
  cost: 1,
  operation: 'convert-subtitles',
  options: convertSubtitles.options.omit({ outputFormat: true }),
})

export const dataConvert = defineAbility({
  id: 'data-convert',
  engine: 'data',
  from: convertData.inputs,
  to: convertData.outputs,
  cost: 1,
  operation: 'convert-data',
  options: convertData.options.omit({ outputFormat: true }),
})

export const mailConvert = defineAbility({
  id: 'mail-convert',
  engine: 'data',
  from: convertMail.inputs,
  // PDF through HTML.
  to: ['html', 'txt', 'zip'],
  cost: 1,
  operation: 'convert-mail',
  options: convertMail.options,
})

export const contactsConvert = defineAbility({
  id: 'contacts-convert',
  engine: 'data',
  from: convertContacts.inputs,
  to: convertContacts.outputs,
  cost: 1,
  operation: 'convert-contacts',
  options: convertContacts.options,
})

export const calendarConvert = defineAbility({
  id: 'calendar-convert',
  engine: 'data',
  from: convertCalendar.inputs,
  to: convertCalendar.outputs,
  cost: 1,
  operation: 'convert-calendar',
  options: convertCalendar.options,
})

export const fontConvert = defineAbility({
  id: 'font-convert',
  engine: 'data',
  from: convertFont.inputs,
  to: convertFont.outputs,
  cost: 1,
  operation: 'convert-font',
  options: convertFont.options,
})

export const dataAbilities = [
  subtitlesConvert,
  mailConvert,
  contactsConvert,
  calendarConvert,
  fontConvert,
  dataConvert,
] as const
