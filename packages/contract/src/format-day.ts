/** Formats a date in UTC, since emails and invoices do not know the reader's time zone. */

const inWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export function formatDay(moment: Date): string {
  return inWords.format(moment)
}
