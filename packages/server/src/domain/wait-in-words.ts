/** How long until a moment, in the words of a sentence: "5 hours", "12 minutes", "less than a minute". */

const minuteMs = 60_000

export function waitInWords(until: Date, now: Date): string {
  const minutes = Math.ceil((until.getTime() - now.getTime()) / minuteMs)
  if (minutes <= 1) return 'less than a minute'
  if (minutes < 60) return `${minutes} minutes`
  const hours = Math.ceil(minutes / 60)
  if (hours < 48) return hours === 1 ? '1 hour' : `${hours} hours`
  return `${Math.ceil(hours / 24)} days`
}
