/** A day in words, the same for everybody: mails and invoices do not know where their reader is. */

const inWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export function formatDay(moment: Date): string {
  return inWords.format(moment)
}
